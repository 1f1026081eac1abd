import { IMPORT_FIELDS, type ImportField } from '#contract/customer-files.ts';
import { type Problem, quote } from '#server/modules/catalogue-import/service.ts';

/** Names under which stores and spreadsheets have these columns; of several in one file the first counts. */
const KNOWN: Record<ImportField, readonly string[]> = {
  first_name: ['first name', 'firstname', 'given name', 'billing first name'],
  last_name: ['last name', 'lastname', 'surname', 'family name', 'billing last name'],
  name: ['name', 'full name', 'display name', 'customer', 'customer name'],
  email: ['email', 'e mail', 'email address', 'billing email', 'user email'],
  phone: ['phone', 'phone number', 'mobile', 'cell', 'telephone', 'billing phone'],
  company: ['company', 'billing company'],
  address_1: ['address', 'address 1', 'street', 'billing address 1', 'address line 1'],
  address_2: ['address 2', 'apt', 'suite', 'billing address 2', 'address line 2'],
  city: ['city', 'town', 'billing city'],
  state: ['state', 'province', 'billing state'],
  postcode: ['zip', 'zip code', 'zipcode', 'postcode', 'postal code', 'billing postcode'],
  country: ['country', 'billing country'],
  date_of_birth: ['birth date', 'date of birth', 'birthday', 'birthdate', 'dob'],
  license_number: ['licence number', 'license number', 'licence', 'license', 'id number'],
  groups: ['groups', 'group', 'labels', 'label', 'tags'],
  note: ['note', 'notes', 'comment'],
};

const plain = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
const ALL_KNOWN: ReadonlySet<string> = new Set(Object.values(KNOWN).flat());

export function isKnownHeader(header: string): boolean {
  return ALL_KNOWN.has(plain(header));
}

export type Columns = ReadonlyMap<ImportField, number>;

/** The column of each field in the file: by the mapping, else by the header's name. */
export function columnsOf(
  header: readonly string[],
  mapping: Partial<Record<ImportField, string>>,
): { columns: Columns; problems: Problem[] } {
  const columns = new Map<ImportField, number>();
  const problems: Problem[] = [];
  for (const field of IMPORT_FIELDS) {
    const asked = mapping[field];
    if (asked === '') continue;
    const at =
      asked === undefined
        ? KNOWN[field].map((name) => header.findIndex((each) => plain(each) === name)).find((index) => index !== -1)
        : header.findIndex((each) => each.trim().toLowerCase() === asked.trim().toLowerCase());
    if (at === -1)
      problems.push({ line: 1, column: null, reason: `the file has no column ${quote(asked ?? '')} for ${field}` });
    else if (at !== undefined) columns.set(field, at);
  }
  const hasName = columns.has('first_name') || columns.has('name');
  if (!hasName) problems.push({ line: 1, column: null, reason: 'no column has the names of customers' });
  if (!columns.has('email') && !columns.has('phone'))
    problems.push({ line: 1, column: null, reason: 'no column has e-mail addresses, and none phone numbers' });
  return { columns, problems };
}

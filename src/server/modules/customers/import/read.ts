import type { ImportField } from '#contract/customer-files.ts';
import { derivedUsername, isBirthDay, REACH_SENTENCES, reachableBy } from '#domain/new-customer.ts';
import { isVisibleName, signInName } from '#domain/sign-in-name.ts';
import { eachRow, type Pieces } from '#server/http/serve/in-pieces.ts';
import {
  type CsvRow,
  decodingCsv,
  type Problem,
  quote,
  readingCsvRows,
} from '#server/modules/catalogue-import/service.ts';
import { licenceKey, phoneKey } from '../duplicates.ts';
import { type Columns, columnsOf, isKnownHeader } from './columns.ts';

/** A row that can be taken, as far as it can be judged by itself. */
export interface ReadCustomer {
  readonly line: number;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly emailKey: string;
  readonly phoneKey: string;
  readonly licenceKey: string;
  readonly baseUsername: string;
  readonly born: string | null;
  readonly licence: string | null;
  readonly groups: readonly string[];
  readonly note: string;
  readonly address: Readonly<Partial<Record<ImportField, string>>>;
  readonly cells: Readonly<Partial<Record<ImportField, string>>>;
}

export interface CustomerFile {
  readonly encoding: string;
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly rows: readonly CsvRow[];
  readonly customers: readonly ReadCustomer[];
  readonly problems: readonly Problem[];
}

const LONGEST: Record<ImportField, number> = {
  first_name: 100,
  last_name: 100,
  name: 200,
  email: 320,
  phone: 50,
  company: 200,
  address_1: 200,
  address_2: 200,
  city: 100,
  state: 100,
  postcode: 20,
  country: 2,
  date_of_birth: 10,
  license_number: 100,
  groups: 1000,
  note: 2000,
};
const LONGEST_GROUP = 50;
const ADDRESS = ['company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country'] as const;

/** 1990-12-31, or 12/31/1990 as spreadsheets of the US write it. */
function isoDay(written: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  return year === '' ? written : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function readRow(row: CsvRow, columns: Columns, header: readonly string[], now: Date): ReadCustomer | Problem[] {
  const problems: Problem[] = [];
  const wrong = (field: ImportField | null, reason: string): void => {
    const at = field === null ? undefined : columns.get(field);
    problems.push({ line: row.line, column: at === undefined ? null : (header[at] ?? null), reason });
  };
  const cells: Partial<Record<ImportField, string>> = {};
  for (const [field, at] of columns) {
    const cell = (row.cells[at] ?? '').trim();
    if (cell === '') continue;
    cells[field] = cell;
    if (cell.length > LONGEST[field]) wrong(field, `${quote(cell)} is longer than ${LONGEST[field]} characters`);
    if (cell.includes('\u0000') || /\p{Surrogate}/u.test(cell)) wrong(field, 'has characters that cannot be stored');
  }
  const [firstWord = '', ...others] = (cells.name ?? '').split(/\s+/);
  const firstName = cells.first_name ?? firstWord.slice(0, LONGEST.first_name);
  const lastName =
    cells.last_name ?? (cells.first_name === undefined ? others.join(' ').slice(0, LONGEST.last_name) : '');
  const name = cells.name ?? `${firstName} ${lastName}`.trim();
  if (name === '') wrong(null, 'has no name');

  const reach = reachableBy({ email: cells.email ?? '', phone: cells.phone ?? '' });
  if (!reach.ok) {
    const field = { email_or_phone_required: null, email_not_valid: 'email', phone_not_valid: 'phone' } as const;
    wrong(field[reach.refused.code], REACH_SENTENCES[reach.refused.code]);
  }
  const { email, phone } = reach.ok ? reach.value : { email: '', phone: '' };
  if (email !== '' && !isVisibleName(email)) wrong('email', 'has characters that cannot be seen');

  const born = cells.date_of_birth === undefined ? null : isoDay(cells.date_of_birth);
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  if (born !== null && !isBirthDay(born, tomorrow))
    wrong('date_of_birth', `${quote(cells.date_of_birth ?? '')} is no birth date; write it like 1990-12-31`);

  const groups = [...new Set((cells.groups ?? '').split(/[,;|]/).map((group) => group.trim().replaceAll(/\s+/g, ' ')))];
  const labels = groups.filter((group) => group !== '');
  if (labels.some((group) => group.length > LONGEST_GROUP))
    wrong('groups', `has a label of more than ${LONGEST_GROUP} characters`);

  if (problems.length > 0) return problems;
  const licence = cells.license_number ?? null;
  return {
    line: row.line,
    name,
    firstName,
    lastName,
    email,
    phone,
    emailKey: email === '' ? '' : signInName(email),
    phoneKey: phoneKey(phone),
    licenceKey: licenceKey(licence ?? ''),
    baseUsername: derivedUsername({ email, phone }, now.getTime()),
    born,
    licence,
    groups: labels,
    note: cells.note ?? '',
    address: Object.fromEntries(
      ADDRESS.flatMap((field) => (cells[field] === undefined ? [] : [[field, cells[field]]])),
    ),
    cells,
  };
}

/** Reads a CSV file of customers and checks all that needs no database. */
export function* readingCustomerFile(
  bytes: Uint8Array,
  mapping: Partial<Record<ImportField, string>>,
  now: Date,
): Pieces<CustomerFile> {
  const { text, encoding } = yield* decodingCsv(bytes);
  const mapped = new Set(Object.values(mapping).map((header) => header.trim().toLowerCase()));
  const isKnown = (header: string): boolean => isKnownHeader(header) || mapped.has(header.trim().toLowerCase());
  const { header, rows, problems: shape } = yield* readingCsvRows(text, isKnown);
  const { columns, problems: headerProblems } = columnsOf(header, mapping);
  if (headerProblems.length > 0)
    return { encoding, header, columns, rows, customers: [], problems: [...headerProblems, ...shape] };
  const read = yield* eachRow(rows, (row) => readRow(row, columns, header, now));
  const problems = [...shape, ...read.flatMap((each) => (Array.isArray(each) ? each : []))];
  if (rows.length === 0 && problems.length === 0)
    problems.push({ line: null, column: null, reason: 'has a header and no rows, so there is nothing to import' });
  return {
    encoding,
    header,
    columns,
    rows,
    customers: read.flatMap((each) => (Array.isArray(each) ? [] : [each])),
    problems,
  };
}

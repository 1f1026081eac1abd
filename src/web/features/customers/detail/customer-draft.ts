import type { updateUserRoute } from '#contract/customer-changes.ts';
import type { Customer } from '#contract/customers.ts';
import type { BodySent } from '#contract/route.ts';
import { isEmail, REACH_SENTENCES } from '#domain/new-customer.ts';
import { readPhone } from '#domain/phone.ts';

const ADDRESS_PARTS = {
  first_name: 'first name',
  last_name: 'last name',
  address_1: 'street',
  address_2: 'apartment or suite',
  city: 'city',
  state: 'state',
  postcode: 'ZIP code',
} as const;
type AddressPart = keyof typeof ADDRESS_PARTS;
export type DraftAddress = Record<AddressPart, string>;

/** The fields of the form of a customer. */
export interface CustomerDraft {
  readonly email: string;
  readonly phone: string;
  readonly display_name: string;
  readonly name: string;
  /** Empty to keep the present password. */
  readonly password: string;
  readonly billing: DraftAddress;
  readonly shipping: DraftAddress;
  readonly email_notifications: boolean;
  readonly sms: boolean;
  readonly newsletter: boolean;
  /** A BCP 47 language tag. */
  readonly language: string;
  readonly flagKind: 'none' | 'banned' | 'check_id' | 'note';
  readonly flagText: string;
  readonly groups: readonly string[];
}

function addressOf(address: Customer['shipping']): DraftAddress {
  const { first_name, last_name, address_1, address_2, city, state, postcode } = address;
  return { first_name, last_name, address_1, address_2, city, state, postcode };
}

/** The draft that a form begins with. */
export function draftOf(customer: Customer): CustomerDraft {
  const { email, display_name, name, billing, shipping, preferences, flag, groups } = customer;
  const { email_notifications, sms, newsletter, language } = preferences;
  return {
    email,
    phone: billing.phone || customer.phone,
    display_name,
    name,
    password: '',
    billing: addressOf(billing),
    shipping: addressOf(shipping),
    email_notifications,
    sms,
    newsletter,
    language,
    flagKind: flag?.kind ?? 'none',
    flagText: flag?.text ?? '',
    groups,
  };
}

/** The fields of a form as texts, by their names on the screen. */
function fieldsOf(draft: CustomerDraft): ReadonlyMap<string, string> {
  const { billing, shipping, flagKind, flagText, groups, ...plain } = draft;
  const parts = (of: string, address: DraftAddress) =>
    (Object.keys(ADDRESS_PARTS) as AddressPart[]).map(
      (part) => [`${of} ${ADDRESS_PARTS[part]}`, address[part]] as const,
    );
  return new Map([
    ['email', plain.email],
    ['phone', plain.phone],
    ['display name', plain.display_name],
    ['full name', plain.name],
    ['password', plain.password],
    ...parts('billing', billing),
    ...parts('shipping', shipping),
    ['email notifications', String(plain.email_notifications)],
    ['SMS', String(plain.sms)],
    ['newsletter', String(plain.newsletter)],
    ['language', plain.language],
    ['flag', flagKind === 'none' ? '' : `${flagKind} ${flagText}`],
    ['groups', groups.join('\n')],
  ] as const);
}

/** The names of the fields in which two forms differ. */
function differences(one: CustomerDraft, other: CustomerDraft): string[] {
  const others = fieldsOf(other);
  return [...fieldsOf(one)].filter(([name, text]) => others.get(name) !== text).map(([name]) => name);
}

function partsChanged(from: DraftAddress, to: DraftAddress): Partial<DraftAddress> | undefined {
  const changed = Object.entries(to).filter(([part, text]) => from[part as AddressPart] !== text);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The request body: the changed fields, and the version that they were changed from. */
export function changesOf(seen: Customer, draft: CustomerDraft): BodySent<typeof updateUserRoute> {
  const from = draftOf(seen);
  const billing = partsChanged(from.billing, draft.billing);
  const phone = from.phone === draft.phone ? undefined : { phone: draft.phone };
  const shipping = partsChanged(from.shipping, draft.shipping);
  const preferences = {
    ...(from.email_notifications !== draft.email_notifications && { email_notifications: draft.email_notifications }),
    ...(from.sms !== draft.sms && { sms: draft.sms }),
    ...(from.newsletter !== draft.newsletter && { newsletter: draft.newsletter }),
    ...(from.language !== draft.language && { language: draft.language }),
  };
  const isFlagged = from.flagKind !== draft.flagKind || (draft.flagKind !== 'none' && from.flagText !== draft.flagText);
  return {
    ...(from.email !== draft.email && { email: draft.email }),
    ...(from.display_name !== draft.display_name && { display_name: draft.display_name }),
    ...(from.name !== draft.name && { name: draft.name }),
    ...(draft.password !== '' && { password: draft.password }),
    ...((billing || phone) && { billing: { ...billing, ...phone } }),
    ...(shipping && { shipping }),
    ...(Object.keys(preferences).length > 0 && { preferences }),
    ...(isFlagged && { flag: draft.flagKind === 'none' ? null : { kind: draft.flagKind, text: draft.flagText } }),
    ...(from.groups.join('\n') !== draft.groups.join('\n') && { groups: [...draft.groups] }),
    expected_version: seen.version,
  };
}

/** True if there is something to send. */
export function isChanged(seen: Customer, draft: CustomerDraft): boolean {
  return differences(draftOf(seen), draft).length > 0;
}

const pick = <T>(before: T, mine: T, theirs: T): T => (mine === before ? theirs : mine);

/**
 * Applies my changes to a version that somebody else saved meanwhile. A field that I did not change gets their value.
 * @returns the new form, and the names of the fields that changed in it
 */
export function rebased(
  seen: Customer,
  draft: CustomerDraft,
  present: Customer,
): { draft: CustomerDraft; meanwhile: string[] } {
  const before = draftOf(seen);
  const theirs = draftOf(present);
  const address = (of: 'billing' | 'shipping'): DraftAddress =>
    Object.fromEntries(
      Object.entries(theirs[of]).map(([part, text]) => [
        part,
        pick(before[of][part as AddressPart], draft[of][part as AddressPart], text),
      ]),
    ) as DraftAddress;
  const isFlagMine = before.flagKind !== draft.flagKind || before.flagText !== draft.flagText;
  const { flagKind, flagText } = isFlagMine ? draft : theirs;
  return {
    meanwhile: differences(before, theirs),
    draft: {
      email: pick(before.email, draft.email, theirs.email),
      phone: pick(before.phone, draft.phone, theirs.phone),
      display_name: pick(before.display_name, draft.display_name, theirs.display_name),
      name: pick(before.name, draft.name, theirs.name),
      password: draft.password,
      billing: address('billing'),
      shipping: address('shipping'),
      email_notifications: pick(before.email_notifications, draft.email_notifications, theirs.email_notifications),
      sms: pick(before.sms, draft.sms, theirs.sms),
      newsletter: pick(before.newsletter, draft.newsletter, theirs.newsletter),
      language: pick(before.language, draft.language, theirs.language),
      flagKind,
      flagText,
      groups: before.groups.join('\n') === draft.groups.join('\n') ? theirs.groups : draft.groups,
    },
  };
}

export type DraftErrors = Partial<Record<'email' | 'phone' | 'password' | 'billingZip' | 'shippingZip', string>>;

const MIN_PASSWORD = 10;
const isZip = (zip: string) => zip === '' || /^\d{5}(-?\d{4})?$/.test(zip);

/** The errors that the form shows before it is sent. Rule: customers/reachable. */
export function errorsOf(seen: Customer, draft: CustomerDraft): DraftErrors {
  const [email, phone] = [draft.email.trim(), draft.phone.trim()];
  const before = draftOf(seen);
  const errors: DraftErrors = {};
  if (email === '' && phone === '') errors.email = REACH_SENTENCES.email_or_phone_required;
  else if (email !== '' && !isEmail(email)) errors.email = REACH_SENTENCES.email_not_valid;
  if (phone !== '' && phone !== before.phone && !readPhone(phone).ok) errors.phone = REACH_SENTENCES.phone_not_valid;
  if (draft.password !== '' && draft.password.length < MIN_PASSWORD)
    errors.password = `A password needs ${MIN_PASSWORD} characters at least.`;
  // An invalid postcode that came from elsewhere may stay as it is.
  if (draft.billing.postcode !== before.billing.postcode && !isZip(draft.billing.postcode))
    errors.billingZip = 'Five digits, or nine.';
  if (draft.shipping.postcode !== before.shipping.postcode && !isZip(draft.shipping.postcode))
    errors.shippingZip = 'Five digits, or nine.';
  return errors;
}

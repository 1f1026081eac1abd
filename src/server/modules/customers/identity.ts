import type { CustomerIdentity } from '#contract/identity.ts';
import { comparedLicense } from '#domain/identity/aamva.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { requireCustomer } from './customer.ts';
import { keyIdOf, type SealedPlace } from '#server/secrets/sealer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import {
  type IdentityChange,
  type Sealed,
  selectByHashes,
  selectIdentity,
  takePlain,
  upsertIdentity,
} from './identity-queries.ts';

const FOUND_AT_MOST = 20;
const SEALED_PER_STEP = 500;

type Column = 'birth_day_sealed' | 'license_sealed';

const placeOf = (column: Column, customerId: number): SealedPlace => ({
  column: `customer_identities.${column}`,
  row: customerId,
});

export interface NewIdentity {
  /** ISO day. Null takes it away, undefined leaves it. */
  readonly birthDay?: string | null | undefined;
  readonly licenseNumber?: string | null | undefined;
  /** The person who has scanned a card just now. */
  readonly checkedBy?: number | undefined;
}

function sealed({ fields, identities }: Secrets, place: SealedPlace, text: string, compared = text): Sealed {
  return { sealed: fields.seal(place, text), hash: identities.of(compared) };
}

function toChange(secrets: Secrets, customerId: number, identity: NewIdentity): IdentityChange {
  const { birthDay, licenseNumber, checkedBy } = identity;
  const number = licenseNumber?.trim();
  return {
    checkedBy,
    birthDay: birthDay ? sealed(secrets, placeOf('birth_day_sealed', customerId), birthDay) : nothing(birthDay),
    license: number
      ? sealed(secrets, placeOf('license_sealed', customerId), number, comparedLicense(number))
      : nothing(licenseNumber),
  };
}

/** An empty text is no number. */
const nothing = (text: string | null | undefined): null | undefined => (text === undefined ? undefined : null);

/**
 * Keeps date of birth and licence number of a customer, sealed. The caller writes the audit row, without values.
 * Returns when a card was last scanned. Rule: customers/birth-and-licence.
 */
export async function keepIdentity(
  tx: Tx,
  secrets: Secrets,
  customerId: number,
  identity: NewIdentity,
  options?: { readonly onlyMissing: boolean },
): Promise<Date | null> {
  return upsertIdentity(tx, customerId, toChange(secrets, customerId, identity), options);
}

/** @throws Refusal `not_found`; of a merged account it names the one that was kept. */
export async function setIdentity(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  customerId: number,
  identity: NewIdentity,
): Promise<Date | null> {
  await requireCustomer(tx, customerId, { lock: true });
  const checkedAt = await keepIdentity(tx, secrets, customerId, identity);
  const fields = Object.entries(identity).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  await recordChange(tx, staff, {
    action: 'customer_identity_set',
    entity: 'user',
    entityId: customerId,
    details: { fields },
  });
  return checkedAt;
}

type SealedValues = Readonly<Record<Column, string | null>>;

/**
 * The values of a row in plain text. Null is a value that is not there, and one that was sealed under another data key;
 * `isWhole` is false for the latter. The caller has asked who may read, and tells the audit trail.
 */
export function openIdentity({ fields }: Secrets, customerId: number, row: SealedValues) {
  const isOurs = (value: string | null) => value === null || keyIdOf(value) === fields.keyId;
  const open = (column: Column) => {
    const value = row[column];
    return value !== null && isOurs(value) ? fields.open(placeOf(column, customerId), value) : null;
  };
  return {
    birthDay: open('birth_day_sealed'),
    licenseNumber: open('license_sealed'),
    isWhole: isOurs(row.birth_day_sealed) && isOurs(row.license_sealed),
  };
}

/** As searches compare it; null for nothing to compare. */
export function hashedLicense({ identities }: Secrets, number: string | null | undefined): Buffer | null {
  const given = number?.trim() ?? '';
  return given === '' ? null : identities.of(comparedLicense(given));
}

export function hashedBirthDay({ identities }: Secrets, day: string | null | undefined): Buffer | null {
  return day ? identities.of(day) : null;
}

/**
 * Date of birth and licence number in plain text; the reading leaves a row in the audit trail.
 * Rule: customers/birth-and-licence.
 * @throws Refusal 404 `not_found`, as `setIdentity`; 409 `sealed_elsewhere` under another data key.
 */
export async function revealIdentity(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  customerId: number,
): Promise<CustomerIdentity> {
  await requireCustomer(tx, customerId, { lock: true });
  const row = await selectIdentity(tx, customerId);
  const { birthDay, licenseNumber, isWhole } = openIdentity(secrets, customerId, row);
  if (!isWhole) {
    throw new Refusal(
      'sealed_elsewhere',
      'The date of birth and the licence number were encrypted under another data key and cannot be read. Put that key back, or enter them again.',
    );
  }
  await recordChange(tx, staff, { action: 'customer_identity_read', entity: 'user', entityId: customerId });
  return {
    date_of_birth: birthDay,
    license_number: licenseNumber,
    id_checked_at: row.checked_at?.toISOString() ?? null,
    id_checked_by: row.checked_by,
  };
}

/** Ids of customers with exactly this licence number, date of birth, or both; at most twenty, by name. */
export async function findByIdentity(
  db: Database,
  secrets: Secrets,
  { birthDay, licenseNumber }: { birthDay?: string | undefined; licenseNumber?: string | undefined },
): Promise<number[]> {
  const hashes = { birthDay: hashedBirthDay(secrets, birthDay), license: hashedLicense(secrets, licenseNumber) };
  if (hashes.birthDay === null && hashes.license === null) return [];
  return selectByHashes(db, hashes, FOUND_AT_MOST);
}

/** Values of a customer that another one lacks and would not get by a merge, because they were sealed under another data key. */
export async function unreadableIdentity(
  db: Database,
  secrets: Secrets,
  keptId: number,
  mergedId: number,
): Promise<('date_of_birth' | 'license_number')[]> {
  const [kept, merged] = [await selectIdentity(db, keptId), await selectIdentity(db, mergedId)];
  const { birthDay, licenseNumber } = openIdentity(secrets, mergedId, merged);
  const isLost = (there: string | null, sealed: string | null, opened: string | null) =>
    there === null && sealed !== null && opened === null;
  return [
    ...(isLost(kept.birth_day_sealed, merged.birth_day_sealed, birthDay) ? ['date_of_birth' as const] : []),
    ...(isLost(kept.license_sealed, merged.license_sealed, licenseNumber) ? ['license_number' as const] : []),
  ];
}

/** Copies the values that the kept account lacks from the merged one, which keeps them too. */
export async function fillIdentity(
  tx: Tx,
  secrets: Secrets,
  keptId: number,
  mergedId: number,
): Promise<('date_of_birth' | 'license_number')[]> {
  const [kept, merged] = [await selectIdentity(tx, keptId), await selectIdentity(tx, mergedId)];
  const { birthDay, licenseNumber } = openIdentity(secrets, mergedId, merged);
  const born = kept.birth_day_sealed === null ? (birthDay ?? undefined) : undefined;
  const licence = kept.license_sealed === null ? (licenseNumber ?? undefined) : undefined;
  if (born === undefined && licence === undefined) return [];
  await keepIdentity(tx, secrets, keptId, { birthDay: born, licenseNumber: licence });
  return [
    ...(born === undefined ? [] : ['date_of_birth' as const]),
    ...(licence === undefined ? [] : ['license_number' as const]),
  ];
}

/**
 * Seals what a former build, or the demo shop, has left in plain text. Several servers may do it at once. Values that
 * are sealed already are younger and stay: a former build enters values with a new customer only.
 */
export async function sealPlainIdentities(db: Database, secrets: Secrets): Promise<void> {
  for (;;) {
    const count = await inTransaction(db, async (tx) => {
      const rows = await takePlain(tx, SEALED_PER_STEP);
      for (const { user_id: id, date_of_birth: birthDay, license_number: licenseNumber } of rows) {
        const identity = { birthDay: birthDay ?? undefined, licenseNumber: licenseNumber ?? undefined };
        await keepIdentity(tx, secrets, id, identity, { onlyMissing: true });
      }
      return rows.length;
    });
    if (count < SEALED_PER_STEP) return;
  }
}

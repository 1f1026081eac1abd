import type { CustomerIdentity } from '#contract/identity.ts';
import { comparedLicense } from '#domain/identity/aamva.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { keyIdOf, type SealedPlace } from '#server/secrets/sealer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import {
  deleteIdentity,
  type IdentityChange,
  type IdentityRow,
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
  /** Who has scanned a card just now. */
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
      : nothing(number),
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
): Promise<Date | null> {
  return upsertIdentity(tx, customerId, toChange(secrets, customerId, identity));
}

/** @throws Refusal `not_found`. */
export async function setIdentity(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  customerId: number,
  identity: NewIdentity,
): Promise<Date | null> {
  if (!(await selectIdentity(tx, customerId))) throw notFound(customerId);
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

/** The values of a row. @throws Refusal 409 `sealed_elsewhere` under another data key. */
function opened({ fields }: Secrets, customerId: number, row: IdentityRow) {
  const open = (column: Column) => {
    const value = row[column];
    if (value === null) return null;
    if (keyIdOf(value) === fields.keyId) return fields.open(placeOf(column, customerId), value);
    throw new Refusal(
      'sealed_elsewhere',
      'The date of birth and the licence number were sealed under another data key and cannot be read. Put that key back, or enter them again.',
    );
  };
  return { birthDay: open('birth_day_sealed'), licenseNumber: open('license_sealed') };
}

/**
 * Date of birth and licence number in plain text; the reading leaves a row in the audit trail.
 * Rule: customers/birth-and-licence.
 * @throws Refusal 404 `not_found`; 409 `sealed_elsewhere` under another data key.
 */
export async function revealIdentity(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  customerId: number,
): Promise<CustomerIdentity> {
  const row = await selectIdentity(tx, customerId);
  if (!row) throw notFound(customerId);
  const { birthDay, licenseNumber } = opened(secrets, customerId, row);
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
  { identities }: Secrets,
  { birthDay, licenseNumber }: { birthDay?: string | undefined; licenseNumber?: string | undefined },
): Promise<number[]> {
  const number = licenseNumber?.trim() ?? '';
  if (number === '' && birthDay === undefined) return [];
  const hashes = {
    birthDay: birthDay === undefined ? null : identities.of(birthDay),
    license: number === '' ? null : identities.of(comparedLicense(number)),
  };
  return selectByHashes(db, hashes, FOUND_AT_MOST);
}

/** Takes away all that is kept of a customer's identity, for one who asked to be forgotten. */
export async function forgetIdentity(tx: Tx, customerId: number): Promise<void> {
  await deleteIdentity(tx, customerId);
}

/** Seals what a former build, or the demo shop, has left in plain text. Several servers may do it at once. */
export async function sealPlainIdentities(db: Database, secrets: Secrets): Promise<void> {
  for (;;) {
    const count = await inTransaction(db, async (tx) => {
      const rows = await takePlain(tx, SEALED_PER_STEP);
      for (const { user_id: id, date_of_birth: birthDay, license_number: licenseNumber } of rows) {
        await keepIdentity(tx, secrets, id, {
          birthDay: birthDay ?? undefined,
          licenseNumber: licenseNumber ?? undefined,
        });
      }
      return rows.length;
    });
    if (count < SEALED_PER_STEP) return;
  }
}

function notFound(id: number): Refusal {
  return new Refusal('not_found', `There is no customer ${id}.`);
}

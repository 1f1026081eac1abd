import { comparedLicense } from '#domain/identity/aamva.ts';
import type { Secrets } from './secrets.ts';

/** A column whose values are sealed. The command that changes the data key seals each of them anew. */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The column beside it by whose keyed hash a value is found. */
  readonly hash?: { readonly column: string; readonly of: (secrets: Secrets, text: string) => Buffer };
}

/** Every sealed column of the database: one that is not named here is lost when the data key changes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'jobs', key: 'id', column: 'payload' },
  { table: 'ai_settings', key: 'id', column: 'api_key_sealed' },
  { table: 'api_keys', key: 'machine_id', column: 'secret_sealed' },
  {
    table: 'customer_identities',
    key: 'customer_id',
    column: 'birth_day_sealed',
    hash: { column: 'birth_day_hash', of: ({ identities }, text) => identities.of(text) },
  },
  {
    table: 'customer_identities',
    key: 'customer_id',
    column: 'license_sealed',
    hash: { column: 'license_hash', of: ({ identities }, text) => identities.of(comparedLicense(text)) },
  },
];

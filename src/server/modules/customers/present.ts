import { sql } from 'kysely';

/** Customers of the directory, as `u`: not those merged into another account, nor the forgotten. The text of an index. */
export const PRESENT_CUSTOMER = sql`u.role = 'customer' AND u.status NOT IN ('merged', 'forgotten')`;

/** Everybody of the directory, staff included. */
export const PRESENT = sql`u.status NOT IN ('merged', 'forgotten')`;

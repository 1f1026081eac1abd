import { sql } from 'kysely';

/** A person's name as lists show it, of the users row `u`; "System" for what nobody did. */
export const USER_NAME = sql<string>`coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username, 'System')`;

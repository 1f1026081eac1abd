import { sql } from 'kysely';

/** A person's name as lists show it, from the users row `u`; "System" when nobody did it. */
export const USER_NAME = sql<string>`coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username, 'System')`;

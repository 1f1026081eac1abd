import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';
import { may, ROLE_COLUMNS, roleOf, type Staff } from '#server/http/guard/session.ts';

/** The person may no longer see, or the model no longer be told, what was allowed when they asked. */
export class NoLongerAllowed extends Error {
  constructor(what = 'What you may see was changed') {
    super(`${what} while this was answered. Ask again.`);
  }
}

/**
 * An answer takes minutes, and reads as the person was when they asked: no more is read once their account, role or
 * location allows less. Rule: assistant/tools.
 * @throws NoLongerAllowed
 */
export async function requireStillAllowed(db: Database, staff: Staff): Promise<void> {
  const { rows } = await sql<{ role: Role; settings: Omit<Parameters<typeof roleOf>[0], 'role'>; home: number | null }>`
    SELECT u.role, jsonb_build_object(${ROLE_COLUMNS}) AS settings, u.location_id AS home
      FROM users u LEFT JOIN role_settings r ON r.role = u.role
     WHERE u.id = ${staff.id} AND u.status = 'active'
       AND NOT EXISTS (SELECT FROM locations l WHERE l.id = ${staff.locationId} AND l.closed_at IS NOT NULL)`.execute(
    db,
  );
  const [now] = rows;
  if (now) {
    const { permissions } = roleOf({ role: now.role, ...now.settings });
    const isHere = now.home === staff.homeLocationId || may({ permissions }, 'switch-location');
    if (isHere && staff.permissions.every((permission) => permissions.includes(permission))) return;
  }
  throw new NoLongerAllowed();
}

import { sql } from 'kysely';
import type { changeRoleRoute, RoleSettings } from '#contract/roles.ts';
import type { BodyOf } from '#contract/route.ts';
import { moneyOrNull } from '#contract/wire.ts';
import {
  ADMINISTRATORS_ONLY,
  type ChangeableRole,
  CHANGEABLE_ROLES,
  permissionsOf,
  PERMISSIONS,
  type RoleChanges,
  roleChanges,
} from '#domain/permissions.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

interface RoleRow extends RoleChanges {
  role: ChangeableRole;
  most_discount_percent: number | null;
  most_refund_cents: number | null;
  version: number;
}

const SELECT = sql`
  SELECT role, granted, withheld, most_discount_percent, most_refund_cents::float8 AS most_refund_cents, version FROM role_settings`;
const NO_CHANGES: RoleChanges = { granted: [], withheld: [] };

function toWire({ role, most_refund_cents: refund, granted, withheld, ...row }: RoleRow): RoleSettings {
  return {
    ...row,
    role,
    permissions: permissionsOf(role, { granted, withheld }),
    usual: permissionsOf(role, NO_CHANGES),
    most_refund: moneyOrNull(refund),
  };
}

/** Staff before managers. */
export async function listRoles(db: Database): Promise<RoleSettings[]> {
  const { rows } = await sql<RoleRow>`${SELECT}`.execute(db);
  return rows.toSorted((a, b) => CHANGEABLE_ROLES.indexOf(a.role) - CHANGEABLE_ROLES.indexOf(b.role)).map(toWire);
}

const toldOf = ({ permissions, most_discount_percent, most_refund }: RoleSettings) => {
  return { permissions, most_discount_percent, most_refund };
};

/**
 * Changes what a role may do. Rule: sign-in/roles.
 * @throws Refusal as `changeRoleRoute` lists
 */
export async function changeRole(
  tx: Tx,
  by: Staff,
  role: ChangeableRole,
  body: BodyOf<typeof changeRoleRoute>,
): Promise<RoleSettings> {
  const { rows } = await sql<RoleRow>`${SELECT} WHERE role = ${role} FOR UPDATE`.execute(tx);
  const [before] = rows.map(toWire);
  if (!before) throw new Error(`the role ${role} has no settings`);
  if (before.version !== body.version) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody changed this role meanwhile. Nothing was saved; look at it again.',
      {
        details: { current: before },
      },
    );
  }
  const kept = body.permissions.find((permission) => ADMINISTRATORS_ONLY.includes(permission));
  if (kept !== undefined) throw new Refusal('not_valid', `Only administrators can have the permission ${kept}.`);
  const permissions = PERMISSIONS.filter((permission) => body.permissions.includes(permission));
  const { granted, withheld } = roleChanges(role, permissions);
  const changed = await sql<RoleRow>`
    UPDATE role_settings
       SET granted = ${[...granted]}::text[], withheld = ${[...withheld]}::text[], version = version + 1,
           most_discount_percent = ${body.most_discount_percent}, most_refund_cents = ${body.most_refund}
     WHERE role = ${role}
    RETURNING role, granted, withheld, most_discount_percent, most_refund_cents::float8 AS most_refund_cents, version`.execute(
    tx,
  );
  const [after] = changed.rows.map(toWire);
  if (!after) throw new Error(`the role ${role} was not written`);
  const changes = differences(toldOf(before), toldOf(after));
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'The role is like that already.');
  await recordChange(tx, by, { action: 'role_changed', entity: 'role', entityId: role, details: changes });
  return after;
}

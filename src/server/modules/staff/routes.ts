import type { FastifyInstance } from 'fastify';
import { changeRoleRoute, rolesRoute } from '#contract/roles.ts';
import {
  changeStaffRoute,
  createStaffRoute,
  endStaffSessionsRoute,
  staffRoute,
  staffSessionsRoute,
} from '#contract/staff.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { changeRole, listRoles } from './roles.ts';
import { changeStaff, createStaff, endSessions, listSessions, listStaff } from './staff.ts';

/** Accounts of the staff, for administrators. Rule: sign-in/staff-accounts. */
export function registerStaff(app: FastifyInstance): void {
  serve(app, staffRoute, async ({ db }) => success({ data: await listStaff(db) }));

  serveWrite(app, createStaffRoute, async ({ tx, staff, body, emit }) => {
    const data = await createStaff(tx, staff, body);
    emit({ type: 'staff', user_id: data.id });
    return success({ data });
  });

  serveWrite(app, changeStaffRoute, async ({ tx, staff, params, body, emit }) => {
    const { after } = await changeStaff(tx, staff, params.id, body);
    emit({ type: 'staff', user_id: after.id });
    // Their own windows show the new name and location, or are asked to sign in.
    emit({ type: 'session', user_id: after.id });
    return success({ data: after });
  });

  serve(app, staffSessionsRoute, async ({ db, session, params }) => {
    const sessions = await listSessions(db, session, params.id);
    return success({
      data: sessions.map(({ created_at, last_seen_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
      })),
    });
  });

  serveWrite(app, endStaffSessionsRoute, async ({ tx, session, params, body, emit }) => {
    const ended = await endSessions(tx, session, params.id, body.session_id ?? null);
    emit({ type: 'session', user_id: params.id });
    emit({ type: 'staff', user_id: params.id });
    return success({ ended });
  });

  serve(app, rolesRoute, async ({ db }) => success({ data: await listRoles(db) }));

  serveWrite(app, changeRoleRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeRole(tx, staff, params.role, body);
    // Every session reads again what its person may do.
    emit({ type: 'locations' });
    emit({ type: 'staff', user_id: staff.id });
    return success({ data });
  });
}

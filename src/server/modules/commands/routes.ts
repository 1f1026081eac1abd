import type { FastifyInstance } from 'fastify';
import { reportUnsettledRoute, unsettledCommandsRoute, withdrawCommandRoute } from '#contract/commands.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { isBegun, isWithdrawn, keyOwner, withdrawKey } from '#server/http/serve/keyed/idempotency.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { Refusal } from '#server/refusal.ts';
import { deleteSettled, selectUnsettled, upsertUnsettled } from './queries.ts';
import { may } from '#server/http/guard/session.ts';

/** Commands that wait for an answer at a till: managers elsewhere can see and end them. */
export function registerCommands(app: FastifyInstance): void {
  serve(app, reportUnsettledRoute, async ({ db, staff, body }) => {
    await upsertUnsettled(db, staff.id, body.unsettled);
    await deleteSettled(db, body.settled);
    return success({});
  });

  serveWrite(app, withdrawCommandRoute, async ({ tx, staff, body: { key, owner_id: owner, title } }) => {
    if (owner !== staff.id && !may(staff, 'settle-commands')) {
      throw new Refusal('not_allowed', 'Only a manager may withdraw what somebody else has sent.');
    }
    const kept = await withdrawKey(tx, key, keyOwner(staff));
    const partly = await isBegun(tx, key);
    if (kept === null) {
      const details = { title, owner_id: owner, partly };
      await recordChange(tx, staff, { action: 'command_withdrawn', entity: 'command', entityId: key, details });
    }
    const happened = kept !== null && !isWithdrawn(kept);
    return success({ happened, partly: partly && !happened });
  });

  serve(app, unsettledCommandsRoute, async ({ db }) => success({ data: await selectUnsettled(db) }));
}

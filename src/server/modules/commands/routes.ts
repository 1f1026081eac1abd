import type { FastifyInstance } from 'fastify';
import { reportUnsettledRoute, unsettledCommandsRoute } from '#contract/commands.ts';
import { serve } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { deleteSettled, selectUnsettled, upsertUnsettled } from './queries.ts';

/** What waits at tills for an answer, for managers who are elsewhere. */
export function registerCommands(app: FastifyInstance): void {
  serve(app, reportUnsettledRoute, async ({ db, staff, body }) => {
    await upsertUnsettled(db, staff.id, body.unsettled);
    await deleteSettled(db, body.settled);
    return success({});
  });

  serve(app, unsettledCommandsRoute, async ({ db }) => success({ data: await selectUnsettled(db) }));
}

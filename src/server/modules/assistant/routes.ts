import type { FastifyInstance } from 'fastify';
import {
  askAboutStockRoute,
  askDirectRoute,
  assistantRoute,
  runEventsRoute,
  runRoute,
  startRunRoute,
  stopRunRoute,
  toolRowsRoute,
} from '#contract/assistant-chat.ts';
import {
  clearConversationRoute,
  conversationsRoute,
  createConversationRoute,
  deleteConversationRoute,
  messagesRoute,
  renameConversationRoute,
} from '#contract/assistant-history.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { serveStream } from '#server/http/serve/send/serve-stream.ts';
import { success } from '#server/http/serve/success.ts';
import {
  clearConversation,
  createConversation,
  deleteConversation,
  getMessages,
  listConversations,
  renameConversation,
} from './conversations/conversations.ts';
import { Drafts } from './drafts/drafts.ts';
import { registerDrafts } from './drafts/routes.ts';
import { Listening, requireRun } from './runs/listening.ts';
import { PATIENCE } from './runs/patience.ts';
import { askToStop, toRun } from './runs/queries.ts';
import { Runs } from './runs/runs.ts';
import { Models } from './settings/models.ts';
import { registerAssistantSettings } from './settings/routes.ts';
import { startState } from './start-state.ts';
import { registerToolCsv } from './tools/csv-route.ts';
import { showTool } from './tools/run-tool.ts';

/** Questions about the shop, and their answers. Rule: assistant/runs. */
export function registerAssistant(app: FastifyInstance): void {
  const { deps } = app;
  const models = new Models();
  const drafts = new Drafts(deps);
  const runs = new Runs(deps, models, drafts, { ...PATIENCE, ...deps.patience });
  app.addHook('preClose', () => runs.close());

  serve(app, conversationsRoute, async ({ db, staff, query }) => success(await listConversations(db, staff, query)));

  serveWrite(app, createConversationRoute, async ({ tx, staff, body }) =>
    success({ conversation: await createConversation(tx, staff, body.title) }),
  );

  serveWrite(app, renameConversationRoute, async ({ tx, staff, params, body }) =>
    success({ conversation: await renameConversation(tx, staff, params.id, body.title) }),
  );

  serveWrite(app, deleteConversationRoute, async ({ tx, staff, params }) => {
    await deleteConversation(tx, staff, params.id);
    return success({});
  });

  serve(app, messagesRoute, async ({ db, staff, params, query }) =>
    success(await getMessages(db, staff, params.id, query)),
  );

  serveWrite(app, clearConversationRoute, async ({ tx, staff, params }) =>
    success({ conversation: await clearConversation(tx, staff, params.id) }),
  );

  for (const route of [askDirectRoute, askAboutStockRoute])
    serveStream(app, route, async ({ staff, body }) => new Listening(deps, runs, await runs.begin(staff, body), 0));

  serveStream(app, runEventsRoute, async ({ staff, params, query }) => {
    await requireRun(deps.reads, staff, params.id);
    return new Listening(deps, runs, params.id, query.after);
  });

  servePreparedWrite(
    app,
    startRunRoute,
    ({ staff, body }) => runs.begin(staff, body),
    async ({ tx, staff }, id) => success({ run: toRun(await requireRun(tx, staff, id)) }),
  );

  serve(app, runRoute, async ({ db, staff, params }) =>
    success({ run: toRun(await requireRun(db, staff, params.id)) }),
  );

  serveWrite(app, stopRunRoute, async ({ tx, staff, params, afterCommit }) => {
    const run = await requireRun(tx, staff, params.id);
    await askToStop(tx, { runId: run.id });
    afterCommit(() => runs.stop(run.id));
    return success({ run: toRun(run) });
  });

  serve(app, assistantRoute, async ({ db, staff }) => success(await startState(deps, models, db, staff)));

  serve(app, toolRowsRoute, async ({ staff, query: { tool, parameters } }) =>
    success({ card: await showTool(deps, staff, { tool, parameters }) }),
  );

  registerToolCsv(app);
  registerAssistantSettings(app, models);
  registerDrafts(app, drafts);
}

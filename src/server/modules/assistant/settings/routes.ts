import type { FastifyInstance } from 'fastify';
import {
  agentRoute,
  agentVersionsRoute,
  changeAgentRoute,
  changeProviderRoute,
  modelsRoute,
  providerRoute,
  restoreAgentRoute,
  sentRoute,
  testAgentRoute,
  testProviderRoute,
} from '#contract/assistant-settings.ts';
import type { Database } from '#server/db/pool.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { changeAgent, listAgentVersions, type MayUse, restoreAgent, toAgent } from './agent.ts';
import { dollars, type Models } from './models.ts';
import { changeSettings, reachOf, toSettings } from './provider-settings.ts';
import { selectAgent, selectSent, selectSettings } from './queries.ts';
import { tryAgent, tryProvider } from './trying.ts';

const SENT_SHOWN = 100;

/** The agent and how a model is reached, for administrators. Rules: assistant/agent, assistant/provider. */
export function registerAssistantSettings(app: FastifyInstance, models: Models): void {
  const { deps } = app;
  const resolved = async (db: Database, name: string): Promise<string> => {
    const settings = await selectSettings(db);
    const reach = reachOf(deps, settings);
    return reach === null ? '' : models.resolve(reach, settings, name);
  };

  serve(app, agentRoute, async ({ db, staff }) => {
    const agent = await selectAgent(db);
    return success({ agent: toAgent(staff, agent, await resolved(db, agent.model)) });
  });

  // Aliases stand for models of the provider's list, which no transaction waits for.
  const mayUse = async ({ db }: { db: Database }): Promise<MayUse> => {
    const settings = await selectSettings(db);
    return models.allowing(reachOf(deps, settings), settings);
  };

  servePreparedWrite(app, changeAgentRoute, mayUse, async ({ tx, staff, body }, may) => {
    const agent = await changeAgent(tx, staff, body, may);
    return success({ agent: toAgent(staff, agent, '') });
  });

  serve(app, agentVersionsRoute, async ({ db, staff }) => success({ versions: await listAgentVersions(db, staff) }));

  servePreparedWrite(app, restoreAgentRoute, mayUse, async ({ tx, staff, body }, may) => {
    const agent = await restoreAgent(tx, staff, body, may);
    return success({ agent: toAgent(staff, agent, '') });
  });

  servePreparedWrite(
    app,
    testAgentRoute,
    ({ staff, body }) => tryAgent(deps, models, staff, body),
    async (_context, answer) => success(answer),
  );

  serve(app, providerRoute, async ({ db }) => success({ settings: toSettings(deps, await selectSettings(db)) }));

  serveWrite(app, changeProviderRoute, async ({ tx, staff, body }) =>
    success({ settings: await changeSettings(tx, deps, staff, body) }),
  );

  servePreparedWrite(
    app,
    testProviderRoute,
    ({ staff, body }) => tryProvider(deps, models, staff, body),
    async (_context, found) => success(found),
  );

  serve(app, modelsRoute, async ({ db, query }) => {
    const reach = reachOf(deps, await selectSettings(db));
    if (reach === null) return success({ models: [], error: 'No provider is entered.' });
    const { models: found, error } = await models.list(reach, { refresh: query.refresh === true });
    return success({ models: found.map(({ name, label }) => ({ name, label })), error });
  });

  serve(app, sentRoute, async ({ db }) =>
    success({
      sent: (await selectSent(db, SENT_SHOWN)).map(({ at, cost_micros, ...row }) => ({
        ...row,
        at: at.toISOString(),
        cost: dollars(cost_micros),
      })),
    }),
  );
}

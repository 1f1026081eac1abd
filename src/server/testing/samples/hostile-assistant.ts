import { sql } from 'kysely';
import type { TestApp, Till } from '../app.ts';

const RUN = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
const ARTIFACT = {
  title: 'Sales',
  description: 'd',
  code: '<h1>Hello</h1>',
  language: 'html',
  artifact_type: 'html',
  tags: ['sales'],
  is_global: true,
  source: { tool: 'low_stock', parameters: { category: 'c' } },
};
const QUESTION = {
  message: '/calc 1 + 1',
  temperature: 0.5,
  max_tokens: 100,
  conversation: [{ role: 'user', content: 'c' }],
  user_location: { id: 20, name: 'n' },
  run_id: RUN,
  model: 'm',
  images: ['data:image/png;base64,iVBORw0KGgo='],
};
const AGENT = { name: 'Agent', model: 'claude-opus-4', system_prompt: 's', temperature: 0.33, max_tokens: 100 };

/** A request of each call of the assistant that has a body. */
export const ASSISTANT_SAMPLES: Record<string, Record<string, unknown>> = {
  'POST /api/artifacts': { ...ARTIFACT, userId: 'u' },
  'PUT /api/artifacts/:id': { ...ARTIFACT, version: 1 },
  'POST /api/artifacts/:id/restore': { restore: 1, version: 2 },
  'POST /api/ai/history': { title: 't' },
  'PUT /api/ai/history/:id': { title: 't' },
  'POST /api/ai/direct': QUESTION,
  'POST /api/ai/wordpress-proxy': QUESTION,
  'POST /api/ai/runs': QUESTION,
  'PUT /api/ai/config': { agentId: 1, updates: AGENT, version: 1 },
  'POST /api/ai/config/restore': { restore: 1, version: 2 },
  'POST /api/ai/config/test': { ...AGENT, name: undefined, question: 'q' },
  'PUT /api/ai/provider': {
    provider: 'openai',
    base_url: 'http://127.0.0.1:9/v1',
    api_key: 'k-1',
    streams_with_tools: false,
    share_customer_names: true,
    person_daily_tokens: 10,
    shop_daily_tokens: 20,
    aliases: [{ name: 'claude-opus-4', model: 'm' }],
    prices: [{ model: 'm', input: 1, output: 2 }],
    allowed_models: ['m', 'claude-sonnet-4'],
    version: 1,
  },
  'POST /api/ai/provider/test': { model: 'm' },
  'POST /api/ai/drafts/:id/approve': { approval_token: 'a' },
};

/** The id that an address then names, and a line that none of these has. */
interface Target {
  readonly id: string;
  readonly line: number;
}

type Make = (manager: Till, shop: TestApp) => Promise<Target | null>;

const idOf = (rows: readonly { id: number }[]): Target => ({ id: String(rows[0]?.id), line: 0 });

const newConversation: Make = async ({ userId }, { database: { db } }) => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_conversations (user_id, title) VALUES (${userId}, 't') RETURNING id`.execute(db);
  return idOf(rows);
};

async function newArtifact({ database: { db } }: TestApp, ownerId: number, versions: number): Promise<Target> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO artifacts (owner_id, title, is_global, version) VALUES (${ownerId}, 'a', true, ${versions}) RETURNING id`.execute(
    db,
  );
  await sql`
    INSERT INTO artifact_versions (artifact_id, version, title, description, code, language, artifact_type, saved_by)
    SELECT ${rows[0]?.id}::integer, n, 'a', 'd', 'code ' || n, 'html', 'html', ${ownerId}::integer FROM generate_series(1, ${versions}::integer) n`.execute(
    db,
  );
  return idOf(rows);
}

async function newDraft({ database: { db } }: TestApp, userId: number, state: string): Promise<Target> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_drafts (user_id, location_id, kind, title, content, changes, content_hash, nonce, state, decided_at)
    VALUES (${userId}, 20, 'purchase_order', 't', '{}', '[]', sha256('c'), sha256('n'), ${state},
            CASE WHEN ${state} = 'proposed' THEN NULL ELSE now() END) RETURNING id`.execute(db);
  return idOf(rows);
}

/** Deletes the run of the samples and the settings of the provider. */
const afresh: Make = async (_manager, { database: { db } }) => {
  await sql`DELETE FROM ai_runs WHERE id = ${RUN}`.execute(db);
  await sql`DELETE FROM ai_settings`.execute(db);
  await sql`INSERT INTO ai_settings DEFAULT VALUES`.execute(db);
  return null;
};

const agentOf =
  (versions: number): Make =>
  async (_manager, { database: { db } }) => {
    await sql`ALTER TABLE ai_agent_versions DISABLE TRIGGER ai_agent_versions_unchanging`.execute(db);
    await sql`DELETE FROM ai_agent_versions WHERE version > 1`.execute(db);
    await sql`ALTER TABLE ai_agent_versions ENABLE TRIGGER ai_agent_versions_unchanging`.execute(db);
    if (versions > 1) {
      await sql`
        INSERT INTO ai_agent_versions (version, name, model, system_prompt, temperature, max_tokens)
        VALUES (2, 'Second', 'm', '', 0.1, 100)`.execute(db);
    }
    return null;
  };

/** Makes again the objects that an accepted sample has used up, by route. */
export const ASSISTANT_ANEW: Record<string, Make> = {
  'PUT /api/artifacts/:id': ({ userId }, shop) => newArtifact(shop, userId, 1),
  'DELETE /api/artifacts/:id': ({ userId }, shop) => newArtifact(shop, userId, 1),
  'POST /api/artifacts/:id/restore': ({ userId }, shop) => newArtifact(shop, userId, 2),
  'PUT /api/ai/history/:id': newConversation,
  'POST /api/ai/direct': afresh,
  'POST /api/ai/wordpress-proxy': afresh,
  'POST /api/ai/runs': afresh,
  'POST /api/ai/config/test': afresh,
  'POST /api/ai/provider/test': afresh,
  'PUT /api/ai/provider': afresh,
  'PUT /api/ai/config': agentOf(1),
  'POST /api/ai/config/restore': agentOf(2),
  'POST /api/ai/drafts/:id/approve': ({ userId }, shop) => newDraft(shop, userId, 'proposed'),
};

/** Makes the objects that addresses name, for the person who reads them. They are the first of the assistant. */
export async function makeAssistantObjects(shop: TestApp, reader: Till): Promise<void> {
  await newArtifact(shop, reader.userId, 1);
  await reader.post('/api/ai/runs', { message: '/calc 1 + 1', run_id: RUN_READ });
  await newDraft(shop, reader.userId, 'proposed');
}

/** The reader's run. */
const RUN_READ = '0c7f4e5f-6a2b-4b51-8d0e-9a8f2f9d1c3a';

/** The id in an address of the assistant; null for other addresses. */
export function assistantIdFor(path: string): string | null {
  if (path.startsWith('/api/ai/runs/')) return RUN_READ;
  // The question, then the card of its tool.
  if (path.startsWith('/api/ai/messages/')) return '2';
  return path.startsWith('/api/ai/') || path.startsWith('/api/artifacts/') ? '1' : null;
}

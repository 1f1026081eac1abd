import { sql } from 'kysely';
import type { ModelAlias, ProviderKind, ToldRows } from '#contract/assistant-settings.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';

export interface AgentRow {
  readonly name: string;
  readonly model: string;
  readonly system_prompt: string;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly version: number;
  readonly updated_at: Date;
  readonly updated_by: string;
}

const AGENT = sql`
  SELECT v.name, v.model, v.system_prompt, v.temperature::float8 AS temperature, v.max_tokens, v.version, v.saved_at AS updated_at,
         CASE WHEN v.saved_by IS NULL THEN '' ELSE ${USER_NAME} END AS updated_by
    FROM ai_agent_versions v LEFT JOIN users u ON u.id = v.saved_by`;

export async function selectAgent(db: Database): Promise<AgentRow> {
  const { rows } = await sql<AgentRow>`${AGENT} ORDER BY v.version DESC LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('there is no agent');
  return row;
}

/** The agent, which nobody else changes until the transaction ends. */
export async function lockAgent(tx: Tx): Promise<AgentRow> {
  await sql`SELECT FROM ai_settings WHERE id = 1 FOR NO KEY UPDATE`.execute(tx);
  return selectAgent(tx);
}

export async function selectAgentVersions(db: Database, limit: number): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`${AGENT} ORDER BY v.version DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectAgentVersion(db: Database, version: number): Promise<AgentRow | undefined> {
  const { rows } = await sql<AgentRow>`${AGENT} WHERE v.version = ${version}`.execute(db);
  return rows[0];
}

export type AgentValues = Pick<AgentRow, 'name' | 'model' | 'system_prompt' | 'temperature' | 'max_tokens'>;

export async function insertAgent(tx: Tx, version: number, savedBy: number, agent: AgentValues): Promise<void> {
  await sql`
    INSERT INTO ai_agent_versions (version, name, model, system_prompt, temperature, max_tokens, saved_by)
    VALUES (${version}, ${agent.name}, ${agent.model}, ${agent.system_prompt}, ${agent.temperature}, ${agent.max_tokens}, ${savedBy})`.execute(
    tx,
  );
}

export interface SettingsRow {
  readonly provider: ProviderKind | null;
  readonly base_url: string;
  readonly api_key_sealed: string | null;
  readonly streams_with_tools: boolean;
  readonly share_customer_names: boolean;
  readonly person_daily_tokens: number;
  readonly shop_daily_tokens: number;
  readonly aliases: Readonly<Partial<Record<ModelAlias, string>>>;
  /** US dollars for a million tokens, by model. */
  readonly prices: Readonly<Record<string, { readonly input: number; readonly output: number }>>;
  /** Empty for every model of the provider. */
  readonly allowed_models: readonly string[];
  readonly version: number;
}

const SETTINGS = sql`provider, base_url, api_key_sealed, streams_with_tools, share_customer_names, person_daily_tokens,
  shop_daily_tokens, aliases, prices, allowed_models, version`;

export async function selectSettings(db: Database, { lock = false } = {}): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    SELECT ${SETTINGS} FROM ai_settings WHERE id = 1 ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the assistant has no settings');
  return row;
}

export async function updateSettings(tx: Tx, row: SettingsRow): Promise<void> {
  await sql`
    UPDATE ai_settings SET provider = ${row.provider}, base_url = ${row.base_url}, api_key_sealed = ${row.api_key_sealed},
           streams_with_tools = ${row.streams_with_tools}, share_customer_names = ${row.share_customer_names},
           person_daily_tokens = ${row.person_daily_tokens}, shop_daily_tokens = ${row.shop_daily_tokens},
           aliases = ${JSON.stringify(row.aliases)}::jsonb, prices = ${JSON.stringify(row.prices)}::jsonb,
           allowed_models = ${[...row.allowed_models]}::text[], version = version + 1
     WHERE id = 1`.execute(tx);
}

export interface SentRow {
  readonly at: Date;
  readonly person: string;
  readonly model: string;
  readonly tools: string[];
  readonly told: ToldRows[];
  readonly images: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_micros: number | null;
}

export async function selectSent(db: Database, limit: number): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    SELECT r.started_at AS at, ${USER_NAME} AS person, r.model, r.tools, r.told, r.images, r.input_tokens, r.output_tokens, r.cost_micros
      FROM ai_runs r JOIN users u ON u.id = r.user_id WHERE r.model <> ''
     ORDER BY r.started_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

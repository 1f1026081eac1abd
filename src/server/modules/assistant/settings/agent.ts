import type { Agent, changeAgentRoute } from '#contract/assistant-settings.ts';
import type { BodyOf } from '#contract/route.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import {
  type AgentRow,
  type AgentValues,
  insertAgent,
  lockAgent,
  selectAgent,
  selectAgentVersion,
  selectAgentVersions,
} from './queries.ts';

/** There is one agent for the business. */
const AGENT_ID = 1;
const VERSIONS_SHOWN = 100;

export function toAgent(staff: Staff, row: AgentRow, resolvesTo: string): Agent {
  return {
    ...row,
    id: AGENT_ID,
    resolves_to: resolvesTo,
    system_prompt: may(staff, 'configure') ? row.system_prompt : '',
    updated_at: row.updated_at.toISOString(),
  };
}

const valuesOf = ({ name, model, system_prompt, temperature, max_tokens }: AgentRow): AgentValues => ({
  name,
  model,
  system_prompt,
  temperature,
  max_tokens,
});

async function save(
  tx: Tx,
  staff: Staff,
  before: AgentRow,
  wanted: AgentValues,
  action: 'agent_changed' | 'agent_restored',
): Promise<AgentRow> {
  const rounded = { ...wanted, temperature: Math.round(wanted.temperature * 100) / 100 };
  const changes = differences(valuesOf(before), rounded);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'The agent is like that already.');
  await insertAgent(tx, before.version + 1, staff.id, rounded);
  await recordChange(tx, staff, { action, entity: 'assistant', entityId: 'agent', details: changes });
  return selectAgent(tx);
}

function requireVersion(staff: Staff, row: AgentRow, seen: number | undefined): void {
  if (seen === undefined || seen === row.version) return;
  throw new Refusal('changed_meanwhile', 'Somebody changed the agent meanwhile. Look at it again.', {
    details: { current: toAgent(staff, row, '') },
  });
}

/** True of the name of a model that the agent may have. */
export type MayUse = (name: string) => boolean;

/** The other settings of an agent whose model was taken off the list can be changed. */
function requireModel(mayUse: MayUse, before: AgentRow, name: string | undefined): void {
  if (name === undefined || name === before.model || mayUse(name)) return;
  throw new Refusal(
    'model_not_allowed',
    `${name.slice(0, 80)} is not one of the allowed models. Choose another one, or allow it in Connection and limits.`,
  );
}

/** @throws Refusal `changed_meanwhile`, `nothing_to_do`, `model_not_allowed` */
export async function changeAgent(
  tx: Tx,
  staff: Staff,
  { updates, version }: BodyOf<typeof changeAgentRoute>,
  mayUse: MayUse,
): Promise<AgentRow> {
  const before = await lockAgent(tx);
  requireVersion(staff, before, version);
  requireModel(mayUse, before, updates.model);
  const given = Object.fromEntries(Object.entries(updates).filter(([, value]) => value !== undefined));
  return save(tx, staff, before, { ...valuesOf(before), ...given }, 'agent_changed');
}

/** @throws Refusal `not_found`, `changed_meanwhile`, `nothing_to_do`, `model_not_allowed` */
export async function restoreAgent(
  tx: Tx,
  staff: Staff,
  { restore, version }: { restore: number; version?: number | undefined },
  mayUse: MayUse,
): Promise<AgentRow> {
  const before = await lockAgent(tx);
  requireVersion(staff, before, version);
  const former = await selectAgentVersion(tx, restore);
  if (!former) throw new Refusal('not_found', `The agent has no version ${restore}.`);
  requireModel(mayUse, before, former.model);
  return save(tx, staff, before, valuesOf(former), 'agent_restored');
}

export async function listAgentVersions(db: Database, staff: Staff): Promise<Agent[]> {
  return (await selectAgentVersions(db, VERSIONS_SHOWN)).map((row) => toAgent(staff, row, ''));
}

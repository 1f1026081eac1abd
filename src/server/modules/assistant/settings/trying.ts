import type { testAgentRoute, testProviderRoute } from '#contract/assistant-settings.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import type { Tx } from '#server/db/pool.ts';
import { type ModelRequest, type Provider, ProviderError, type TokenUsage } from '#server/providers/provider.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { instructions } from '../runs/instructions.ts';
import { CUT_WORDS } from '../runs/answer.ts';
import { HOW_TO_CONNECT } from '../runs/runs.ts';
import { estimated, LimitReached, requireTokens, type Turned, usageOr } from '../runs/tokens.ts';
import { agentNotAllowed, costMicros, dollars, isAllowed, type Models } from './models.ts';
import { reachOf } from './provider-settings.ts';
import { selectAgent, selectSettings, type SettingsRow } from './queries.ts';

const WITHIN_MS = 60_000;

interface Trying {
  readonly deps: AppDeps;
  readonly staff: Staff;
  readonly settings: SettingsRow;
  readonly provider: Provider;
}

/** One turn within the limits of the day, whose tokens count as those of an answer. Rule: assistant/limits. */
async function oneTurn(
  { deps, staff, settings, provider }: Trying,
  request: Omit<ModelRequest, 'signal'>,
): Promise<Turned & { cost: number | null }> {
  await requireTokens(deps.reads, staff, settings);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const spend = async (usage: TokenUsage): Promise<number | null> => {
    const cost = costMicros(settings, request.model, usage);
    await writtenInLine(deps.db, (tx) => count(tx, staff, { model: request.model, usage, cost }), {
      name: `staff ${staff.id}`,
    });
    return cost;
  };
  let turned: Turned | undefined;
  let characters = 0;
  try {
    for await (const event of provider.ask({ ...request, signal })) {
      if (event.type === 'turn') turned = event;
      else characters += event.text.length;
    }
    if (!turned) throw new ProviderError('provider_error', 'The provider ended without an answer.');
  } catch (error) {
    if (characters > 0 || signal.aborted) await spend(estimated(request, characters));
    throw error;
  }
  const usage = usageOr(turned, request);
  return { ...turned, usage, cost: await spend(usage) };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProviderError || error instanceof LimitReached) return error.message;
  if ((error as Error | undefined)?.name === 'TimeoutError') return 'The model did not answer within a minute.';
  throw error;
}

async function count(
  tx: Tx,
  staff: Staff,
  { model, usage, cost }: { model: string; usage: TokenUsage; cost: number | null },
): Promise<void> {
  await sql`
    INSERT INTO ai_runs (id, user_id, location_id, state, ended_at, model, input_tokens, output_tokens, cost_micros)
    VALUES (${randomUUID()}, ${staff.id}, ${staff.locationId}, 'finished', now(), ${model}, ${usage.inputTokens}, ${usage.outputTokens}, ${cost})`.execute(
    tx,
  );
}

/** Asks one question with settings that need not be saved. */
export async function tryAgent(
  deps: AppDeps,
  models: Models,
  staff: Staff,
  body: BodyOf<typeof testAgentRoute>,
): Promise<Omit<ReplyOf<typeof testAgentRoute>, 'success'>> {
  const [settings, agent] = [await selectSettings(deps.reads), await selectAgent(deps.reads)];
  const reach = reachOf(deps, settings);
  const began = performance.now();
  const nothing = { input_tokens: 0, output_tokens: 0, cost: null, ms: 0, model: '' };
  if (reach === null) return { ok: false, answer: HOW_TO_CONNECT, ...nothing };
  const name = body.model || agent.model;
  const model = await models.resolve(reach, settings, name);
  if (!isAllowed(settings, model)) return { ok: false, answer: agentNotAllowed(name, model), ...nothing, model };
  const trying = { deps, staff, settings, provider: models.of(reach) };
  try {
    const { turn, usage, cost, cut } = await oneTurn(trying, {
      model,
      system: instructions(staff, new Date(), body.system_prompt ?? agent.system_prompt, settings.share_customer_names),
      turns: [{ role: 'user', text: body.question }],
      tools: [],
      temperature: body.temperature ?? agent.temperature,
      maxTokens: await models.longest(reach, model, body.max_tokens ?? agent.max_tokens),
    });
    return {
      ok: true,
      answer: `${turn.text.slice(0, 20_000)}${cut === null ? '' : `\n\n${CUT_WORDS[cut]}`}`,
      model,
      ms: Math.round(performance.now() - began),
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost: dollars(cost),
    };
  } catch (error) {
    return { ok: false, answer: sentenceOf(error), ...nothing, model, ms: Math.round(performance.now() - began) };
  }
}

const PROBE = {
  name: 'connection_test',
  description: 'Call this tool with the word "ready".',
  schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

/** Asks for one call of a tool: the part of a connection that fails most often. */
export async function tryProvider(
  deps: AppDeps,
  models: Models,
  staff: Staff,
  body: BodyOf<typeof testProviderRoute>,
): Promise<Omit<ReplyOf<typeof testProviderRoute>, 'success'>> {
  const [settings, agent] = [await selectSettings(deps.reads), await selectAgent(deps.reads)];
  const reach = reachOf(deps, settings);
  const began = performance.now();
  if (reach === null) return { ok: false, sentence: HOW_TO_CONNECT, model: '', ms: 0 };
  // The list is read again, so that the test uses its present state.
  await models.list(reach, { refresh: true });
  const name = body.model || agent.model;
  const model = await models.resolve(reach, settings, name);
  const done = (ok: boolean, sentence: string) => ({
    ok,
    sentence,
    model,
    ms: Math.round(performance.now() - began),
  });
  if (!isAllowed(settings, model)) return done(false, agentNotAllowed(name, model));
  const trying = { deps, staff, settings, provider: models.of(reach) };
  try {
    const { turn } = await oneTurn(trying, {
      model,
      system: '',
      turns: [{ role: 'user', text: 'Call the tool connection_test with the word "ready".' }],
      tools: [PROBE],
      temperature: 0,
      maxTokens: 256,
      mustCall: PROBE.name,
    });
    const call = turn.calls?.find(({ name }) => name === PROBE.name);
    if (call && call.input !== undefined) return done(true, `The model ${model} answered and called the tool.`);
    return done(
      false,
      settings.streams_with_tools
        ? 'The model answered, but its call of the tool was lost. Switch off streaming with tools and test again.'
        : 'The model answered, but did not call the tool: choose a model that can.',
    );
  } catch (error) {
    return done(false, sentenceOf(error));
  }
}

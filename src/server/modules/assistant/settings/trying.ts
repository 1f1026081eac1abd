import type { testAgentRoute, testProviderRoute } from '#contract/assistant-settings.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { type ModelEvent, type ModelRequest, type Provider, ProviderError } from '#server/providers/provider.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { instructions } from '../runs/instructions.ts';
import { HOW_TO_CONNECT } from '../runs/runs.ts';
import { agentNotAllowed, costMicros, dollars, isAllowed, type Models, MOST_TOKENS } from './models.ts';
import { reachOf } from './provider-settings.ts';
import { selectAgent, selectSettings } from './queries.ts';

const WITHIN_MS = 60_000;

type Turned = Extract<ModelEvent, { type: 'turn' }>;

async function oneTurn(provider: Provider, request: Omit<ModelRequest, 'signal'>): Promise<Turned> {
  for await (const event of provider.ask({ ...request, signal: AbortSignal.timeout(WITHIN_MS) }))
    if (event.type === 'turn') return event;
  throw new ProviderError('provider_error', 'The provider ended without an answer.');
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message;
  if ((error as Error | undefined)?.name === 'TimeoutError') return 'The model did not answer within a minute.';
  throw error;
}

/** Tokens of a try count as those of an answer. */
async function count(
  { db }: AppDeps,
  staff: Staff,
  { model, usage, cost }: { model: string; usage: Turned['usage']; cost: number | null },
): Promise<void> {
  await sql`
    INSERT INTO ai_runs (id, user_id, location_id, state, ended_at, model, input_tokens, output_tokens, cost_micros)
    VALUES (${randomUUID()}, ${staff.id}, ${staff.locationId}, 'finished', now(), ${model}, ${usage.inputTokens}, ${usage.outputTokens}, ${cost})`.execute(
    db,
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
  try {
    const { turn, usage } = await oneTurn(models.of(reach), {
      model,
      system: instructions(staff, new Date(), body.system_prompt ?? agent.system_prompt, settings.share_customer_names),
      turns: [{ role: 'user', text: body.question }],
      tools: [],
      temperature: body.temperature ?? agent.temperature,
      maxTokens: Math.min(body.max_tokens ?? agent.max_tokens, MOST_TOKENS),
    });
    const cost = costMicros(settings, model, usage);
    await count(deps, staff, { model, usage, cost });
    return {
      ok: true,
      answer: turn.text.slice(0, 20_000),
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
  try {
    const { turn, usage } = await oneTurn(models.of(reach), {
      model,
      system: '',
      turns: [{ role: 'user', text: 'Call the tool connection_test with the word "ready".' }],
      tools: [PROBE],
      temperature: 0,
      maxTokens: 256,
      mustCall: PROBE.name,
    });
    await count(deps, staff, { model, usage, cost: costMicros(settings, model, usage) });
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

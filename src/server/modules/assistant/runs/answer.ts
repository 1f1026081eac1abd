import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import {
  type ModelEvent,
  type ModelRequest,
  type Provider,
  ProviderError,
  type TokenUsage,
  type ToolCall,
  type ToolSpec,
  type Turn,
} from '#server/providers/provider.ts';
import { cardOf, failedCard, runTool, sentenceOfFailure, toldToModel, type ToolDeps } from '../tools/run-tool.ts';
import { TOOLS } from '../tools/tools.ts';
import type { Drafting } from '../drafts/drafting.ts';
import { type Patience, Stopped, Watch } from './patience.ts';
import type { Run } from './run.ts';

/** Turns of one answer: each asks for tools, the last one answers. Rule: assistant/patience. */
const MOST_TURNS = 10;
/** Tools of one turn. */
const MOST_CALLS = 12;
const MOST_TRIES = 3;
/** Characters of an answer. No limit of tokens lets a model write more; a server that is broken may. Rule: assistant/patience. */
const MOST_CHARACTERS = 400_000;

export interface Answering {
  readonly provider: Provider;
  readonly model: string;
  readonly system: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly turns: readonly Turn[];
  readonly sharesNames: boolean;
  readonly staff: Staff;
  readonly tools: ToolDeps;
  readonly drafting: Drafting;
  readonly patience: Patience;
  readonly log: AppDeps['log'];
  /** Counts the tokens of a turn. */
  readonly spend: (usage: TokenUsage) => Promise<void>;
  /** @throws LimitReached when no more may be spent */
  readonly mayGoOn: () => Promise<void>;
}

/** The tokens of the day are used up. */
export class LimitReached extends Error {}

/** A schema as models take it: an object, without the mark of the draft of JSON Schema. */
function schemaOf(parameters: z.ZodObject): ToolSpec['schema'] {
  const known = schemas.get(parameters);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  schemas.set(parameters, schema);
  return schema;
}

/** Schemas that were made before: all of them together take milliseconds, in which no till is served. */
const schemas = new WeakMap<z.ZodObject, ToolSpec['schema']>();

/** Tools that the role may use. Others are not described to the model. */
function toolSpecs(staff: Staff, drafting: Drafting): ToolSpec[] {
  const reading = TOOLS.filter(({ permission }) => may(staff, permission));
  return [...reading, ...drafting.toolsFor(staff)].map(({ name, description, parameters }) => ({
    name,
    description,
    schema: schemaOf(parameters),
  }));
}

type Turned = Extract<ModelEvent, { type: 'turn' }>;

interface Told {
  readonly card: ToolCard;
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a tool that a model asked for. The answer is always a card, even for a wrong request. */
async function carryOut(
  call: ToolCall,
  run: Run,
  { staff, tools, drafting, sharesNames, log }: Answering,
): Promise<Told> {
  try {
    if (call.input === undefined) {
      const sentence = 'The parameters are no JSON. Call the tool again with an object.';
      return { card: failedCard(call.name, sentence), text: sentence, isError: true };
    }
    if (drafting.has(call.name)) return await drafting.propose(staff, run.id, call, run.stopping.signal);
    const asked = { tool: call.name, parameters: call.input };
    const found = await runTool(tools, staff, asked, { signal: run.stopping.signal, sharesNames });
    const card = cardOf(found, staff);
    const { text, told } = toldToModel(card, found.found, sharesNames);
    run.told.push(told);
    return { card, text, isError: false };
  } catch (error) {
    run.stopping.signal.throwIfAborted();
    const sentence = sentenceOfFailure(error);
    if (sentence === null) log.warn({ err: error, tool: call.name }, 'a tool of the assistant failed');
    const told = sentence ?? 'This could not be read at the moment.';
    return { card: failedCard(call.name, told), text: told, isError: true };
  }
}

const CHARACTERS_PER_TOKEN = 4;
/** A picture of 1568 px, the longest side that is sent, by the rule of Anthropic: width times height / 750. */
const TOKENS_PER_PICTURE = 1600;

/** Estimates the tokens of a turn that was cut off before its provider told them. Rule: assistant/limits. */
function estimated({ turns, system, tools }: Omit<ModelRequest, 'signal'>, characters: number): TokenUsage {
  let pictures = 0;
  // A picture costs by its size on the screen, not by its bytes.
  const said = turns.map((turn) => {
    if (turn.role !== 'user') return turn;
    pictures += turn.pictures?.length ?? 0;
    return turn.text;
  });
  const sent = system.length + JSON.stringify([said, tools]).length;
  return {
    inputTokens: Math.ceil(sent / CHARACTERS_PER_TOKEN) + pictures * TOKENS_PER_PICTURE,
    outputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  };
}

/** Some servers do not tell tokens. */
function usageOr({ turn, usage }: Turned, request: Omit<ModelRequest, 'signal'>): TokenUsage {
  if (usage.inputTokens + usage.outputTokens > 0) return usage;
  return estimated(request, turn.text.length + (turn.calls?.length ? JSON.stringify(turn.calls).length : 0));
}

/** One turn, asked for again while nothing of it has arrived and another try may help. */
async function turnOf(
  request: Omit<ModelRequest, 'signal'>,
  run: Run,
  { provider, patience, spend }: Answering,
): Promise<Omit<Turned, 'type'>> {
  for (let tries = 1; ; tries += 1) {
    // A turn that is not sent costs nothing: it was stopped while the last tool worked.
    run.stopping.signal.throwIfAborted();
    const watch = new Watch(patience, run.stopping.signal);
    let began = false;
    let characters = 0;
    try {
      for await (const event of provider.ask({ ...request, signal: watch.signal })) {
        watch.seen();
        watch.signal.throwIfAborted();
        if (event.type === 'turn') return { turn: event.turn, usage: usageOr(event, request) };
        began = true;
        characters += event.text.length;
        if (characters > MOST_CHARACTERS) throw new Stopped('too_long');
        run.say(event.type, event.text);
      }
      throw new ProviderError('provider_error', 'The provider ended without an answer.');
    } catch (error) {
      // A provider is paid for reading even if we hang up before its first word, though nobody says how much.
      if (began || watch.signal.aborted) await spend(estimated(request, characters));
      // The reason of the watch says more than the error of the connection.
      if (watch.signal.aborted) throw watch.signal.reason;
      const mayHelp = error instanceof ProviderError && ['overloaded', 'unreachable'].includes(error.code);
      if (began || !mayHelp || tries === MOST_TRIES) throw error;
    } finally {
      watch.end();
    }
    await sleep(patience.retryMs * 2 ** (tries - 1), undefined, { signal: run.stopping.signal }).catch(() => {
      throw run.stopping.signal.reason;
    });
  }
}

/**
 * The loop between a model and the tools. The model only asks: every call is checked for role and limits, and audited.
 * @throws ProviderError, LimitReached, Stopped
 */
export async function answer(run: Run, asked: Answering): Promise<void> {
  const turns: Turn[] = [...asked.turns];
  const tools = toolSpecs(asked.staff, asked.drafting);
  const { model, system, temperature, maxTokens } = asked;
  for (let count = 0; count < MOST_TURNS; count += 1) {
    const { turn, usage } = await turnOf({ model, system, temperature, maxTokens, turns, tools }, run, asked);
    await asked.spend(usage);
    const calls = turn.calls ?? [];
    if (calls.length === 0) return;
    await asked.mayGoOn();
    const results = [];
    for (const [place, call] of calls.entries()) {
      run.stopping.signal.throwIfAborted();
      run.tell({ type: 'tool_call', content: call.name.replaceAll('_', ' '), data: { id: call.id, name: call.name } });
      const { card, text, isError } =
        place < MOST_CALLS
          ? await carryOut(call, run, asked)
          : { card: failedCard(call.name, 'Too many tools at once.'), text: 'Too many tools at once.', isError: true };
      run.tell({
        type: 'tool_result',
        content: card.error || `${card.total.toLocaleString('en-US')} ${card.total === 1 ? 'row' : 'rows'}`,
        data: { id: call.id, name: call.name, card },
      });
      results.push({ id: call.id, name: call.name, text, isError });
    }
    turns.push(turn, { role: 'tools', results });
  }
  run.say('content', `\n\nI stopped after ${MOST_TURNS} rounds of tools. Ask for less at once.`);
}

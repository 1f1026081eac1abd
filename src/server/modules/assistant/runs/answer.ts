import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import {
  type Cut,
  type ModelRequest,
  type Provider,
  ProviderError,
  type TokenUsage,
  type ToolCall,
  type ToolSpec,
  type Turn,
} from '#server/providers/provider.ts';
import {
  cardOf,
  draftToldToModel,
  failedCard,
  runTool,
  sentenceOfFailure,
  toldToModel,
  type ToolDeps,
  withoutContact,
} from '../tools/run-tool.ts';
import { TOOLS } from '../tools/tools.ts';
import type { Drafting } from '../drafts/drafting.ts';
import { type Patience, Watch } from './patience.ts';
import type { Run } from './run.ts';
import { estimated, type Turned, usageOr } from './tokens.ts';

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
  /** @throws LimitReached when no more may be spent, NoLongerAllowed when the person may see less than before */
  readonly mayGoOn: () => Promise<void>;
}

export const CUT_WORDS: Record<Cut, string> = {
  length: 'The answer reached its longest length.',
  context: 'The conversation is longer than the model can read. Ask in a new one.',
  refused: 'The model declined to answer this.',
  paused: 'The model stopped before its answer was complete.',
};

/** The model ended its turn before it was whole. */
export class CutShort extends Error {
  constructor(cut: Cut) {
    super(CUT_WORDS[cut]);
  }
}

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
    if (call.input === undefined)
      return refused(call, 'The parameters are no JSON. Call the tool again with an object.');
    const { signal } = run.stopping;
    if (drafting.has(call.name)) {
      const { card, draft } = await drafting.propose(staff, run.id, call, signal);
      return answered(run, card, draftToldToModel(card, draft));
    }
    const found = await runTool(tools, staff, { tool: call.name, parameters: call.input }, { signal, sharesNames });
    const card = cardOf(found, staff);
    return answered(run, card, toldToModel(card, found.found, sharesNames));
  } catch (error) {
    run.stopping.signal.throwIfAborted();
    const sentence = sentenceOfFailure(error);
    if (sentence === null) log.warn({ err: error, tool: call.name }, 'a tool of the assistant failed');
    return refused(call, sentence ?? 'This could not be read at the moment.');
  }
}

/** A model is told nothing that is not listed under "Sent questions". */
function answered(run: Run, card: ToolCard, { text, told }: ReturnType<typeof toldToModel>): Told {
  run.told.push(told);
  return { card, text, isError: false };
}

/** A sentence names what it refuses, whose name may reach a customer. */
function refused({ name }: ToolCall, sentence: string): Told {
  return { card: failedCard(name, sentence), text: withoutContact(sentence), isError: true };
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
        if (event.type === 'turn') return { ...event, usage: usageOr(event, request) };
        began = true;
        characters += event.text.length;
        if (characters > MOST_CHARACTERS) throw new CutShort('length');
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
 * @throws ProviderError, LimitReached, NoLongerAllowed, Stopped, CutShort
 */
export async function answer(run: Run, asked: Answering): Promise<void> {
  const turns: Turn[] = [...asked.turns];
  const tools = toolSpecs(asked.staff, asked.drafting);
  const { model, system, temperature, maxTokens } = asked;
  for (let count = 0; count < MOST_TURNS; count += 1) {
    const { turn, usage, cut } = await turnOf({ model, system, temperature, maxTokens, turns, tools }, run, asked);
    await asked.spend(usage);
    // The last of its calls may be half of one.
    if (cut !== null) throw new CutShort(cut);
    const calls = turn.calls ?? [];
    if (calls.length === 0) return;
    await asked.mayGoOn();
    const results = [];
    for (const [place, call] of calls.entries()) {
      run.stopping.signal.throwIfAborted();
      run.tell({ type: 'tool_call', content: call.name.replaceAll('_', ' '), data: { id: call.id, name: call.name } });
      const { card, text, isError } =
        place < MOST_CALLS ? await carryOut(call, run, asked) : refused(call, 'Too many tools at once.');
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

// One file, because a run is begun, made, written, stopped and ended by one class, whose steps share its state.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ChatEvent, NO_MODEL_CONNECTED, type Question } from '#contract/assistant-chat.ts';
import { constraintOf, isDataError } from '#server/db/errors.ts';
import { shareLock } from '#server/db/named-locks.ts';
import type { Tx } from '#server/db/pool.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { type Picture, ProviderError, type Turn } from '#server/providers/provider.ts';
import { Refusal } from '#server/refusal.ts';
import { readCommand, type Typed } from '../commands.ts';
import { isNameless, nameFrom, requireConversation } from '../conversations/conversations.ts';
import {
  deleteMessages,
  insertConversation,
  insertMessage,
  isQuestion,
  touchConversation,
  updateTitle,
} from '../conversations/queries.ts';
import type { Drafting } from '../drafts/drafting.ts';
import { agentNotAllowed, costMicros, type Models } from '../settings/models.ts';
import { reachOf } from '../settings/provider-settings.ts';
import { selectAgent, selectSettings } from '../settings/queries.ts';
import { failedCard, sentenceOfFailure, showTool } from '../tools/run-tool.ts';
import { answer, CutShort } from './answer.ts';
import { type Ending, FORGOT_SOMEBODY, interruptDead, type Kept, keepAnswer, usageOf } from './ending.ts';
import { instructions } from './instructions.ts';
import { type Patience, Stopped } from './patience.ts';
import { countRunning, countTokens, insertRun, selectRun, writeBeat } from './queries.ts';
import { type Line, Run } from './run.ts';
import { turnsBrought, turnsKept } from './said-before.ts';
import { NoLongerAllowed, requireStillAllowed } from './still-allowed.ts';
import { LimitReached, requireTokens } from './tokens.ts';

/** The interval at which lines are written and stops are looked for. Rule: assistant/runs. */
const BEAT_MS = 250;
/** Answers of one person that are made at the same time. Rule: assistant/limits. */
const MOST_RUNNING = 3;
const ONE_RUNNING = 'ai_runs_one_running';
const LEAVE_WITHIN_MS = 2000;
/** An answer that the database does not take is tried again, first after this and then after twice as long each time. */
const AGAIN_MS = 500;
const TRIED_FOR_MS = 60_000;
/** All answers take turns as one caller, who never hangs up: a reader may be gone by the end. */
const ANSWERS = { name: 'answers' };

export const HOW_TO_CONNECT = `${NO_MODEL_CONNECTED}: an administrator enters a provider and its key in the settings of the assistant. Commands such as /best and /sales answer without one.`;

interface Started {
  readonly conversationId: number;
  readonly questionId: number;
  readonly title: string;
  readonly sharesNames: boolean;
}

type Code = Extract<ChatEvent, { type: 'error' }>['data']['code'];

/** Why an answer failed, for its reader. */
interface Failure {
  readonly code: Code;
  readonly sentence: string;
  readonly retryAfterS: number | null;
}

const failure = (code: Code, sentence: string, retryAfterS: number | null = null): Failure => ({
  code,
  sentence,
  retryAfterS,
});

/** Waiting does not help with these. */
const LASTING: ReadonlySet<Code> = new Set(['no_model', 'wrong_key', 'limit_reached', 'incomplete']);

/** A failure as its saved message tells it: with the advice that its reader saw. Rule: ai-view/failures. */
function keptWords({ code, sentence, retryAfterS }: Failure): string {
  if (code === 'overloaded' || code === 'rate_limit')
    return `The model is busy. Wait ${retryAfterS ?? 30} seconds and retry.`;
  return LASTING.has(code) ? sentence : `${sentence} Wait a moment, then retry.`;
}

/** The tokens and cost of an answer so far. */
interface Spent {
  model: string;
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
}

function picturesOf(images: Question['images']): Picture[] {
  return (images ?? []).flatMap((address) => {
    const [, mediaType, base64] = /^data:(image\/(?:png|jpeg|webp));base64,(.*)$/s.exec(address) ?? [];
    return mediaType && base64 ? [{ mediaType: mediaType as Picture['mediaType'], base64 }] : [];
  });
}

/** The answers that this process makes. They go on when nobody listens. Rule: assistant/runs. */
export class Runs {
  private readonly active = new Map<string, Run>();
  private readonly making = new Set<Promise<void>>();
  private readonly deps: AppDeps;
  private readonly models: Models;
  private readonly drafting: Drafting;
  private readonly patience: Patience;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> | null = null;
  private readonly ending = new AbortController();

  constructor(deps: AppDeps, models: Models, drafting: Drafting, patience: Patience) {
    this.deps = deps;
    this.models = models;
    this.drafting = drafting;
    this.patience = patience;
  }

  /** Aborted when this server ends. */
  get leaving(): AbortSignal {
    return this.ending.signal;
  }

  /** The run when it is made here; it may be made by another server. */
  here(id: string): Run | undefined {
    return this.active.get(id);
  }

  /**
   * Saves the question, then begins to make its answer. A question whose `run_id` is known is not asked again: its id is the answer.
   * @throws Refusal `not_found`, `run_going_on`
   */
  async begin(staff: Staff, question: Question): Promise<string> {
    const id = question.run_id ?? randomUUID();
    if (question.run_id !== undefined && (await this.isAsked(staff, id))) return id;
    const started = await writtenInLine(this.deps.db, (tx) => this.save(tx, id, staff, question), {
      name: `staff ${staff.id}`,
    }).catch(async (error: unknown) => {
      // The same request came twice at once: what refuses this one may be the other, which is making it.
      if (question.run_id !== undefined && (await this.isAsked(staff, id))) return null;
      if (constraintOf(error) === ONE_RUNNING) throw goingOn();
      throw error;
    });
    if (started === null) return id;
    const run = new Run(id, staff.id);
    this.active.set(id, run);
    run.tell({
      type: 'thinking',
      content: '',
      data: {
        run_id: id,
        conversation_id: started.conversationId,
        question_id: started.questionId,
        title: started.title,
      },
    });
    const making = this.make(run, staff, question, started).finally(() => this.making.delete(making));
    this.making.add(making);
    this.beat();
    return id;
  }

  private async isAsked(staff: Staff, id: string): Promise<boolean> {
    const run = await selectRun(this.deps.reads, id);
    if (run && run.user_id !== staff.id) throw new Refusal('not_found', 'There is no such run.');
    return run !== undefined;
  }

  private async save(tx: Tx, id: string, staff: Staff, question: Question): Promise<Started> {
    const { message, conversation_id: asked, replaces } = question;
    const images = question.images?.length ?? 0;
    // Forgetting somebody later finds this run, and ends it.
    await shareLock(tx, 'forgetting');
    // A command is over in a moment, and takes no tokens.
    if (readCommand(staff, message) === null) await requireRoom(tx, staff);
    const known = asked === undefined ? null : await requireConversation(tx, staff, asked, { lock: true });
    const conversationId = known?.id ?? (await insertConversation(tx, staff.id, nameFrom(message)));
    if (known) await interruptDead(tx);
    if (replaces !== undefined) {
      if (!(await isQuestion(tx, conversationId, replaces)))
        throw new Refusal('not_found', 'There is no such question in this conversation.');
      await deleteMessages(tx, conversationId, replaces);
    }
    if (known && isNameless(known.title)) await updateTitle(tx, conversationId, nameFrom(message));
    const title = known && !isNameless(known.title) ? known.title : nameFrom(message);
    const questionId = await insertMessage(tx, conversationId, null, { role: 'user', content: message, images });
    const run = { id, conversationId, userId: staff.id, locationId: staff.locationId, questionId, images };
    const sharesNames = await insertRun(tx, run);
    await touchConversation(tx, conversationId);
    return { conversationId, questionId, title, sharesNames };
  }

  /** Makes the answer and keeps it, even if it is stopped or fails. */
  private async make(run: Run, staff: Staff, question: Question, started: Started): Promise<void> {
    const began = performance.now();
    const spent: Spent = { model: '', inputTokens: 0, outputTokens: 0, costMicros: null };
    let failed: Failure | null = null;
    let state: Ending['state'] = 'finished';
    try {
      const typed = readCommand(staff, question.message);
      if (typed) await this.command(run, staff, typed);
      else failed = await this.ask(run, staff, question, started, spent);
    } catch (error) {
      const why: unknown = run.stopping.signal.aborted ? run.stopping.signal.reason : error;
      if (why instanceof Stopped && ['asked', 'leaving'].includes(why.why)) state = 'interrupted';
      else failed = this.failureOf(why);
    }
    if (failed) state = 'failed';
    run.flush();
    const tools = [...new Set(run.events.flatMap((event) => (event.type === 'tool_result' ? [event.data.name] : [])))];
    const ending: Ending = {
      ...spent,
      state,
      tools,
      told: run.told,
      error: failed ? keptWords(failed) : '',
      ms: Math.round(performance.now() - began),
    };
    await this.finish(run, ending, failed);
  }

  private async finish(run: Run, ending: Ending, why: Failure | null): Promise<void> {
    let kept: Kept = { messageId: null, forgot: false };
    // A reader is told of the end once it is kept, so that both agree.
    await this.untilDone(async () => {
      try {
        kept = await writtenInLine(this.deps.db, (tx) => keepAnswer(tx, run.id, run.events, ending), ANSWERS);
        return true;
      } catch (error) {
        this.deps.log.error({ err: error, run: run.id }, 'an answer could not be saved');
        return isDataError(error);
      }
    });
    const usage = usageOf(ending);
    const failed = kept.forgot ? failure('incomplete', FORGOT_SOMEBODY) : why;
    const shared = { run_id: run.id, message_id: kept.messageId };
    const last: Line = failed
      ? {
          type: 'error',
          error: failed.sentence,
          data: { ...shared, code: failed.code, retry_after_s: failed.retryAfterS, usage },
        }
      : { type: 'done', data: { ...shared, state: ending.state === 'finished' ? 'finished' : 'interrupted', usage } };
    run.end(last);
    await this.beating;
    // An answer that was not kept is kept from its lines, by whoever finds it silent.
    await this.untilDone(async () => {
      await this.write([run]);
      return run.isWritten;
    });
    this.active.delete(run.id);
  }

  /** Does it again for a minute, unless this server ends. */
  private async untilDone(work: () => Promise<boolean>): Promise<void> {
    const { signal } = this.ending;
    const began = performance.now();
    for (let waitMs = AGAIN_MS; !(await work()); waitMs *= 2) {
      if (signal.aborted || performance.now() + waitMs > began + TRIED_FOR_MS) return;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private failureOf(error: unknown): Failure {
    if (error instanceof Stopped) {
      return error.why === 'stalled'
        ? failure('stalled', 'The answer stopped arriving. Please try again.')
        : failure('timeout', 'The model did not answer in time. Please try again.');
    }
    if (error instanceof ProviderError)
      return failure(
        error.code,
        error.message,
        error.retryAfterS ?? (error.code === 'overloaded' || error.code === 'rate_limit' ? 30 : null),
      );
    if (error instanceof LimitReached) return failure('limit_reached', error.message);
    if (error instanceof CutShort || error instanceof NoLongerAllowed) return failure('incomplete', error.message);
    const sentence = sentenceOfFailure(error);
    if (sentence === null) this.deps.log.error({ err: error }, 'an answer of the assistant failed');
    return failure(
      'internal_error',
      sentence ?? 'Sorry, I encountered an error processing your request. Please try again.',
    );
  }

  /** A typed command: the same tools and cards, without a model. */
  private async command(run: Run, staff: Staff, typed: Typed): Promise<void> {
    if ('error' in typed) {
      run.say('content', typed.error);
      return;
    }
    const call = { id: 'command', name: typed.tool };
    run.tell({ type: 'tool_call', content: typed.tool.replaceAll('_', ' '), data: call });
    const { signal } = run.stopping;
    const card = await showTool(this.deps, staff, typed, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      const sentence = sentenceOfFailure(error);
      if (sentence === null) throw error;
      return failedCard(typed.tool, sentence);
    });
    const rows = `${card.total.toLocaleString('en-US')} ${card.total === 1 ? 'row' : 'rows'}`;
    run.tell({ type: 'tool_result', content: card.error || rows, data: { ...call, card } });
    run.say(
      'content',
      card.error || (card.total === 0 ? `${card.title}: nothing found.` : `${card.title}: ${card.note || rows}.`),
    );
  }

  private async ask(
    run: Run,
    staff: Staff,
    question: Question,
    started: Started,
    spent: Spent,
  ): Promise<Failure | null> {
    const { db } = this.deps;
    const [settings, agent] = [await selectSettings(db), await selectAgent(db)];
    const reach = reachOf(this.deps, settings);
    if (reach === null) return failure('no_model', HOW_TO_CONNECT);
    await requireTokens(db, staff, settings);
    const provider = this.models.of(reach);
    const name = question.model || agent.model;
    const model = await this.models.offered(reach, settings, { name, agents: agent.model });
    if (model === null)
      return failure(
        'no_model',
        name === agent.model
          ? agentNotAllowed(name, await this.models.resolve(reach, settings, name))
          : `The model “${name.slice(0, 60)}” cannot be chosen here. Choose another one in the settings of the chat.`,
      );
    spent.model = model;
    // Later questions go by the mark of the run, so that no more is shared than it says.
    const sharesNames = started.sharesNames && settings.share_customer_names;
    const before =
      question.conversation_id === undefined
        ? turnsBrought(question.conversation)
        : await turnsKept(db, started.conversationId, { before: started.questionId, sharesNames });
    await answer(run, {
      provider,
      model,
      system: instructions(staff, new Date(), agent.system_prompt, sharesNames),
      temperature: question.temperature ?? agent.temperature,
      maxTokens: await this.models.longest(reach, model, question.max_tokens ?? agent.max_tokens),
      turns: withQuestion(before, question),
      sharesNames,
      staff,
      tools: this.deps,
      drafting: this.drafting,
      patience: this.patience,
      log: this.deps.log,
      spend: async ({ inputTokens, outputTokens }) => {
        spent.inputTokens += inputTokens;
        spent.outputTokens += outputTokens;
        spent.costMicros = costMicros(settings, model, spent);
        await writtenInLine(db, (tx) => countTokens(tx, run.id, spent), ANSWERS);
      },
      // A turn that was paid for is shown; another one is not begun.
      mayGoOn: async () => {
        await requireStillAllowed(db, staff);
        if (sharesNames && !(await selectSettings(db)).share_customer_names)
          throw new NoLongerAllowed('Sharing names of customers was switched off');
        await requireTokens(db, staff, settings);
      },
    });
    return null;
  }

  /** Stops a run at once when it is made here. Elsewhere, its server sees that it was asked to. */
  stop(id: string): void {
    this.active.get(id)?.stopping.abort(new Stopped('asked'));
  }

  private beat(): void {
    this.timer ??= setInterval(() => {
      this.beating ??= this.write([...this.active.values()]).finally(() => (this.beating = null));
      if (this.active.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    }, BEAT_MS);
  }

  /** One statement for all runs of this process. */
  private async write(runs: readonly Run[]): Promise<void> {
    if (runs.length === 0) return;
    const taken = runs.map((run) => ({ run, events: run.takeUnwritten() }));
    try {
      const asked = await writeBeat(
        this.deps.db,
        taken.map(({ run: { id }, events }) => ({ id, events })),
      );
      for (const id of asked) this.active.get(id)?.stopping.abort(new Stopped('asked'));
    } catch (error) {
      for (const { run, events } of taken) run.unwrite(events.length);
      if (isDataError(error) && runs.length > 1) {
        // The database refused a line of one run. Each run is written by itself, so that the others are not held up.
        for (const run of runs) await this.write([run]);
        return;
      }
      this.deps.log.warn({ err: error }, 'lines of an answer could not be written and will be tried again');
    }
  }

  /** The server ends: what has arrived is kept as interrupted. */
  async close(): Promise<void> {
    this.ending.abort(new Stopped('leaving'));
    for (const run of this.active.values()) run.stopping.abort(new Stopped('leaving'));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, LEAVE_WITHIN_MS)));
    await Promise.race([Promise.allSettled(this.making), enough]);
    clearTimeout(timer);
    clearInterval(this.timer);
  }
}

function withQuestion(before: readonly Turn[], { message, images }: Question): Turn[] {
  const last = before.at(-1);
  const pictures = picturesOf(images);
  const question: Turn = { role: 'user', text: message, pictures };
  // The answer to the question before never came: both are one turn.
  if (last?.role === 'user') return [...before.slice(0, -1), { ...question, text: `${last.text}\n\n${message}` }];
  return [...before, question];
}

/** @throws Refusal `run_going_on` when the person has as many answers being made as they may */
async function requireRoom(tx: Tx, staff: Staff): Promise<void> {
  // One question of a person at a time, so that two do not take the last place.
  await sql`SELECT FROM users WHERE id = ${staff.id} FOR NO KEY UPDATE`.execute(tx);
  if ((await countRunning(tx, staff.id)) < MOST_RUNNING) return;
  throw new Refusal(
    'run_going_on',
    `${MOST_RUNNING} of your answers are being made in other conversations. Wait for one, or stop one.`,
  );
}

function goingOn(): Refusal {
  return new Refusal('run_going_on', 'An answer is being made in this conversation. Wait for it, or stop it.');
}

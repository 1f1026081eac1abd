import {
  askAboutStockRoute,
  askDirectRoute,
  type Question,
  runEventsRoute,
  stopRunRoute,
} from '#contract/assistant-chat.ts';
import { CallError, isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { isKnownRefusal } from '#web/api/call/retry.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { addressOf } from '#web/api/call/request.ts';
import { reportError } from '#web/api/reports/error-reports.ts';
import { perOwner, whenOwnerChanges } from '#web/api/session/per-owner.ts';
import { type Answer, ended, newAnswer, withEvent } from './run-state.ts';
import { readAnswer, StreamLost, type StreamRequest } from './stream.ts';

/** Events within this time are drawn together. Rule: ai-view/times. */
const UI_THROTTLE_MS = 100;
/** The number of attempts to reconnect before this page gives up on the answer. */
const RETRIES = 8;
const LONGEST_PAUSE_MS = 8000;

/** Questions about stock have a path of their own. Both paths behave alike. */
const ABOUT_STOCK = /\b(inventory|stock|product|sku|restock|reorder|purchase order|supplier|audit|count)s?\b/i;

export interface Asked {
  readonly text: string;
  readonly images: readonly string[];
  readonly conversationId: number | null;
  /** Id of the question that this one replaces. */
  readonly replaces: number | null;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly model?: string;
}

export interface Running {
  /** The question asked here; null for an answer that was found again after a reload. */
  readonly asked: Asked | null;
  readonly answer: Answer;
  /** True while a lost connection is being restored. */
  readonly isLost: boolean;
  readonly isStopping: boolean;
  /** When this page gave up on a lost connection; null otherwise. The server may still be making the answer. */
  readonly givenUpAt: number | null;
}

interface Runs {
  /** Pictures of the last questions that had some, by question id. The server does not keep them. */
  readonly pictures: readonly { readonly questionId: number; readonly images: readonly string[] }[];
  /** The one answer that is arriving. It stays here until the saved messages include it. */
  readonly running: Running | null;
  /** Questions of other conversations of which the server said nothing, so that they can be retried there: one of each. */
  readonly setAside: readonly Running[];
}

export const useRuns = perOwner<Runs>(() => ({ running: null, setAside: [], pictures: [] }));

let listening: AbortController | null = null;
whenOwnerChanges(() => listening?.abort());

const present = (): Running | null => useRuns.getState().running;

function change(runId: string, by: (running: Running) => Running): void {
  const running = present();
  if (running?.answer.runId !== runId) return;
  const next = by(running);
  useRuns.setState({ running: next });
  keepPictures(next);
}

const QUESTIONS_WITH_PICTURES = 5;

/** Keeps the pictures of a question, so that it can be asked again with them. */
function keepPictures({ asked, answer: { questionId } }: Running): void {
  const { pictures } = useRuns.getState();
  if (questionId === null || !asked?.images.length || pictures.some((kept) => kept.questionId === questionId)) return;
  useRuns.setState({
    pictures: [...pictures, { questionId, images: asked.images }].slice(-QUESTIONS_WITH_PICTURES),
  });
}

/** True if the answer belongs to the conversation. A new conversation has no id until the first line. */
function isOf({ asked, answer }: Running, chatId: number | null): boolean {
  if (chatId !== null) return answer.conversationId === chatId;
  return asked !== null && asked.conversationId === null;
}

/** The answer of a conversation that is not among its saved messages yet, or the question that nobody heard of. */
export function runningOf(
  { running, setAside }: Pick<Runs, 'running' | 'setAside'>,
  chatId: number | null,
): Running | null {
  return [...(running ? [running] : []), ...setAside].find((one) => isOf(one, chatId)) ?? null;
}

/** The pictures of a question by its id. Null means the question of the conversation that has no id yet. */
export function picturesOf(questionId: number | null, chatId: number | null): readonly string[] {
  const running = runningOf(useRuns.getState(), chatId);
  if (questionId === null) return running?.answer.questionId === null ? (running.asked?.images ?? []) : [];
  return useRuns.getState().pictures.find((kept) => kept.questionId === questionId)?.images ?? [];
}

/** Forgets an answer, because it is saved now or its conversation was cleared. */
export function leaveRun(runId = present()?.answer.runId): void {
  if (present()?.answer.runId === runId) replaceRun(null);
  useRuns.setState(({ setAside }) => ({ setAside: setAside.filter(({ answer }) => answer.runId !== runId) }));
}

/** Leaves the answer for another conversation. A question of which nothing was heard can be retried in its own. */
export function setRunAside(): void {
  const running = present();
  replaceRun(null);
  if (
    running?.asked == null ||
    running.isStopping ||
    running.answer.seq > 0 ||
    running.answer.end?.kind === 'interrupted'
  )
    return;
  const isSent = running.answer.end === null;
  const answer = ended(running.answer, { kind: 'failed', ...NOT_ANSWERED, usage: null });
  const aside = { ...running, answer, isLost: false, givenUpAt: isSent ? Date.now() : running.givenUpAt };
  useRuns.setState(({ setAside }) => ({ setAside: [...setAside, aside] }));
}

function replaceRun(running: Running | null): void {
  listening?.abort();
  listening = null;
  useRuns.setState({ running });
}

/** A question that this page gave up on before the server said anything. It may have arrived. Rule: ai-view/one-end. */
export const isUnheard = (running: Running | null): running is Running & { readonly asked: Asked } =>
  running?.givenUpAt != null && running.asked !== null && running.answer.seq === 0;

const sameQuestion = (one: Asked, other: Asked): boolean =>
  one.text === other.text &&
  one.conversationId === other.conversationId &&
  one.replaces === other.replaces &&
  one.images.join() === other.images.join();

/** Asks a question. The run id is made here, so that a lost connection never asks twice. */
export function ask(asked: Asked): void {
  const before = runningOf(useRuns.getState(), asked.conversationId);
  // Retried by hand, it has the id under which it may have arrived.
  const isRepeat = isUnheard(before) && sameQuestion(before.asked, asked);
  send(asked, isRepeat ? before.answer.runId : newUuid(), isRepeat);
}

const ASKED_AGAIN_WITHIN_MS = 10 * 60_000;

/**
 * Sends the question again that nobody heard of, once the connection is back. An edited one takes away what was said after it, and
 * after a while nobody waits for an answer: those are left to Retry.
 */
export function askUnheard(running: Running | null): void {
  if (!isUnheard(running) || running.asked.replaces !== null) return;
  if (Date.now() - (running.givenUpAt ?? 0) < ASKED_AGAIN_WITHIN_MS) send(running.asked, running.answer.runId, true);
}

function send(asked: Asked, runId: string, isRepeat: boolean): void {
  const body: Question = {
    message: asked.text,
    run_id: runId,
    ...(asked.conversationId !== null && { conversation_id: asked.conversationId }),
    ...(asked.replaces !== null && { replaces: asked.replaces }),
    ...(asked.temperature !== undefined && { temperature: asked.temperature }),
    ...(asked.maxTokens !== undefined && { max_tokens: asked.maxTokens }),
    ...(asked.model !== undefined && { model: asked.model }),
    ...(asked.images.length > 0 && { images: [...asked.images] }),
  };
  const route = ABOUT_STOCK.test(asked.text) ? askAboutStockRoute : askDirectRoute;
  begin(
    { asked, answer: newAnswer(runId, asked.conversationId), isLost: false, isStopping: false, givenUpAt: null },
    // Before the first line, asking again with the same id is the only way to learn if the question arrived.
    (seq) => (seq === 0 ? { method: 'POST', address: addressOf(route, {}), body } : eventsAfter(runId, seq)),
    isRepeat,
  );
}

/** Listens to an answer that is still being made, for example after a reload, or after this page had given up on it. */
export function resume(runId: string, conversationId: number): void {
  const { running, setAside } = useRuns.getState();
  const here = [running, ...setAside].find((one) => one?.answer.runId === runId) ?? null;
  if (here?.givenUpAt === null) return;
  const answer = here ? { ...here.answer, end: null } : newAnswer(runId, conversationId);
  begin({ asked: here?.asked ?? null, answer, isLost: false, isStopping: false, givenUpAt: null }, (seq) =>
    eventsAfter(runId, seq),
  );
}

const eventsAfter = (runId: string, seq: number): StreamRequest => ({
  method: 'GET',
  address: addressOf(runEventsRoute, { params: { id: runId }, query: { after: String(seq) } }),
});

function begin(running: Running, requestAfter: (seq: number) => StreamRequest, isRepeat = false): void {
  const { conversationId } = running.answer;
  setRunAside();
  useRuns.setState(({ setAside }) => ({
    running,
    setAside: setAside.filter(({ answer }) => answer.conversationId !== conversationId),
  }));
  const mine = new AbortController();
  listening = mine;
  void listen(running.answer, requestAfter, mine.signal, isRepeat);
}

/** @param isRepeat true if the question was sent before under this id */
async function listen(
  first: Answer,
  requestAfter: (seq: number) => StreamRequest,
  signal: AbortSignal,
  isRepeat: boolean,
): Promise<void> {
  const { runId } = first;
  let answer = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    change(runId, (running) => ({ ...running, answer, isLost: false }));
  };
  const drawNow = () => {
    clearTimeout(timer);
    draw();
  };
  for (let failures = 0; !signal.aborted;) {
    const before = answer.seq;
    try {
      await readAnswer(
        requestAfter(answer.seq),
        (events) => {
          answer = events.reduce(withEvent, answer);
          timer ??= setTimeout(draw, UI_THROTTLE_MS);
        },
        signal,
      );
      return drawNow();
    } catch (error) {
      if (signal.aborted) return clearTimeout(timer);
      if (answer.seq > before) failures = 0;
      failures += 1;
      if (error instanceof StreamLost && failures <= RETRIES) {
        drawNow();
        change(runId, (running) => ({ ...running, isLost: true }));
        await new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** (failures - 1), LONGEST_PAUSE_MS)));
        continue;
      }
      answer = ended(answer, { kind: 'failed', ...wordsOf(error), usage: null });
      const mayBeAsked =
        error instanceof StreamLost || (isCallError(error) && !isKnownRefusal(error, isRepeat || failures > 1));
      if (mayBeAsked) change(runId, (running) => ({ ...running, givenUpAt: Date.now() }));
      return drawNow();
    }
  }
}

const NOT_ANSWERED = {
  title: 'Error',
  sentence: 'Sorry, I encountered an error processing your request. Please try again.',
};

/** Rule: ai-view/failures. */
function wordsOf(error: unknown): { title: string; sentence: string } {
  if (error instanceof CallError) {
    return { title: `Failed to send message: ${error.status}`, sentence: sentenceOf(error) };
  }
  if (!(error instanceof StreamLost)) reportError(error, { context: 'chat' });
  return NOT_ANSWERED;
}

/** The times at which a question that was on its way may have arrived at the server. */
const LATE_MS = [500, 2000, 10_000];

/** A question that arrives after its stop would be answered, and paid for, with nobody there to stop it. */
async function stopWhenItArrives(runId: string): Promise<void> {
  for (const pause of LATE_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      return void (await call(stopRunRoute, { params: { id: runId } }));
    } catch {
      // It has not arrived yet, or nobody can say.
    }
  }
}

/** Stops the answer at the server. The part that has arrived is kept. */
export async function stop(): Promise<void> {
  const running = present();
  if (!running || running.answer.end !== null) return;
  const { runId } = running.answer;
  change(runId, (now) => ({ ...now, isStopping: true }));
  try {
    await call(stopRunRoute, { params: { id: runId } });
  } catch (error) {
    // A 404 means that the question never arrived, or that the answer is over. The stream reports that itself.
    if (!isCallError(error) || error.status !== 404) {
      change(runId, (now) => ({ ...now, isStopping: false }));
      throw error;
    }
    if (running.answer.seq === 0) {
      // Another question may be on its way by now.
      if (present()?.answer.runId === runId) listening?.abort();
      void stopWhenItArrives(runId);
      change(runId, (now) => ({ ...now, answer: ended(now.answer, { kind: 'interrupted', usage: null }) }));
    }
  }
}

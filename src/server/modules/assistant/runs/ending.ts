import { sql } from 'kysely';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { AssistantUsage } from '#contract/assistant-history.ts';
import type { Tx } from '#server/db/pool.ts';
import { insertMessage, isQuestion, touchConversation } from '../conversations/queries.ts';
import { dollars } from '../settings/models.ts';
import { type Ended, endRun, lockDead, selectDead, selectEvents } from './queries.ts';
import { transcriptOf } from './transcript.ts';

/** Why an answer failed during which somebody was forgotten: its texts, and what its model was told, may name them. */
export const FORGOT_SOMEBODY =
  'A customer was deleted while this was answered, so nothing of the answer is kept. Ask again.';

export interface Ending extends Ended {
  readonly error: string;
  readonly ms: number;
}

export function usageOf({
  inputTokens,
  outputTokens,
  costMicros,
  model,
  ms,
}: Omit<Ending, 'state' | 'error' | 'tools' | 'told'>): AssistantUsage {
  return { input_tokens: inputTokens, output_tokens: outputTokens, cost: dollars(costMicros), model, ms };
}

/** The rest of an ended run. */
export interface Kept {
  /** Id of the answer's message; null when the run had ended, or its conversation is gone or cleared. */
  readonly messageId: number | null;
  /** Somebody was forgotten meanwhile, so the answer has no words. */
  readonly forgot: boolean;
}

/** Ends a run and keeps its lines as messages. Rule: customers/forgotten. */
export async function keepAnswer(
  tx: Tx,
  runId: string,
  events: readonly ChatEvent[],
  { error, ms, ...ended }: Ending,
): Promise<Kept> {
  // The conversation before its run, as everybody locks them.
  await sql`
    SELECT FROM ai_conversations WHERE id = (SELECT conversation_id FROM ai_runs WHERE id = ${runId}) FOR NO KEY UPDATE`.execute(
    tx,
  );
  const run = await endRun(tx, runId, ended);
  const forgot = run?.forgot === true;
  const conversationId = run?.conversation_id ?? null;
  if (conversationId === null) return { messageId: null, forgot };
  // Its conversation was cleared meanwhile: an answer without its question says nothing.
  const questionId = run?.question_id ?? null;
  if (questionId !== null && !(await isQuestion(tx, conversationId, questionId))) return { messageId: null, forgot };
  const { thinking, tools, content } = transcriptOf(forgot ? [] : events);
  if (thinking !== '') await insertMessage(tx, conversationId, runId, { role: 'thinking', content: thinking });
  for (const { name, card } of tools)
    await insertMessage(tx, conversationId, runId, { role: 'tool', content: card.title, toolName: name, card });
  const id = await insertMessage(tx, conversationId, runId, {
    role: 'assistant',
    content,
    state: forgot ? 'failed' : ended.state,
    error: forgot ? FORGOT_SOMEBODY : error,
    usage: usageOf({ ...ended, ms }),
  });
  await touchConversation(tx, conversationId);
  return { messageId: id, forgot };
}

/** More lines than any answer has. */
const ALL_LINES = 1_000_000;
const RUNS_PER_STEP = 20;

/**
 * Interrupts runs whose server ended: the part that had arrived is kept, and listeners are told of the end. Returns true
 * if there may be more.
 */
export async function interruptDead(tx: Tx): Promise<boolean> {
  const dead = await selectDead(tx, RUNS_PER_STEP);
  let ended = 0;
  for (const id of dead) {
    const run = await lockDead(tx, id);
    // Another process is ending it. The next step looks for it again.
    if (!run) continue;
    ended += 1;
    const events = await selectEvents(tx, id, 0, ALL_LINES);
    const told = events.at(-1);
    const tools = [...new Set(events.flatMap((event) => (event.type === 'tool_result' ? [event.data.name] : [])))];
    const ending: Ending = {
      // Its readers may have been told of the end before the server could save it.
      ...(told?.type === 'done' || told?.type === 'error'
        ? { state: told.type === 'done' ? told.data.state : 'failed', error: told.type === 'error' ? told.error : '' }
        : { state: 'interrupted', error: '' }),
      ms: Math.round(run.ms),
      model: run.model,
      tools,
      // Its server knew.
      told: [],
      inputTokens: run.input_tokens,
      outputTokens: run.output_tokens,
      costMicros: run.cost_micros,
    };
    const { messageId, forgot } = await keepAnswer(tx, id, events, ending);
    if (!forgot && (told?.type === 'done' || told?.type === 'error')) continue;
    const seq = (told?.seq ?? 0) + 1;
    const shared = { run_id: id, message_id: messageId, usage: usageOf(ending) };
    const last: ChatEvent = forgot
      ? { type: 'error', seq, error: FORGOT_SOMEBODY, data: { ...shared, code: 'incomplete', retry_after_s: null } }
      : { type: 'done', seq, data: { ...shared, state: 'interrupted' } };
    await sql`INSERT INTO ai_run_events (run_id, seq, event) VALUES (${id}, ${last.seq}, ${JSON.stringify(last)}::jsonb)
                  ON CONFLICT DO NOTHING`.execute(tx);
  }
  return ended > 0 && dead.length === RUNS_PER_STEP;
}

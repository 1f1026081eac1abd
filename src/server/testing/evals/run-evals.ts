import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { Database } from '#server/db/pool.ts';
import type { ScriptedModel, ScriptedTurn } from '../assistant/scripted-model.ts';
import { answerIn, HOW_TO_ANSWER, isRight } from './grade.ts';
import type { Question, Told } from './question.ts';

export interface EvalShop {
  readonly db: Database;
  /** Asks the assistant in a new conversation; the lines of its answer. */
  readonly ask: (question: string) => Promise<readonly ChatEvent[]>;
}

export interface Outcome {
  /** The number of the question among all, from 1. */
  readonly number: number;
  readonly question: string;
  /** `failed`: there was no answer at all. */
  readonly state: 'right' | 'wrong' | 'failed';
  readonly right: string;
  /** The answer, or the reason why there is none. */
  readonly answered: string;
  readonly calls: number;
  readonly tokens: number;
  /** US dollars; null where no prices were given. */
  readonly cost: number | null;
  readonly ms: number;
}

/** The answer of the database, written as a person would. */
async function rightAnswer(db: Database, { ask, as, right }: Question): Promise<string> {
  const { rows } = await right.execute(db);
  const [row] = rows;
  if (row?.answer === null || row?.answer === undefined) throw new Error(`The shop has no answer to: ${ask}`);
  return as === 'money' ? (Number(row.answer) / 100).toFixed(2) : String(row.answer);
}

/** Asks one question after the other and compares the answers with the database. */
export async function runEvals(
  { db, ask }: EvalShop,
  questions: readonly Question[],
  {
    only,
    before,
    after,
  }: {
    only?: ReadonlySet<number> | undefined;
    before?: (question: Question) => void;
    after?: (outcome: Outcome) => void;
  } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [place, question] of questions.entries()) {
    const number = place + 1;
    if (only?.has(number) === false) continue;
    const right = await rightAnswer(db, question);
    before?.(question);
    const began = performance.now();
    const lines = await ask(`${question.ask}\n\n${HOW_TO_ANSWER}`);
    const ms = Math.round(performance.now() - began);
    const text = lines.map((line) => (line.type === 'content' ? line.content : '')).join('');
    const last = lines.at(-1);
    const usage = last?.type === 'done' || last?.type === 'error' ? last.data.usage : null;
    const answered = answerIn(text);
    const failure = last?.type === 'error' ? last.error : last?.type === 'done' ? null : 'The answer had no end.';
    const outcome: Outcome = {
      number,
      question: question.ask,
      state:
        failure !== null ? 'failed' : answered !== null && isRight(question.as, right, answered) ? 'right' : 'wrong',
      right,
      answered: failure ?? answered ?? `no line "ANSWER:" in: ${text.slice(-80)}`,
      calls: lines.filter(({ type }) => type === 'tool_result').length,
      tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
      cost: usage?.cost === null || usage?.cost === undefined ? null : Number(usage.cost),
      ms,
    };
    outcomes.push(outcome);
    after?.(outcome);
  }
  return outcomes;
}

/** The results of tools that a request brings, in order. */
function toldIn(body: Readonly<Record<string, unknown>>): Told[] {
  const messages = body['messages'] as { role: string; content: unknown }[];
  const texts = messages.flatMap(({ role, content }) =>
    role === 'tool'
      ? [String(content)]
      : Array.isArray(content)
        ? (content as { type: string; content?: unknown }[]).flatMap((part) =>
            part.type === 'tool_result' ? [textOf(part.content)] : [],
          )
        : [],
  );
  return texts.map((text) => {
    if (!text.startsWith('{')) throw new Error(`A tool refused: ${text}`);
    const { columns, rows, ...told } = JSON.parse(text) as Omit<Told, 'rows'> & {
      columns: string[];
      rows: (string | number | null)[][];
    };
    return {
      ...told,
      rows: rows.map((row) => Object.fromEntries(columns.map((label, place) => [label, row[place] ?? null]))),
    };
  });
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text }: { text?: string }) => text ?? '').join('') : String(content);

/** Has the scripted model answer a question as a perfect model would: with the tools alone, and what they answered. */
export function play(model: ScriptedModel, { steps, read }: Question): void {
  const told = (turn: (told: readonly Told[]) => ScriptedTurn) => (asked: { body: Record<string, unknown> }) => {
    try {
      return turn(toldIn(asked.body));
    } catch (error) {
      return { text: String(error) };
    }
  };
  model.play(
    ...steps.map((step) => told((results) => ({ calls: [typeof step === 'function' ? step(results) : step] }))),
    told((results) => ({ text: `The tools say so.\n\nANSWER: ${read(results)}` })),
  );
}

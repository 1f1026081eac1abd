import { sql } from 'kysely';
import type { ToldRows } from '#contract/assistant-settings.ts';
import type { z } from 'zod';
import type { Draft, ToolCard } from '#contract/assistant-cards.ts';
import { Gate } from '#server/db/pool/gate.ts';
import { callerNow, readFor } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { TOOLS } from './tools.ts';
import { CARD_ROWS, column, fact, type Found, type Row, type Tool } from './tool.ts';

/** Bytes of the rows of a card as JSON. Rule: assistant/tools. */
const MOST_BYTES = 96 * 1024;
const STATEMENT_TIMEOUT_MS = 5000;
/** One reading at a time in a process: tills have the other connections for reads. */
const line = new Gate(1);

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export interface ToolDeps {
  readonly reads: Database;
}

interface Called {
  readonly tool: string;
  readonly parameters: unknown;
}

interface Run {
  readonly tool: Tool;
  readonly parameters: ToolCard['parameters'];
  readonly found: Found;
  readonly ms: number;
}

/** One sentence that names the parameter which is wrong. */
function sentenceOf(tool: Pick<Tool, 'name'>, error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return `${tool.name}: ${where === '' ? '' : `"${where}" `}${issue?.message ?? 'is not valid'}`;
}

function parsed(tool: Tool, parameters: unknown): ToolCard['parameters'] {
  const result = tool.parameters.safeParse(parameters ?? {});
  if (!result.success) throw new Refusal('not_valid', sentenceOf(tool, result.error));
  return result.data as ToolCard['parameters'];
}

/**
 * A tool that reads, with parameters that fit it.
 * @throws Refusal `not_valid`
 */
export function requireTool(name: string, parameters: unknown): { tool: Tool; parameters: ToolCard['parameters'] } {
  const tool = byName.get(name);
  if (!tool) throw new Refusal('not_valid', `There is no tool ${name.slice(0, 60)}.`);
  return { tool, parameters: parsed(tool, parameters) };
}

/**
 * Runs a tool as the person who asks: in a transaction that cannot write, for five seconds at most, one after the other.
 * @throws Refusal `not_valid`, `not_allowed`, and what the tool refuses
 */
export async function runTool(
  { reads }: ToolDeps,
  staff: Staff,
  { tool: name, parameters: given }: Called,
  {
    limit = CARD_ROWS,
    signal = callerNow()?.signal ?? AbortSignal.timeout(30_000),
    sharesNames = true,
  }: { limit?: number; signal?: AbortSignal; sharesNames?: boolean } = {},
): Promise<Run> {
  const { tool, parameters } = requireTool(name, given);
  if (!may(staff, tool.permission)) throw new Refusal('not_allowed', 'Your role does not allow you to see this.');
  return readInLine({ reads }, staff, signal, async (db) => {
    const began = performance.now();
    const found = await tool.run({ db, staff, limit, sharesNames }, parameters);
    return { tool, parameters, found, ms: Math.round(performance.now() - began) };
  });
}

/**
 * Everything that the assistant reads of the shop for somebody: in a transaction that cannot write, five seconds for a
 * statement, one reading at a time in a process. Rule: assistant/tools.
 */
export function readInLine<Result>(
  { reads }: ToolDeps,
  staff: Staff,
  signal: AbortSignal,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  return line.through(
    () =>
      readFor({ name: 'assistant', signal }, () =>
        reads
          .transaction()
          .setAccessMode('read only')
          .execute(async (db) => {
            await sql.raw(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`).execute(db);
            return read(db);
          }),
      ),
    { of: String(staff.id), signal },
  );
}

function within(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, CARD_ROWS)) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (bytes > MOST_BYTES) break;
    kept.push(row);
  }
  return kept;
}

const written = (count: number): string => count.toLocaleString('en-US');

/** The sentence that says how many rows are left out; '' if all are shown. */
export function partWords({
  shown,
  total,
  isAtLeast = false,
}: {
  shown: number;
  total: number;
  isAtLeast?: boolean | undefined;
}): string {
  return shown < total || isAtLeast
    ? `showing ${written(shown)} of ${isAtLeast ? 'at least ' : ''}${written(total)}`
    : '';
}

export function cardOf({ tool, parameters, found, ms }: Run, staff: Staff): ToolCard {
  const rows = within(found.rows);
  const total = Math.max(found.total ?? found.rows.length, found.rows.length);
  return {
    tool: tool.name,
    title: found.title,
    parameters,
    location: found.location ?? staff.locationName ?? '',
    columns: [...found.columns],
    rows,
    facts: found.facts ?? [],
    total,
    shown: rows.length,
    note: partWords({ shown: rows.length, total, isAtLeast: found.isAtLeast }),
    ms,
    open: found.open ?? null,
    draft: null,
    error: '',
  };
}

/** A card that says why there is nothing. */
export function failedCard(tool: string, error: string): ToolCard {
  return {
    tool,
    title: tool.replaceAll('_', ' '),
    parameters: {},
    location: '',
    columns: [],
    rows: [],
    facts: [],
    total: 0,
    shown: 0,
    note: '',
    ms: 0,
    open: null,
    draft: null,
    error,
  };
}

/** The sentence of a refusal. Other errors are defects, and the sentence says so. */
export function sentenceOfFailure(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === '57014') return 'This took longer than 5 seconds. Ask for a shorter period or fewer rows.';
  return null;
}

/** The card of a tool. @throws Refusal as `runTool`, `took_too_long` */
export async function showTool(
  deps: ToolDeps,
  staff: Staff,
  called: Called,
  options: { signal?: AbortSignal } = {},
): Promise<ToolCard> {
  try {
    return cardOf(await runTool(deps, staff, called, options), staff);
  } catch (error) {
    const sentence = sentenceOfFailure(error);
    if (sentence === null || error instanceof Refusal) throw error;
    throw new Refusal('took_too_long', sentence, { cause: error });
  }
}

/** An address, with letters of any language, spaces around the @, or an escaped one. */
const ADDRESS =
  /[^\s@<>()[\]"',;:]{1,64} ?(?:@|＠|%40|\(at\)|\[at\]) ?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
/** Spaces, dots, dashes, slashes and brackets of any width that people put between the digits of a telephone number. */
const APART = String.raw`[\s.()/\-‐‑‒–—·]`;
const TELEPHONES = [
  // With a country code, which nothing else has.
  String.raw`(?<![\w.])(?:\+|00)[1-9]\d{0,2}(?:${APART}{0,3}\d){6,13}`,
  // Ten digits of this country, in groups or whole: areas and exchanges begin with 2 to 9. A barcode is longer.
  String.raw`(?<![\w.-])(?:1${APART}{0,2})?\(?[2-9]\d\d${APART}{0,3}[2-9]\d\d${APART}{0,3}\d{4}`,
  // A number that says what it is, in any form.
  String.raw`(?<=\b(?:call|phone|telephone|tel|cell|mobile|text|fax|whatsapp|sms)\b[^\d\n]{0,12})\d(?:${APART}{0,3}\d){6,13}`,
].map((form) => new RegExp(String.raw`${form}(?![\w-])`, 'giu'));
/** A count such as +10 before a day has as many digits. */
const HOLDS_A_DAY = /\b(?:19|20)\d\d-\d\d-\d\d\b/;

/** Codes of a product have no words in them, but as many digits as a telephone number. */
const CODES: ReadonlySet<string> = new Set(['sku', 'barcode']);

/**
 * Reasons and notes are written by hand, and may say how to reach a customer.
 * Rule: assistant/what-is-sent.
 */
export function withoutContact<Value extends string | number | null>(value: Value): Value | string {
  if (typeof value !== 'string') return value;
  return TELEPHONES.reduce(
    (text, telephone) => text.replace(telephone, (found) => (HOLDS_A_DAY.test(found) ? found : '[number left out]')),
    value.replace(ADDRESS, '[address left out]'),
  );
}

/** Bytes of a result that a model is sent. */
const MOST_SENT = 32 * 1024;

/**
 * The part of a card that a model is sent: its figures, and names of customers only where that is allowed. It is data,
 * never an instruction. Rule: assistant/what-is-sent.
 */
export function toldToModel(
  card: ToolCard,
  { columns, isAtLeast }: Pick<Found, 'columns' | 'isAtLeast'>,
  sharesNames: boolean,
): { text: string; told: ToldRows } {
  const sent = columns.filter((one) => sharesNames || one.personal !== true);
  const { title, parameters, location, facts, total } = card;
  const rows: (string | number | null)[][] = [];
  let bytes = 0;
  for (const row of card.rows) {
    const values = sent.map(({ key }) => (CODES.has(key) ? (row[key] ?? null) : withoutContact(row[key] ?? null)));
    bytes += Buffer.byteLength(JSON.stringify(values));
    if (bytes > MOST_SENT) break;
    rows.push(values);
  }
  const note = partWords({ shown: rows.length, total, isAtLeast });
  const text = JSON.stringify({
    title: withoutContact(title),
    parameters,
    location,
    facts: facts.map((one) => ({ ...one, value: withoutContact(one.value) })),
    columns: sent.map(({ label }) => label),
    // The names by which a live artifact reads the columns.
    fields: sent.map(({ key }) => key),
    rows,
    total: isAtLeast === true ? `at least ${written(total)}` : total,
    note,
  });
  const told = { tool: card.tool, rows: rows.length, total, columns: sent.map(({ label }) => label) };
  return { text, told: { ...told, figures: facts.map(({ label }) => label) } };
}

const CHANGED = [
  column('item', 'Item'),
  column('field', 'Field'),
  column('before', 'Before'),
  column('after', 'After'),
];

/** The part of the card of a draft that a model is sent. Rule: assistant/what-is-sent. */
export function draftToldToModel(card: ToolCard, { id, changes }: Draft): { text: string; told: ToldRows } {
  const state = `Draft ${id} waits for the person, who sees it with before and after. Nothing has been changed.`;
  const facts = [fact('Draft', id), fact('State', state, 'text')];
  return toldToModel({ ...card, rows: changes, facts }, { columns: CHANGED }, true);
}

import type { FastifyInstance } from 'fastify';
import { toolCsvRoute } from '#contract/assistant-chat.ts';
import { csvLine } from '#domain/csv.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { Refusal } from '#server/refusal.ts';
import { selectMessage } from '../conversations/queries.ts';
import { partWords, runTool, sentenceOfFailure, type ToolDeps } from './run-tool.ts';

/** Rule: assistant/tools. */
const MOST_ROWS = 5000;

/** The rows of a card, whole, as they are now. @throws Refusal */
async function csvOf(deps: ToolDeps, db: Database, staff: Staff, messageId: number): Promise<string> {
  const message = await selectMessage(db, staff.id, messageId);
  if (!message?.card || message.card.draft !== null || message.card.error !== '')
    throw new Refusal('not_found', 'There is no such card.');
  const { tool, parameters } = message.card;
  try {
    const { found } = await runTool(deps, staff, { tool, parameters }, { limit: MOST_ROWS });
    const shown = Math.min(found.rows.length, MOST_ROWS);
    const note = partWords({ shown, total: Math.max(found.total ?? shown, shown), isAtLeast: found.isAtLeast });
    const lines = found.rows.slice(0, MOST_ROWS).map((row) => csvLine(found.columns.map(({ key }) => row[key] ?? '')));
    // A file that is cut says so in its last row, where people who add it up see it.
    const last = note === '' ? [] : [csvLine([note])];
    return [csvLine(found.columns.map(({ label }) => label)), ...lines, ...last].join('');
  } catch (error) {
    const sentence = sentenceOfFailure(error);
    if (sentence === null || error instanceof Refusal) throw error;
    throw new Refusal('took_too_long', sentence, { cause: error });
  }
}

export function registerToolCsv(app: FastifyInstance): void {
  serveCsv(app, toolCsvRoute, 'rows.csv', (staff, _query, db, params) => csvOf(app.deps, db, staff, params.id));
}

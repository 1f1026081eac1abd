import { type RawBuilder, sql } from 'kysely';
import { PLAYS_KEPT_DAYS } from '#contract/menu-reports.ts';
import type { Tx } from '#server/db/pool.ts';

/** The log of commands is kept this long. Rule: menus/commands. */
const COMMANDS_KEPT_DAYS = 30;

/** The rows of screens that are kept for a limited time. Rules: menus/commands, menus/pairing, menus/proof-of-play. */
const LAPSED: readonly (readonly [table: string, lapsed: RawBuilder<unknown>])[] = [
  ['tv_commands', sql`created_at < now() - make_interval(days => ${sql.lit(COMMANDS_KEPT_DAYS)})`],
  ['tv_pairings', sql`expires_at < now() - interval '1 day'`],
  ['tv_pairing_failures', sql`since < now() - interval '1 day'`],
  ['menu_plays', sql`started_at < now() - make_interval(days => ${sql.lit(PLAYS_KEPT_DAYS)})`],
  ['menu_product_days', sql`day < current_date - ${sql.lit(PLAYS_KEPT_DAYS)}`],
];

/** Deletes what has lapsed, some rows at a time. @returns whether there may be more */
export async function sweepScreens(tx: Tx, most: number): Promise<boolean> {
  let isFull = false;
  for (const [table, lapsed] of LAPSED) {
    const { rows } = await sql<{ rows: number }>`
      WITH gone AS (
        DELETE FROM ${sql.table(table)} WHERE ctid IN (SELECT ctid FROM ${sql.table(table)} WHERE ${lapsed} LIMIT ${sql.lit(most)})
        RETURNING 1)
      SELECT count(*)::integer AS rows FROM gone`.execute(tx);
    isFull ||= (rows[0]?.rows ?? 0) >= most;
  }
  return isFull;
}

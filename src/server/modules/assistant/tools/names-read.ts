import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';
import { CUSTOMER } from './tool.ts';

/** The most cards of saved conversations that are looked at, newest first. */
const MOST_CARDS = 500;
/** Names that are none. */
const NOBODY = ['Guest Customer', 'Deleted customer'];

/**
 * The names of customers that tools showed a person: in their saved conversations, and in answers of the last 24 hours, whose
 * conversation may be cleared, or not saved yet.
 */
export async function selectNamesRead(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH cards AS (
      (SELECT m.card FROM ai_messages m JOIN ai_conversations c ON c.id = m.conversation_id
        WHERE c.user_id = ${userId} AND m.card -> 'columns' @> ${JSON.stringify([{ label: CUSTOMER }])}::jsonb
        ORDER BY m.id DESC LIMIT ${MOST_CARDS})
      UNION ALL
      SELECT jsonb_path_query(e.event, '$[*] ? (@.type == "tool_result").data.card')
        FROM ai_runs r JOIN ai_run_events e ON e.run_id = r.id
       WHERE r.user_id = ${userId} AND r.started_at > now() - interval '25 hours'
    )
    SELECT DISTINCT trim(one.row ->> (col.spec ->> 'key')) AS name
      FROM cards, jsonb_array_elements(cards.card -> 'columns') AS col (spec), jsonb_array_elements(cards.card -> 'rows') AS one (row)
     WHERE col.spec ->> 'label' = ${CUSTOMER} AND trim(one.row ->> (col.spec ->> 'key')) <> ''`.execute(tx);
  return rows.map(({ name }) => name).filter((name) => !NOBODY.includes(name) && !/^Customer \d+$/.test(name));
}

import { sql } from 'kysely';
import { CUSTOMER_NAMED } from '#contract/assistant-cards.ts';
import type { Tx } from '#server/db/pool.ts';

/** The most cards of saved conversations that are looked at, newest first. */
const MOST_CARDS = 500;
/** The most names that are compared, those that were read last: each costs the tills a moment. */
const MOST_NAMES = 5000;
/** Names that are none. */
const NOBODY = ['Guest Customer', 'Deleted customer'];

/**
 * The names of customers that tools showed a person: in their saved conversations, and in answers of the last 24 hours, whose
 * conversation may be cleared, or not saved yet. Those that were read last come first, 5,000 at most.
 */
export async function selectNamesRead(tx: Tx, userId: number): Promise<string[]> {
  const naming = sql`jsonb_each_text(${JSON.stringify(CUSTOMER_NAMED)}::jsonb) AS naming (tool, key)`;
  const { rows } = await sql<{ name: string }>`
    WITH cards AS (
      (SELECT m.card, m.created_at AS at FROM ai_messages m JOIN ai_conversations c ON c.id = m.conversation_id
        WHERE c.user_id = ${userId} AND m.role = 'tool' AND m.tool_name = ANY(${Object.keys(CUSTOMER_NAMED)}::text[])
        ORDER BY m.id DESC LIMIT ${MOST_CARDS})
      UNION ALL
      SELECT jsonb_path_query(e.event, '$[*] ? (@.type == "tool_result").data.card'), r.started_at
        FROM ai_runs r JOIN ai_run_events e ON e.run_id = r.id
       WHERE r.user_id = ${userId} AND r.started_at > now() - interval '25 hours'
    )
    SELECT trim(one.row ->> naming.key) AS name
      FROM cards JOIN ${naming} ON naming.tool = cards.card ->> 'tool', jsonb_array_elements(cards.card -> 'rows') AS one (row)
     WHERE trim(one.row ->> naming.key) <> '' GROUP BY 1 ORDER BY max(cards.at) DESC LIMIT ${MOST_NAMES}`.execute(tx);
  return rows.map(({ name }) => name).filter((name) => !NOBODY.includes(name) && !/^Customer \d+$/.test(name));
}

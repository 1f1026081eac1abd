import { sql } from 'kysely';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { told } from '#server/http/guard/approvals.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { selectOrder } from '../list/list-queries.ts';
import { requireVisible } from '../visible.ts';

export interface OrderNote {
  id: number;
  text: string;
  author: string;
  created_at: string;
}

/** Oldest first. */
export async function selectNotes(db: Database | Tx, orderId: number): Promise<OrderNote[]> {
  const { rows } = await sql<Omit<OrderNote, 'created_at'> & { created_at: Date }>`
    SELECT n.id, n.body AS text, coalesce(nullif(u.display_name, ''), u.username, '') AS author, n.created_at
      FROM order_notes n LEFT JOIN users u ON u.id = n.author_id WHERE n.order_id = ${orderId} ORDER BY n.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** Writes a note for staff. @throws Refusal `not_found`, `note_empty` */
export async function addNote(tx: Tx, staff: Staff, orderId: number, text: string) {
  const order = requireVisible(staff, await selectOrder(tx, orderId));
  const body = text.trim();
  if (body === '') throw new Refusal('note_empty', 'Write something first.');
  await sql`INSERT INTO order_notes (order_id, body, author_id) VALUES (${orderId}, ${body}, ${staff.id})`.execute(tx);
  const actor = { ...staff, locationId: order.location_id };
  await recordChange(tx, actor, { action: 'order_note', entity: 'order', entityId: orderId, details: told(staff) });
  const note = (await selectNotes(tx, orderId)).at(-1);
  if (!note) throw new Error('a note was not written');
  return { note, order };
}

import { sql } from 'kysely';
import type { CustomerNote } from '#contract/customer-care.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { requireCustomer } from './customer.ts';

interface NoteRow extends Omit<CustomerNote, 'created_at'> {
  created_at: Date;
}

/** Newest first. */
export async function selectNotes(db: Database, customerId: number): Promise<CustomerNote[]> {
  const { rows } = await sql<NoteRow>`
    SELECT n.id, n.customer_id, n.body AS text, n.author_id, coalesce(nullif(a.display_name, ''), nullif(a.name, ''), a.username) AS author, n.created_at
      FROM customer_notes n LEFT JOIN users a ON a.id = n.author_id
     WHERE n.customer_id = ${customerId} ORDER BY n.id DESC`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** @throws Refusal `not_found`. */
export async function listNotes(db: Database, customerId: number): Promise<CustomerNote[]> {
  await requireCustomer(db, customerId);
  return selectNotes(db, customerId);
}

/** @throws Refusal `not_found`, `note_empty`. */
export async function addNote(tx: Tx, staff: Staff, customerId: number, written: string): Promise<CustomerNote> {
  const body = written.trim();
  if (body === '') throw new Refusal('note_empty', 'The note is empty. Write something first.');
  // Locked, so that the note does not go to an account that is being merged away.
  await requireCustomer(tx, customerId, { lock: true });
  const { rows } = await sql<{ id: number }>`
    INSERT INTO customer_notes (customer_id, body, author_id) VALUES (${customerId}, ${body}, ${staff.id}) RETURNING id`.execute(
    tx,
  );
  const id = rows[0]?.id;
  await recordChange(tx, staff, {
    action: 'customer_note',
    entity: 'user',
    entityId: customerId,
    details: { note_id: id },
    personal: { customerId, details: { text: body } },
  });
  const note = (await selectNotes(tx, customerId)).find((each) => each.id === id);
  if (!note) throw new Error('A note that was just written is not there');
  return note;
}

/** @throws Refusal `not_found`; `not_allowed` for somebody else's note, unless one manages customers. Rule: customers/notes. */
export async function deleteNote(tx: Tx, staff: Staff, customerId: number, noteId: number): Promise<{ id: number }> {
  // Locked, so that forgetting the customer meanwhile erases the text from the audit trail as well.
  await requireCustomer(tx, customerId, { lock: true });
  const { rows } = await sql<{ author_id: number | null; body: string }>`
    SELECT author_id, body FROM customer_notes WHERE id = ${noteId} AND customer_id = ${customerId} FOR UPDATE`.execute(
    tx,
  );
  const [note] = rows;
  if (!note) throw new Refusal('not_found', 'There is no such note.');
  if (note.author_id !== staff.id && !may(staff, 'manage-customers'))
    throw new Refusal('not_allowed', 'Only its author or a manager may delete a note.');
  await sql`DELETE FROM customer_notes WHERE id = ${noteId}`.execute(tx);
  await recordChange(tx, staff, {
    action: 'customer_note_deleted',
    entity: 'user',
    entityId: customerId,
    details: { note_id: noteId },
    personal: { customerId, details: { text: note.body } },
  });
  return { id: noteId };
}

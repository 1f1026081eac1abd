import { sql } from 'kysely';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import type { createSupplierRoute, Supplier, suppliersRoute, updateSupplierRoute } from '#contract/suppliers.ts';
import { folded } from '#domain/fold.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

type SupplierBody = BodyOf<typeof createSupplierRoute>;

interface SupplierRow extends Omit<Supplier, 'created_at'> {
  created_at: Date;
}

const COLUMNS = sql`id, name, contact, email, phone, address, status, created_at, version`;
/** The supplier of a purchase order that names one unknown here. Rule: purchasing/default-supplier. */
const DEFAULT_SUPPLIER_ID = 1;
const MOST_SUPPLIERS = 5000;

function toSupplier(row: SupplierRow): Supplier {
  return { ...row, created_at: row.created_at.toISOString() };
}

export async function listSuppliers(db: Database, query: QueryOf<typeof suppliersRoute>): Promise<Supplier[]> {
  const status = query.status === 'all' ? null : query.status;
  const search = folded(query.search ?? '').trim();
  const pattern = search === '' ? null : containing(search);
  const { rows } = await sql<SupplierRow>`
    SELECT ${COLUMNS} FROM suppliers
     WHERE (${status}::text IS NULL OR status = ${status})
       AND (${pattern}::text IS NULL OR folded_plain(name || ' ' || contact || ' ' || email || ' ' || phone) LIKE ${pattern})
     ORDER BY lower(name), id LIMIT ${sql.lit(MOST_SUPPLIERS)}`.execute(db);
  return rows.map(toSupplier);
}

function trimmedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') {
    throw new Refusal('supplier_name_required', 'Please provide a name for the supplier.', {
      details: { field: 'name' },
    });
  }
  return trimmed;
}

/** @throws Refusal `supplier_name_taken` when another supplier has the name, in any case */
async function written(name: string, write: Promise<{ rows: SupplierRow[] }>): Promise<SupplierRow | undefined> {
  try {
    return (await write).rows[0];
  } catch (error) {
    if (constraintOf(error) !== 'suppliers_name_once') throw error;
    throw nameTaken(name);
  }
}

const nameTaken = (name: string): Refusal =>
  new Refusal('supplier_name_taken', `There is a supplier called ${name} already.`);

/** Null when a supplier has the name, in any case. */
async function insertSupplier(
  tx: Tx,
  staff: Staff,
  name: string,
  { contact = '', email = '', phone = '', address = '', status = 'active' }: Partial<SupplierBody> = {},
): Promise<SupplierRow | null> {
  const { rows } = await sql<SupplierRow>`
    INSERT INTO suppliers (name, contact, email, phone, address, status)
    VALUES (${name}, ${contact.trim()}, ${email.trim()}, ${phone.trim()}, ${address.trim()}, ${status})
    ON CONFLICT (lower(name)) DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  await recordChange(tx, staff, {
    action: 'supplier_created',
    entity: 'supplier',
    entityId: row.id,
    details: { name },
  });
  return row;
}

/** @throws Refusal `supplier_name_required`, `supplier_name_taken` */
export async function createSupplier(tx: Tx, staff: Staff, body: SupplierBody): Promise<Supplier> {
  const name = trimmedName(body.name);
  const row = await insertSupplier(tx, staff, name, body);
  if (!row) throw nameTaken(name);
  return toSupplier(row);
}

/**
 * The supplier with this name, made when there is none. One that somebody else made meanwhile is used. A name that
 * differs from another's only by accents or apostrophes is refused, because it is more likely a typing mistake than a
 * second supplier.
 * @throws Refusal `supplier_name_required`, `supplier_name_taken`
 */
export async function ensureSupplier(
  tx: Tx,
  staff: Staff,
  asked: string,
): Promise<{ id: number; name: string; made: boolean }> {
  const name = trimmedName(asked);
  const made = await insertedUnlessLike(tx, staff, name);
  if (made) return { id: made.id, name: made.name, made: true };
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM suppliers WHERE lower(name) = lower(${name})`.execute(tx);
  if (!rows[0]) throw new Error('a supplier was neither made nor found');
  return { ...rows[0], made: false };
}

/**
 * Null when a supplier has the name.
 * @throws Refusal `supplier_name_taken` when another's is almost the same
 */
async function insertedUnlessLike(tx: Tx, staff: Staff, name: string): Promise<SupplierRow | null> {
  const { rows } = await sql<{ name: string; same: boolean }>`
    SELECT name, lower(name) = lower(${name}) AS same FROM suppliers
     WHERE folded_plain(name) = ${folded(name)} ORDER BY same DESC LIMIT 1`.execute(tx);
  const like = rows[0];
  if (!like) return insertSupplier(tx, staff, name);
  if (like.same) return null;
  throw new Refusal(
    'supplier_name_taken',
    `There is a supplier called ${like.name}, and ${name} is almost the same name. Nothing was saved. Choose that supplier, or make the new one under Suppliers first.`,
  );
}

const PARTS = ['name', 'contact', 'email', 'phone', 'address', 'status'] as const satisfies readonly (keyof Supplier)[];

/**
 * Fields that are left out do not change. The audit row tells what changed, before and after.
 * Rule: purchasing/suppliers-stay.
 * @throws Refusal `not_found`, `changed_meanwhile`, `supplier_name_required`, `supplier_name_taken`
 */
export async function updateSupplier(
  tx: Tx,
  staff: Staff,
  id: number,
  { version, ...body }: BodyOf<typeof updateSupplierRoute>,
): Promise<Supplier> {
  const before = await lockSeen(tx, id, version);
  const name = body.name === undefined ? before.name : trimmedName(body.name);
  const part = (which: 'contact' | 'email' | 'phone' | 'address'): string => body[which]?.trim() ?? before[which];
  const row = await written(
    name,
    sql<SupplierRow>`
      UPDATE suppliers SET name = ${name}, contact = ${part('contact')}, email = ${part('email')}, phone = ${part('phone')},
             address = ${part('address')}, status = ${body.status ?? before.status}, updated_at = now()
       WHERE id = ${id} RETURNING ${COLUMNS}`.execute(tx),
  );
  if (!row) throw new Error('a supplier was lost under its lock');
  const changed = PARTS.filter((which) => before[which] !== row[which]);
  const pick = (of: SupplierRow) => Object.fromEntries(changed.map((which) => [which, of[which]]));
  if (changed.length > 0) {
    const details = { from: pick(before), to: pick(row) };
    await recordChange(tx, staff, { action: 'supplier_changed', entity: 'supplier', entityId: id, details });
  }
  return toSupplier(row);
}

/** The supplier under its lock. @throws Refusal `not_found`, `changed_meanwhile` */
async function lockSeen(tx: Tx, id: number, version: number | undefined): Promise<SupplierRow> {
  const { rows } = await sql<SupplierRow>`SELECT ${COLUMNS} FROM suppliers WHERE id = ${id} FOR NO KEY UPDATE`.execute(
    tx,
  );
  const present = rows[0];
  if (!present) throw new Refusal('not_found', 'There is no such supplier.');
  if (version !== undefined && version !== present.version) {
    throw new Refusal('changed_meanwhile', `Somebody else changed ${present.name} meanwhile. Nothing was saved.`, {
      details: { current: toSupplier(present) },
    });
  }
  return present;
}

/**
 * The supplier of a purchase order, and the name printed on it: the supplier with the given id, else the one with the
 * given name, else the default supplier under the given name.
 * @throws Refusal `supplier_unknown`; `supplier_name_required` when neither is given
 */
export async function resolveSupplier(
  tx: Tx,
  given: { supplier_id?: number | undefined; supplier_name?: string | undefined },
): Promise<{ id: number; name: string }> {
  const name = given.supplier_name?.trim() ?? '';
  if (given.supplier_id !== undefined) {
    const row = await tx.selectFrom('suppliers').select('name').where('id', '=', given.supplier_id).executeTakeFirst();
    if (!row) throw new Refusal('supplier_unknown', `There is no supplier ${given.supplier_id}.`);
    return { id: given.supplier_id, name: name || row.name };
  }
  if (name === '') {
    throw new Refusal('supplier_name_required', 'Please provide a supplier name for the purchase order.', {
      details: { field: 'supplier_name' },
    });
  }
  const { rows } = await sql<{ id: number }>`SELECT id FROM suppliers WHERE lower(name) = lower(${name})`.execute(tx);
  return { id: rows[0]?.id ?? DEFAULT_SUPPLIER_ID, name };
}

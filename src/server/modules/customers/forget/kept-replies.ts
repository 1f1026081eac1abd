import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Everything about a person in their account, an address, a held cart or the reason of an adjustment. */
const OF_PEOPLE = new Set([
  'name',
  'customer_name',
  'merged_name',
  'display_name',
  'first_name',
  'last_name',
  'username',
  'email',
  'phone',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'text',
  'description',
]);
/** The personal fields of an order. Other names in it are those of its lines. */
const OF_ORDERS = new Set(['customer_name', 'customer_note']);
const ADDRESSES = new Set(['billing', 'shipping']);
const LISTS = new Set(['meta', 'meta_data']);

/** Further fields about a person, with what is left of each. */
const CLEARED = new Map<string, Json>([
  ['groups', []],
  ['flag', null],
  ['id_checked_at', null],
]);

/** Empties the texts of the fields, at any depth. */
function emptied(value: Json, fields: ReadonlySet<string>, all = false): Json {
  if (Array.isArray(value)) return value.map((part) => emptied(part, fields, all));
  if (typeof value === 'string') return all ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      CLEARED.has(key) ? (CLEARED.get(key) ?? null) : emptied(part, fields, all || fields.has(key)),
    ]),
  );
}

/** An order as it was answered, without the person. */
function withoutBuyer(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutBuyer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (OF_ORDERS.has(key)) return [key, ''];
      if (ADDRESSES.has(key)) return [key, emptied(part, OF_PEOPLE)];
      // A line says in these how it was priced; a whole order may say anything.
      if (LISTS.has(key) && 'customer_id' in value) return [key, Array.isArray(part) ? [] : part];
      return [key, withoutBuyer(part)];
    }),
  );
}

/**
 * Erases what the answers kept with idempotency keys say about these customers. The answers still say that it happened, and
 * under which number.
 * @param merges that moved values of these customers
 */
export async function eraseKeptReplies(tx: Tx, ids: readonly number[], merges: readonly number[]): Promise<void> {
  const is = (key: string): string => ids.map((id) => `@.${key} == ${id}`).join(' || ');
  // The id of a note or a merge is not that of a customer.
  const isCustomer = `(${is('id')}) && !exists(@.customer_id) && !exists(@.kept_id)`;
  const { rows } = await sql<{ key: string; route: string; response: Json }>`
    SELECT key, route, response FROM idempotency_keys
     WHERE (route LIKE '%/users-matrix/%' OR route LIKE '%/customers%')
           AND response @? ${`$.** ? (${[isCustomer, is('kept_id'), is('merged_id'), is('customer_id')].join(' || ')})`}::jsonpath
        OR route LIKE '%/customers/:id/merge' AND (response #>> '{data,id}')::bigint = ANY(${[...merges]}::bigint[])
        OR route LIKE '%/user/:id/adjust' AND (response #>> '{event,id}')::bigint IN
             (SELECT id FROM points_events WHERE customer_id = ANY(${[...ids]}::integer[]))
        OR route LIKE '%/orders/:id/notes' AND (response #>> '{data,id}')::bigint IN
             (SELECT n.id FROM orders o JOIN order_notes n ON n.order_id = o.id WHERE o.customer_id = ANY(${[...ids]}::integer[]))
        OR (route LIKE '%/orders%' OR route LIKE '%/held-carts%') AND response @? ${`$.** ? (${is('customer_id')})`}::jsonpath`.execute(
    tx,
  );
  for (const { key, route, response } of rows) {
    const isOrder = route.includes('/orders') && !route.endsWith('/notes');
    const rest = isOrder ? withoutBuyer(response) : emptied(response, OF_PEOPLE);
    await sql`UPDATE idempotency_keys SET response = ${JSON.stringify(rest)}::jsonb WHERE key = ${key}`.execute(tx);
  }
}

import { sql } from 'kysely';
import type { customerGroupsRoute } from '#contract/customer-care.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { PRESENT_CUSTOMER } from './present.ts';

/** Labels in use, by name, with how many customers have them. */
export async function listGroups(db: Database): Promise<ReplyOf<typeof customerGroupsRoute>['data']> {
  const { rows } = await sql<{ id: number; name: string; customers: number }>`
    SELECT g.id, g.name, count(*)::integer AS customers
      FROM customer_groups g JOIN customer_group_members m ON m.group_id = g.id
      JOIN users u ON u.id = m.customer_id AND ${PRESENT_CUSTOMER}
     GROUP BY g.id ORDER BY folded(g.name)`.execute(db);
  return rows;
}

/** Makes labels that are not there, and locks those that are: one may be going with its last customer (`eraseGroups`). */
export async function holdGroups(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO customer_groups AS g (name) SELECT DISTINCT ON (folded(n)) n FROM unnest(${[...names]}::text[]) n ORDER BY folded(n)
    ON CONFLICT (folded(name)) DO UPDATE SET name = g.name`.execute(tx);
}

/** Makes these all the labels of a customer. Labels differ by more than case and accents. Rule: customers/groups. */
export async function setGroups(tx: Tx, customerId: number, names: readonly string[]): Promise<void> {
  const wanted = [...new Set(names.map((name) => name.trim().replaceAll(/\s+/g, ' ')))];
  await holdGroups(tx, wanted);
  await sql`
    DELETE FROM customer_group_members m USING customer_groups g
     WHERE m.customer_id = ${customerId} AND g.id = m.group_id
       AND folded(g.name) <> ALL (SELECT folded(n) FROM unnest(${wanted}::text[]) n)`.execute(tx);
  await sql`
    INSERT INTO customer_group_members (group_id, customer_id)
    SELECT g.id, ${customerId} FROM customer_groups g
     WHERE folded(g.name) IN (SELECT folded(n) FROM unnest(${wanted}::text[]) n)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Takes all labels of customers, and the labels that nobody has then: one may name a person. Rule: customers/groups. */
export async function eraseGroups(tx: Tx, customerIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM customer_group_members WHERE customer_id = ANY(${[...customerIds]}::integer[]) RETURNING group_id AS id`.execute(
    tx,
  );
  const groups = rows.map(({ id }) => id);
  // A statement of its own, so that the next one sees who got a label meanwhile.
  await sql`SELECT FROM customer_groups WHERE id = ANY(${groups}::integer[]) ORDER BY folded(name) FOR UPDATE`.execute(
    tx,
  );
  await sql`
    DELETE FROM customer_groups g WHERE g.id = ANY(${groups}::integer[])
       AND NOT EXISTS (SELECT FROM customer_group_members m WHERE m.group_id = g.id)`.execute(tx);
}

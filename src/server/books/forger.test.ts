import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { SHOP } from '#server/testing/shop.ts';
import { KINDS, LEDGERS, OTHER_TABLES, WITHOUT_VALUE } from '#server/testing/trade/ledger-tables.ts';
import { type Sold, tradeInEverything } from '#server/testing/trade/whole-trade.ts';
import { AUDIT_CHECKS } from './audit-checks.ts';
import { SEAL_CHECKS } from './seal-checks.ts';
import { CHECKS, runCheck, verifyBooks } from './verify.ts';
import { IS_LONG } from '#testing/times.ts';

/** A different value for the column. */
function forged(column: string, type: string): string {
  const other: Readonly<Record<string, string>> = {
    boolean: `not coalesce(${column}, false)`,
    text: `coalesce(${column}, '') || 'x'`,
    jsonb: `'{"forged": 1}'`,
    bytea: `'\\x00'`,
    uuid: 'gen_random_uuid()',
    date: `coalesce(${column}, current_date) + 1`,
    ARRAY: `${column} || 100`,
    'timestamp with time zone': `coalesce(${column}, now()) + interval '1 hour'`,
  };
  return other[type] ?? `coalesce(${column}, 0) + 100`;
}

let shop: TestApp;
/** As superuser, which bypasses triggers, foreign keys and constraints. */
let forger: pg.Client;
let sold: Sold;

beforeAll(async () => {
  shop = await testApp();
  sold = await tradeInEverything(shop);
  if (typeof shop.database.connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(
    clientConfig({ ...inject('postgres'), user: 'postgres', database: shop.database.connection.database }),
  );
  await forger.connect();
});
afterAll(async () => {
  await forger.end();
  await shop.close();
});

/** The names of the rules that these statements break; they are rolled back. */
async function found(...statements: string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    const broken: string[] = [];
    for (const check of CHECKS) if ((await runCheck(forger, check)).broken > 0) broken.push(check.name);
    return broken;
  } finally {
    await forger.query('rollback');
  }
}

const without = (table: string, ...names: string[]) =>
  names.map((name) => `alter table ${table} drop constraint ${name}`).join('; ');
const IMPORTED = `reason like 'Import of %'`;
/** A movement without an author, at the instant and location of the import. */
const TAKEN_BY_IMPORT = `
  insert into stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action, created_at)
  select s.location_id, s.product_id, -1, s.quantity, s.quantity - 1, 'inventory_update', a.at
    from stock_levels s, audit_trail a
   where a.action = 'catalogue_import' and s.location_id = a.location_id and s.product_id = ${SHOP.grinder}`;
const [SALE, CHANGE, STATUS, VOID, , REFUND, NOTE, BY_HAND, POINTS, REORDER, PURCHASE, PAYMENT] = AUDIT_CHECKS.map(
  ({ name }) => name,
);

it('finds the books of this shop right, before anything is sealed', async () => {
  expect(await found()).toEqual([]);
});

it.each<[string, string | undefined, () => string[]]>([
  [
    'a cash sale that is rewritten as card',
    SALE,
    () => [
      `update orders set payment_method = 'card', change_cents = 0 where id = ${sold.cash}`,
      `update order_tenders set method = 'card', amount_cents = (select total_cents from orders where id = ${sold.cash}) where order_id = ${sold.cash}`,
    ],
  ],
  [
    'a sale whose lines, tax and tender are all scaled down',
    SALE,
    () => [
      without('order_taxes', 'order_taxes_add_up'),
      `update order_lines set total_cents = round(total_cents * 0.6), original_cents = round(total_cents * 0.6) where order_id = ${sold.card}`,
      `update orders o set subtotal_cents = l.s, taxable_cents = l.t, tax_cents = (l.t * 87500 * 2 + 1000000) / 2000000,
              total_cents = l.s + (l.t * 87500 * 2 + 1000000) / 2000000
         from (select sum(total_cents) as s, sum(total_cents) filter (where taxable) as t from order_lines where order_id = ${sold.card}) l where o.id = ${sold.card}`,
      `update order_taxes t set taxable_cents = o.taxable_cents, tax_cents = o.tax_cents from orders o where o.id = t.order_id and o.id = ${sold.card}`,
      `update order_tenders t set amount_cents = o.total_cents from orders o where o.id = t.order_id and o.id = ${sold.card}`,
    ],
  ],
  [
    'a sale at another time',
    SALE,
    () => [
      `update orders set created_at = created_at + interval '1 minute', completed_at = completed_at + interval '1 minute' where id = ${sold.card}`,
    ],
  ],
  [
    'a refund to another amount',
    REFUND,
    () => [
      `update order_refunds set amount_cents = amount_cents - 1, goods_cents = goods_cents - 1 where kind = 'lines'`,
    ],
  ],
  [
    'a refund by somebody else',
    REFUND,
    () => [`update order_refunds set actor_id = actor_id + 1 where kind = 'lines'`],
  ],
  [
    'a refund that nobody made',
    REFUND,
    () => [
      `insert into order_refunds (order_id, kind, amount_cents, goods_cents, tax_cents) values (${sold.card}, 'lines', 100, 100, 0)`,
    ],
  ],
  [
    'a refund given back in another way',
    REFUND,
    () => [
      `update order_refund_tenders t set amount_cents = t.amount_cents + case t.method when 'cash' then -1 else 1 end
         from order_refunds r where r.id = t.refund_id and r.order_id = ${sold.split}`,
    ],
  ],
  [
    'a refund of other goods',
    REFUND,
    () => [
      `update order_refund_lines b set quantity = quantity + 1 from order_refunds r where r.id = b.refund_id and r.order_id = ${sold.split}`,
    ],
  ],
  [
    'a refund whose goods were put back on the shelf though they were broken',
    REFUND,
    () => [`update order_refund_lines set restock = true where not restock`],
  ],
  [
    'a refund by status given back in another way',
    REFUND,
    () => [
      `update order_refund_tenders t set method = case method when 'cash' then 'card' else 'cash' end
         from order_refunds r where r.id = t.refund_id and r.kind = 'status'`,
    ],
  ],
  [
    'a refund by status of another amount',
    REFUND,
    () => [
      `update order_refunds set amount_cents = amount_cents - 1, goods_cents = goods_cents - 1 where kind = 'status'`,
    ],
  ],
  ['a status that nobody set', STATUS, () => [`update orders set status = 'on-hold' where id = ${sold.card}`]],
  [
    'a status change that the trail does not know',
    CHANGE,
    () => [
      `insert into order_events (order_id, kind, actor_id, details) values (${sold.card}, 'status', 1, '{"from": "completed", "to": "completed"}')`,
    ],
  ],
  [
    'an order that was voided by somebody else',
    VOID,
    () => [`update orders set voided_by = voided_by + 1 where id = ${sold.voided}`],
  ],
  [
    'a void that is taken back',
    VOID,
    () => [`update orders set voided_at = null, voided_by = null, stock_deducted = true where id = ${sold.voided}`],
  ],
  ['a note put into other hands', NOTE, () => [`update order_notes set author_id = author_id + 1`]],
  [
    'a movement by hand that nobody made',
    BY_HAND,
    () => [
      `insert into stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action)
       select location_id, product_id, -1, quantity, quantity - 1, 'manual_adjustment' from stock_levels where location_id = 20 and product_id = ${SHOP.grinder}`,
      `update stock_levels set quantity = quantity - 1 where location_id = 20 and product_id = ${SHOP.grinder}`,
    ],
  ],
  [
    'a movement by hand of another quantity',
    BY_HAND,
    () => [
      `update stock_movements set delta = delta - 1, quantity_after = quantity_after - 1 where action = 'manual_adjustment'`,
    ],
  ],
  [
    'a movement by hand put down to somebody else',
    BY_HAND,
    () => [`update stock_movements set actor_id = actor_id + 1 where action = 'manual_adjustment'`],
  ],
  [
    'a movement by hand a second earlier',
    BY_HAND,
    () => [
      `update stock_movements set created_at = created_at - interval '1 second' where action = 'manual_adjustment'`,
    ],
  ],
  ['goods that are taken as if an import had taken them', BY_HAND, () => [TAKEN_BY_IMPORT]],
  [
    'goods that are taken as if an import of an older build had taken them',
    BY_HAND,
    () => [`update audit_trail set details = details - 'movements' where action = 'catalogue_import'`, TAKEN_BY_IMPORT],
  ],
  [
    'goods that an import brought for one item, and that are put down to another',
    BY_HAND,
    () => [
      `update stock_movements set product_id = ${SHOP.grinder} where id = (
         select min(id) from stock_movements where ${IMPORTED})`,
    ],
  ],
  ['goods of an import that are gone', BY_HAND, () => [`delete from stock_movements where ${IMPORTED}`]],
  [
    'points from nobody',
    POINTS,
    () => [
      `insert into points_events (customer_id, type, points) select customer_id, 'manual-adjust', 7 from points_balances limit 1`,
    ],
  ],
  ['another reorder level', REORDER, () => ['update stock_levels set reorder_level = 6 where reorder_level = 5']],
  [
    'a purchase order of another total',
    PURCHASE,
    () => ['update purchase_orders set shipping_cents = shipping_cents + 1, total_cents = total_cents + 1'],
  ],
  [
    'a purchase order whose total stays, with costs moved from one item to another',
    PURCHASE,
    () => [
      `update purchase_order_lines set unit_cost_cents = unit_cost_cents + 100, total_cents = total_cents + 500 where product_id = ${SHOP.papers}`,
      `update purchase_order_lines set unit_cost_cents = unit_cost_cents - 100, total_cents = total_cents - 500 where product_id = ${SHOP.grinder}`,
    ],
  ],
  [
    'a purchase order of another supplier',
    PURCHASE,
    () => [`update purchase_orders set supplier_name = 'Nobody' where status <> 'draft'`],
  ],
  [
    'a purchase order said to be ordered earlier',
    PURCHASE,
    () => [`update purchase_orders set ordered_at = ordered_at - interval '1 day'`],
  ],
  [
    'a payment that nobody made',
    PAYMENT,
    () => [
      `update orders set paid_at = now(), status = 'completed', stock_deducted = true where id = ${sold.unpaid}`,
      `insert into order_payments (order_id, method, amount_cents, points) select id, 'card', total_cents, 0 from orders where id = ${sold.unpaid}`,
    ],
  ],
  [
    'a payment that is taken away',
    PAYMENT,
    () => [
      `delete from order_payments where order_id = ${sold.paidLater}`,
      `update orders set paid_at = null, points_awarded = 0, stock_deducted = false, status = 'pending' where id = ${sold.paidLater}`,
    ],
  ],
  [
    'a payment of another way and at another time',
    PAYMENT,
    () => [
      `update order_payments set method = 'cash', created_at = created_at + interval '1 minute'`,
      `update orders set payment_method = 'cash', paid_at = paid_at + interval '1 minute' where id = ${sold.paidLater}`,
    ],
  ],
  [
    'a sale that is said to have been placed unpaid',
    SALE,
    () => [
      `update orders set placed_unpaid = true where id = ${sold.card}`,
      `insert into order_payments (order_id, method, amount_cents, points, actor_id, created_at)
       select id, 'card', total_cents, points_awarded, employee_id, paid_at from orders where id = ${sold.card}`,
      `delete from order_tenders where order_id = ${sold.card}`,
    ],
  ],
])('names %s, though nothing is sealed yet', async (_what, check, forge) => {
  expect(await found(...forge())).toContain(check);
});

it('knows of every table whether it is a ledger', async () => {
  const { rows } = await forger.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...LEDGERS, ...OTHER_TABLES].toSorted());
});

it('names whatever column of whatever ledger is changed once it is sealed, in rows of every kind', async () => {
  const sealedCheck = SEAL_CHECKS[0]?.name;
  let report = await verifyBooks(shop.database.connection);
  // A row is sealed once no older transaction of the whole database server is open, and other tests have transactions
  // too.
  await expect
    .poll(
      async () => {
        report = await verifyBooks(shop.database.connection);
        return report.checks.find(({ name }) => name === sealedCheck)?.looked;
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
  const looked = new Map(report.checks.map((check) => [check.name, check.looked]));
  expect(AUDIT_CHECKS.filter(({ name }) => looked.get(name) === 0).map(({ name }) => name)).toEqual([]);

  const { rows: columns } = await forger.query<{ ledger: string; name: string; type: string; identity: string }>(
    `select table_name as ledger, column_name as name, data_type as type, is_identity as identity from information_schema.columns
      where table_name = any($1) and table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position`,
    [LEDGERS],
  );
  const { rows: rules } = await forger.query<{ ledger: string; name: string }>(
    `select conrelid::regclass::text as ledger, conname as name from pg_constraint
      where contype = 'c' and conrelid::regclass::text = any($1)`,
    [LEDGERS],
  );
  await forger.query('begin; set local session_replication_role = replica');
  for (const { ledger, name } of rules) await forger.query(without(ledger, name));
  for (const { ledger, name } of columns.filter(({ identity }) => identity === 'YES'))
    await forger.query(`alter table ${ledger} alter ${name} set generated by default`);
  // The rules that find most come first, because naming each column once is enough.
  const checks = CHECKS.toSorted((a, b) => Number(b.name === sealedCheck) - Number(a.name === sealedCheck));
  /** The name of the rule that finds the column of this row forged. */
  async function namedBy(ledger: string, { name, type }: { name: string; type: string }, row: string) {
    await forger.query('savepoint one_column');
    const { rowCount } = await forger.query(`update ${ledger} set ${name} = ${forged(name, type)} where ctid = ${row}`);
    expect(rowCount, ledger).toBe(1);
    let rule: string | undefined;
    for (const check of checks) if (rule === undefined && (await runCheck(forger, check)).broken > 0) rule = check.name;
    await forger.query('rollback to savepoint one_column');
    return rule;
  }
  const unnoticed: string[] = [];
  const tried = columns.filter((_column, place) => IS_LONG || place % 4 === 0);
  for (const { ledger, ...column } of tried) {
    const first = `(select ctid from ${ledger} order by ${column.name} is null limit 1)`;
    const rule = await namedBy(ledger, column, first);
    if (rule === undefined) unnoticed.push(`${ledger}.${column.name}`);
    const kind = KINDS[ledger];
    // A seal covers every row alike.
    if (rule === undefined || rule === sealedCheck || kind === undefined) continue;
    const { rows: kinds } = await forger.query<{ kind: string; row: string }>(
      `select ${kind} as kind, min(ctid)::text as row from ${ledger} group by 1`,
    );
    for (const { kind: name, row } of kinds)
      if ((await namedBy(ledger, column, `'${row}'`)) === undefined)
        unnoticed.push(`${ledger}.${column.name} (${name})`);
  }
  await forger.query('rollback');
  const listed = tried
    .filter(({ ledger, name }) => WITHOUT_VALUE[ledger]?.includes(name))
    .map(({ ledger, name }) => `${ledger}.${name}`);
  expect(unnoticed.toSorted()).toEqual(listed.toSorted());
}, 600_000);

import type { Check } from './check.ts';

const LATE = `interval '1 hour'`;

interface SealedTable {
  readonly key: string;
  /** When the row `r` was written. */
  readonly since: string;
  /** The ledgers of `sealed_ledgers` that hold its rows; some hold columns that came later. */
  readonly ledgers: readonly string[];
}

const rowsWithTime = (...ledgers: string[]): SealedTable => ({ key: 'id', since: 'r.created_at', ledgers });
const partsOf = (parent: string, key: string, ...ledgers: string[]): SealedTable => ({
  key,
  since: `(select p.created_at from ${parent} p where p.id = r.${key})`,
  ledgers,
});

const SEALED_TABLES: Readonly<Record<string, SealedTable>> = {
  orders: rowsWithTime('orders', 'orders_at_tills', 'orders_redeemed'),
  order_lines: {
    key: 'id',
    since: '(select p.created_at from orders p where p.id = r.order_id)',
    ledgers: ['order_lines', 'order_lines_units'],
  },
  order_line_price_changes: {
    key: 'id',
    since: '(select p.created_at from order_lines l join orders p on p.id = l.order_id where l.id = r.order_line_id)',
    ledgers: ['order_line_price_changes', 'order_line_price_steps'],
  },
  order_taxes: partsOf('orders', 'order_id', 'order_taxes', 'order_taxes_bases'),
  order_tenders: partsOf('orders', 'order_id', 'order_tenders'),
  order_payments: rowsWithTime('order_payments', 'order_payments_taken'),
  order_events: rowsWithTime('order_events'),
  order_notes: rowsWithTime('order_notes'),
  order_refunds: rowsWithTime(
    ...['order_refunds', 'order_refunds_at_tills', 'order_refunds_returned'],
    ...['order_refunds_taxes', 'order_refunds_given'],
  ),
  order_refund_lines: partsOf('order_refunds', 'refund_id', 'order_refund_lines'),
  order_refund_tenders: partsOf('order_refunds', 'refund_id', 'order_refund_tenders'),
  points_events: rowsWithTime('points_events'),
  stock_movements: rowsWithTime('stock_movements'),
  stock_audits: rowsWithTime('stock_audits'),
  stock_audit_lines: partsOf('stock_audits', 'audit_id', 'stock_audit_lines'),
  stock_transfers: rowsWithTime('stock_transfers'),
  stock_conversions: rowsWithTime('stock_conversions'),
  purchase_order_receipts: rowsWithTime('purchase_order_receipts'),
  purchase_order_receipt_lines: partsOf('purchase_order_receipts', 'receipt_id', 'purchase_order_receipt_lines'),
};
const TABLES = Object.entries(SEALED_TABLES);
const named = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join(', ')})`;

const SEALS = `
  select a.id as audit_id, a.at, e.ledger, (e.seal ->> 'after')::bigint as after, (e.seal ->> 'upto')::bigint as upto,
         (e.seal ->> 'seen')::bigint as seen, (e.seal ->> 'rows')::bigint as rows, e.seal ->> 'sha256' as sha256
    from audit_trail a, jsonb_each(a.details) as e(ledger, seal) where a.action = 'ledgers_sealed'`;
/** Each seal with the end of the one before it, and how many looks of the sealer were sealed with it, which may take several. */
const RANGES = `
  select s.*, lag(upto) over seals as before, count(*) filter (where upto = seen) over seals as looks from (${SEALS}) s
  window seals as (partition by ledger order by audit_id)`;

/** The seals hold, and so does what decides how far the next one goes. Rule: books/10-audit-trail. */
export const SEAL_CHECKS: readonly Check[] = [
  {
    name: 'the ledgers are what was sealed',
    rule: 10,
    looked: `(select coalesce(sum(rows), 0)::bigint from (${SEALS}) s)`,
    broken: `
      select r.ledger, r.before as above, r.upto, r.at as sealed_at, r.rows as rows_sealed, d.rows_ as rows_now
        from (${RANGES}) r, ledger_digest(r.ledger, r.before, r.upto) d
       where d.sha256_ is distinct from r.sha256 or d.rows_ is distinct from r.rows or r.after is distinct from r.before`,
  },
  {
    name: 'a ledger is sealed from where its last seal ended',
    rule: 10,
    looked: '(select count(*) from ledger_marks)',
    broken: `
      select ledger, m.sealed_to, s.upto
        from ledger_marks m left join (select ledger, max(upto) as upto from (${SEALS}) s group by 1) s using (ledger)
       where m.sealed_to is distinct from s.upto or ledger not in (select ledger from sealed_ledgers())`,
  },
  {
    // A row that is dated back to an instant that excuses it, such as that of an import of an older build. What was there at
    // the first look may be as old as it likes; clocks that are set right again are allowed for, and so is a demo shop that was given a past.
    // A seal may be written long after the look that it completes, so a past counts from the seal before that one.
    name: 'a row that came after a seal is not dated more than a day before it',
    rule: 10,
    looked: `(select coalesce(sum(rows), 0)::bigint from (${SEALS}) s where after is not null)`,
    broken: `
      with ranges as materialized (${RANGES}),
      later as materialized (
        select r.ledger, r.before, r.upto, r.at, p.at as sealed_before
          from ranges r join ranges p on p.ledger = r.ledger and p.upto = p.seen and p.looks = r.looks - (r.upto = r.seen)::integer
         where not exists (select from audit_trail a
                            where a.action = 'demo_generated' and a.id < r.audit_id
                              and a.id > coalesce((select max(audit_id) from ranges q
                                                    where q.ledger = p.ledger and q.upto = q.seen and q.audit_id < p.audit_id), 0)
                              and exists (select from users u where u.demo)))
      ${TABLES.filter(([, { since }]) => since === 'r.created_at')
        .map(
          ([table]) => `
      select g.ledger, g.before as above, g.upto, g.at as sealed_at, g.sealed_before, d.dated_back, d.earliest
        from later g, lateral (
               select count(*) as dated_back, min(r.created_at) as earliest from (
                 select created_at from ${table} where id > g.before and id <= g.upto offset 0) r
                where r.created_at < least(g.sealed_before, g.at) - interval '1 day') d
       where g.ledger = '${table}' and d.dated_back > 0`,
        )
        .join(' union all ')}`,
  },
];

/** Must run before verifying seals the rows that are still open. While a server runs, that takes seconds. */
export const LATE_CHECK: Check = {
  name: 'no row of the audit trail has waited for its seal for an hour',
  rule: 10,
  looked: '(select count(*) from audit_trail where hash is null)',
  broken: `
    select id as audit_id, at, action, entity, entity_id
      from audit_trail where hash is null and at < now() - ${LATE}`,
};

const beyond = (parts: (ledger: string, table: string, given: SealedTable) => string): string =>
  TABLES.flatMap(([table, given]) => given.ledgers.map((ledger) => parts(ledger, table, given))).join(' union all ');

/**
 * Runs after verifying has sealed: what is left is kept from its seal, by a forged mark or by a transaction that stays open.
 * A shop that has just begun, or was just filled, has old rows without a seal: the first hour after its first seal is left out.
 */
export const LATE_LEDGERS_CHECK: Check = {
  name: 'no row of a ledger has waited for its seal for an hour',
  rule: 10,
  looked: '(select count(*) from sealed_ledgers())',
  broken: `
    with sealed as materialized (select ledger, max(upto) as upto from (${SEALS}) s group by 1)
    select * from (${beyond(
      (ledger, table, { key, since }) => `
      select '${ledger}' as ledger, r.${key} as row, ${since} as since
        from ${table} r where r.${key} > coalesce((select upto from sealed where ledger = '${ledger}'), -1)`,
    )}
      union all
      select ledger, null, null from sealed_ledgers() where ledger not in ${named(TABLES.flatMap(([, { ledgers }]) => ledgers))}) w
     where (since between now() - ${LATE} and now() + ${LATE}) is not true
       and coalesce((select min(at) from audit_trail where action = 'ledgers_sealed'), pg_postmaster_start_time()) < now() - ${LATE}`,
};

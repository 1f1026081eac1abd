import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { HUNDRED_PERCENT, MAX_AMOUNT_CENTS } from '#domain/money.ts';
import { ROLES } from '#domain/permissions.ts';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { MAX_QUANTITY_MILLI, MAX_STOCK_MILLI } from '#domain/quantity.ts';
import { WHOLE_PPM } from '#domain/tax.ts';
import { PAYMENT_TITLES, TENDER_METHODS, TOLERANCE_CENTS } from '#domain/tender.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function constraint(name: string): Promise<string> {
  const { rows } = await database.pool.query<{ rule: string }>(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where conname = $1',
    [name],
  );
  return rows[0]?.rule ?? '';
}

/** The first quantity above a bound in thousandths. */
const beyond = (mostMilli: number): number => (mostMilli + 1) / 1000;

it.each([
  ['orders_rounding_small', [TOLERANCE_CENTS]],
  ['order_lines_total_in_bounds', [0, MAX_AMOUNT_CENTS]],
  ['order_lines_quantity_in_bounds', [0, beyond(MAX_QUANTITY_MILLI)]],
  ['stock_levels_in_bounds', [0, beyond(MAX_STOCK_MILLI)]],
  ['order_taxes_add_up', [2, WHOLE_PPM, 2 * WHOLE_PPM]],
  ['tax_rates_below_one', [0, WHOLE_PPM]],
  ['purchase_orders_tax_adds_up', [2, HUNDRED_PERCENT, 2 * HUNDRED_PERCENT]],
])('%s has the figures of the domain', async (name, figures) => {
  const written = (await constraint(name)).match(/(?<![\w.])\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  expect([...new Set(written)].toSorted((a, b) => a - b)).toEqual(figures);
});

it.each([
  ['orders_status_known', ORDER_STATUSES],
  ['orders_payment_known', Object.keys(PAYMENT_TITLES)],
  ['order_tenders_method_known', TENDER_METHODS],
  ['purchase_orders_status_known', PO_STATUSES],
  ['users_role_known', ROLES],
])('%s has the words of the domain', async (name, words) => {
  const written = [...(await constraint(name)).matchAll(/'([^']+)'/g)].map(([, word]) => word);
  expect([written.length, new Set(written)]).toEqual([words.length, new Set(words)]);
});

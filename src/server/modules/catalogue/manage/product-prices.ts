import { sql } from 'kysely';
import type { changeProductRoute } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import { isRaise, planOf, type PricePlan, type PriceStep, stepsOf } from '#domain/item-prices.ts';
import { toCentsOrNull } from '#domain/money.ts';
import type { Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';

type PricedBody = Pick<
  BodyOf<typeof changeProductRoute>,
  'regular_price' | 'sale_price' | 'sale_from' | 'sale_until' | 'price_changes'
>;

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/** The prices that a body asks for: parts that are left out stay. @throws Refusal `not_valid` */
export function plannedPrices(body: PricedBody, present: PricePlan): PricePlan {
  const nowMs = Date.now();
  const regular = body.regular_price === undefined ? present.regular : body.regular_price;
  const salePrice = body.sale_price === undefined ? (present.sale?.price ?? null) : body.sale_price;
  const fromMs = body.sale_from === undefined ? (present.sale?.fromMs ?? null) : msOf(body.sale_from);
  const untilMs = body.sale_until === undefined ? (present.sale?.untilMs ?? null) : msOf(body.sale_until);
  if (salePrice !== null && untilMs !== null && untilMs <= (fromMs ?? nowMs)) {
    throw new Refusal('not_valid', 'The sale ends before it begins.', { details: { field: 'sale_until' } });
  }
  const changes =
    body.price_changes?.map(({ from, regular_price: price }) => ({ fromMs: Date.parse(from), regular: price })) ??
    present.changes;
  if (new Set(changes.map((change) => change.fromMs)).size < changes.length) {
    throw new Refusal('not_valid', 'Two prices are to begin at the same moment.', {
      details: { field: 'price_changes' },
    });
  }
  const plan = { regular, sale: salePrice === null ? null : { price: salePrice, fromMs, untilMs }, changes };
  // An import may have brought the pair; it is judged when either price changes.
  const isKept = ({ regular: price, sale }: PriceStep) => price === present.regular && sale === present.sale?.price;
  const raised = stepsOf(plan, nowMs).find((step) => isRaise(step) && !isKept(step));
  if (raised) {
    const field = body.price_changes && raised.fromMs > nowMs ? 'price_changes' : 'sale_price';
    throw new Refusal('not_valid', 'The sale price is not below the regular price.', { details: { field } });
  }
  return plan;
}

interface PricePair {
  readonly regular_price_cents: number | null;
  readonly sale_price_cents: number | null;
}

/** The prices of an item, as people think of them, from the pair of now and those that are to come. */
export function planOfPair(
  present: PricePair,
  toCome: readonly (PricePair & { readonly from_ms: number })[],
): PricePlan {
  const pairOf = ({ regular_price_cents: regular, sale_price_cents: sale }: PricePair) => ({
    regular: toCentsOrNull(regular),
    sale: toCentsOrNull(sale),
  });
  return planOf(
    pairOf(present),
    toCome.map((price) => ({ fromMs: price.from_ms, ...pairOf(price) })),
  );
}

export const NO_PRICES: PricePlan = { regular: null, sale: null, changes: [] };
export const saysPrices = (body: PricedBody): boolean =>
  [body.regular_price, body.sale_price, body.sale_from, body.sale_until, body.price_changes].some(
    (part) => part !== undefined,
  );

/** Prices of one item that are to be written. */
interface PricedItem {
  readonly productId: number;
  readonly variationId: number | null;
  readonly plan: PricePlan;
}

/** Writes the present prices, and replaces those that are to come. Decision 36 says how they begin to hold. */
export async function writePrices(
  tx: Tx,
  personId: number | null,
  items: readonly PricedItem[],
  nowMs: number,
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ productId, variationId, plan }) => {
    const [present, ...toCome] = stepsOf(plan, nowMs);
    return { productId, variationId, present, toCome };
  });
  const now = JSON.stringify(
    rows.map(({ productId, variationId, present }) => ({
      product_id: productId,
      variation_id: variationId,
      regular: present.regular,
      sale: present.sale,
    })),
  );
  const later = JSON.stringify(
    rows.flatMap(({ productId, variationId, toCome }) =>
      toCome.map(({ fromMs, regular, sale }) => ({
        product_id: productId,
        variation_id: variationId,
        valid_from: new Date(fromMs).toISOString(),
        regular,
        sale,
      })),
    ),
  );
  const asRows = (json: string) =>
    sql`json_to_recordset(${json}::json) AS w(product_id integer, variation_id integer, valid_from timestamptz, regular bigint, sale bigint)`;
  await sql`
    UPDATE products p SET regular_price_cents = w.regular, sale_price_cents = w.sale FROM ${asRows(now)}
     WHERE p.id = w.product_id AND w.variation_id IS NULL
       AND (p.regular_price_cents, p.sale_price_cents) IS DISTINCT FROM (w.regular, w.sale)`.execute(tx);
  await sql`
    UPDATE variations v SET regular_price_cents = w.regular, sale_price_cents = w.sale FROM ${asRows(now)}
     WHERE v.product_id = w.product_id AND v.id = w.variation_id
       AND (v.regular_price_cents, v.sale_price_cents) IS DISTINCT FROM (w.regular, w.sale)`.execute(tx);
  await sql`
    DELETE FROM item_prices i USING ${asRows(now)}
     WHERE i.product_id = w.product_id AND i.variation_id IS NOT DISTINCT FROM w.variation_id
       AND i.valid_from > to_timestamp(${nowMs}::double precision / 1000) AND i.valid_from > clock_timestamp()`.execute(
    tx,
  );
  if (later === '[]') return;
  await sql`
    INSERT INTO item_prices (product_id, variation_id, valid_from, regular_price_cents, sale_price_cents, created_by)
    SELECT product_id, variation_id, valid_from, regular, sale, ${personId}::integer FROM ${asRows(later)}`.execute(tx);
}

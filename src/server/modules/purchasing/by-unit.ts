import { sql } from 'kysely';
import type { PoSummary } from '#contract/purchasing.ts';
import { toQuantity } from '#contract/wire.ts';
import { toMilli } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { CATALOGUE_STAMP, priceBook, unitByTerms, type UnitTerms } from '#server/modules/catalogue/service.ts';

type Sums = NonNullable<PoSummary['by_unit']>;

/** Sums the quantities ordered and received on each order, for each unit, because grams and pieces are not added. */
export async function sumsByUnit(db: Database, orderIds: readonly number[]): Promise<ReadonlyMap<number, Sums>> {
  // Products that are priced alike have one unit, so that a large order is a few rows.
  const { rows } = await sql<UnitTerms & { id: number; ordered: string; received: string; stamp: string }>`
    SELECT n.purchase_order_id AS id, p.blueprint_id, p.price_class, p.category_ids, p.unit,
           sum(n.quantity_ordered)::text AS ordered, sum(n.quantity_received)::text AS received, ${CATALOGUE_STAMP} AS stamp
      FROM purchase_order_lines n
      LEFT JOIN products p ON p.id = n.product_id
     WHERE n.purchase_order_id = ANY(${[...orderIds]}::bigint[])
     GROUP BY n.purchase_order_id, p.blueprint_id, p.price_class, p.category_ids, p.unit
     ORDER BY min(n.position)`.execute(db);
  const sums = new Map<number, Sums>();
  const [first] = rows;
  if (!first) return sums;
  const book = await priceBook(db, first.stamp);
  for (const { id, ordered, received, ...terms } of rows) {
    const unit = unitByTerms(book, terms);
    const of = sums.get(id) ?? [];
    const before = of.find((sum) => sum.unit === unit);
    const plus = (sum: number | undefined, more: string) =>
      toQuantity(toMilli(Math.round((sum ?? 0) * 1000) + milliFrom(more)));
    const now = { unit, ordered: plus(before?.ordered, ordered), received: plus(before?.received, received) };
    sums.set(id, [...of.filter((sum) => sum !== before), now]);
  }
  return sums;
}

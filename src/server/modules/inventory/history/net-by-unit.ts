import { sql } from 'kysely';
import { toQuantity } from '#contract/wire.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { CATALOGUE_STAMP, priceBook, unitByTerms, type UnitTerms } from '#server/modules/catalogue/service.ts';

interface Row extends UnitTerms {
  batch_id: number | null;
  receipt_id: number | null;
  delta: string;
  decrease: string;
  stamp: string;
}

interface Net {
  readonly batch_id: number | null;
  readonly receipt_id: number | null;
  readonly unit: string;
  readonly net_change: ReturnType<typeof toQuantity>;
  readonly decrease: ReturnType<typeof toQuantity>;
}

/**
 * The net change of each audit and receipt for each unit, because grams and pieces are not added. What was missing is told
 * beside it, because an audit that found 2 g too few and 2 g too many has a net change of 0.
 */
export async function netByUnit(db: Database, batches: readonly number[], receipts: readonly number[]): Promise<Net[]> {
  if (batches.length + receipts.length === 0) return [];
  // Products that are priced alike have one unit, so that a large audit is a few rows.
  const { rows } = await sql<Row>`
    SELECT m.batch_id, m.receipt_id, p.blueprint_id, p.price_class, p.category_ids, p.unit, sum(m.delta)::text AS delta,
           coalesce(sum(m.delta) FILTER (WHERE m.delta < 0), 0)::text AS decrease, ${CATALOGUE_STAMP} AS stamp
      FROM (SELECT batch_id, NULL::bigint AS receipt_id, product_id, delta FROM stock_movements WHERE batch_id = ANY(${[...batches]}::bigint[])
            UNION ALL
            SELECT NULL, receipt_id, product_id, delta FROM stock_movements WHERE receipt_id = ANY(${[...receipts]}::bigint[])) m
      JOIN products p ON p.id = m.product_id
     GROUP BY m.batch_id, m.receipt_id, p.blueprint_id, p.price_class, p.category_ids, p.unit`.execute(db);
  const [first] = rows;
  if (!first) return [];
  const book = await priceBook(db, first.stamp);
  const sums = new Map<string, Omit<Net, 'net_change' | 'decrease'> & { milli: Milli; lessMilli: Milli }>();
  for (const { batch_id, receipt_id, delta, decrease, ...terms } of rows) {
    const unit = unitByTerms(book, terms);
    const key = `${batch_id} ${receipt_id} ${unit}`;
    const milli = toMilli((sums.get(key)?.milli ?? 0) + milliFrom(delta));
    const lessMilli = toMilli((sums.get(key)?.lessMilli ?? 0) + milliFrom(decrease));
    sums.set(key, { batch_id, receipt_id, unit, milli, lessMilli });
  }
  return [...sums.values()].map(({ milli, lessMilli, ...net }) => ({
    ...net,
    net_change: toQuantity(milli),
    decrease: toQuantity(lessMilli),
  }));
}

import { sql } from 'kysely';
import type { z } from 'zod';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { id } from './kind.ts';

export const itemAsked = {
  product_id: id.describe('Id of the product.'),
  variation_id: id.nullish().describe('Id of the variation, of a variable product.'),
};
type Asked = z.output<z.ZodObject<typeof itemAsked>>;

interface Item {
  readonly product_id: number;
  readonly variation_id: number | null;
  readonly name: string;
  /** At the location of the person: "8", "250.5 g". */
  readonly stock: string;
  /** The unit in which it is counted; '' for pieces. */
  readonly unit: string;
}

/** "1 item", "12 items". */
export const itemsWords = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;

/**
 * The items that a draft names, each with what was asked of it.
 * @throws Refusal `location_required`, `product_unknown`, `not_valid` for one that is named twice
 */
export async function requireItems<Wanted extends Asked>(
  db: Database,
  { locationId }: Staff,
  wanted: readonly Wanted[],
): Promise<{ locationId: number; items: { readonly item: Item; readonly asked: Wanted }[] }> {
  if (locationId === null) throw new Refusal('location_required', 'The person works at no location yet.');
  const { rows } = await sql<Omit<Item, 'stock' | 'unit'> & { stock: number }>`
    SELECT i.product_id, i.variation_id, p.name || coalesce(' - ' || coalesce(v.name, (SELECT string_agg(a ->> 'option', ', ')
           FROM jsonb_array_elements(v.attributes) a)), '') AS name, coalesce(s.quantity, 0)::float8 AS stock
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS i(product_id integer, variation_id integer)
      JOIN products p ON p.id = i.product_id AND p.status <> 'trash' AND (p.type = 'variable') = (i.variation_id IS NOT NULL)
      LEFT JOIN variations v ON v.product_id = i.product_id AND v.id = i.variation_id
      LEFT JOIN stock_levels s ON s.location_id = ${locationId} AND s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
     WHERE i.variation_id IS NULL OR v.id IS NOT NULL`.execute(db);
  const keyOf = ({ product_id: product, variation_id: variation }: Asked): string =>
    variation === null || variation === undefined ? String(product) : `${product}-${variation}`;
  const units = await stockUnits(
    db,
    rows.map((row) => row.product_id),
  );
  const known = new Map(
    rows.map((row): [string, Item] => {
      const unit = units.get(row.product_id) ?? '';
      return [keyOf(row), { ...row, unit, stock: quantityWords(fromQuantityNumber(row.stock), unit) }];
    }),
  );
  const items = wanted.map((asked) => {
    const item = known.get(keyOf(asked));
    if (!item) {
      const which = asked.variation_id ? keyOf(asked) : `${asked.product_id} without a variation`;
      throw new Refusal('product_unknown', `There is no item ${which}.`);
    }
    return { item, asked };
  });
  if (known.size < items.length) throw new Refusal('not_valid', 'An item is named twice.');
  return { locationId, items };
}

import { awardByLine, type LoyaltySettings } from '#domain/loyalty-points.ts';
import { toCents } from '#domain/money.ts';
import { stockKey, type StockItem } from '#domain/stock.ts';
import type { Database } from '#server/db/pool.ts';
import { loadSellable, type Sellable } from '#server/modules/catalogue/service.ts';
import { includedTaxOf, type OrderLineRow, type OrderRow, redeemedOf } from './order-row.ts';

type Items = ReadonlyMap<string, Pick<Sellable, 'categoryIds' | 'bonusPoints'>>;

function itemOf({ product_id, variation_id }: OrderLineRow): StockItem {
  return { productId: product_id, variationId: variation_id };
}

/** The items that these orders sell, as they are in the catalogue now. */
export async function loadItemsOf(db: Database, orders: readonly Pick<OrderRow, 'lines'>[]): Promise<Items> {
  const items = orders.flatMap(({ lines }) => lines.map(itemOf));
  return loadSellable(db, [...new Map(items.map((item) => [stockKey(item), item])).values()]);
}

/** Points that a recorded order earns by these settings, by line. A guest earns none. Rule: loyalty/earned. */
export function awardOfOrder(order: OrderRow, items: Items, settings: LoyaltySettings): number[] {
  if (order.customer_id === null) return order.lines.map(() => 0);
  const earning = order.lines.map((line) => {
    const item = items.get(stockKey(itemOf(line)));
    return {
      originalCents: toCents(line.original_cents),
      totalCents: toCents(line.total_cents),
      redeemedCents: redeemedOf(line),
      includedTaxCents: includedTaxOf(line),
      categoryIds: item?.categoryIds ?? [],
      bonusPoints: item?.bonusPoints ?? 0,
      times: line.tier?.count ?? Math.floor(line.quantity),
    };
  });
  return awardByLine(earning, settings);
}

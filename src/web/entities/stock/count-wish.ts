import type { StockItem } from '#domain/stock.ts';
import { emit } from '#web/api/events.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** Items that another view asked to be counted, until the stock tab takes them. */
export const useCountWish = perOwner<{ wished: readonly StockItem[] | null }>(() => ({ wished: null }));

/** Opens the stock tab for counting these items and no others. */
export function countTheseItems(wished: readonly StockItem[]): void {
  useCountWish.setState({ wished });
  emit('showInView', { view: 'adjustments', search: '', stockTab: 'stock', stockMode: 'audit' });
}

import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { emit } from '#web/api/events.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** An item that labels are wanted for. */
export interface WishedLabels extends StockItem {
  /** One label for each of so many pieces; as many as usual when left out. */
  readonly quantityMilli?: Milli;
  /** So many labels, whatever is in stock. */
  readonly copies?: number;
}

/** What another view asked labels for, until the view of the labels takes it. */
export const useLabelWish = perOwner<{ wished: readonly WishedLabels[] | null }>(() => ({ wished: null }));

/** Opens the view of the labels with these items and no others. */
export function printLabelsOf(wished: readonly WishedLabels[]): void {
  useLabelWish.setState({ wished });
  emit('showInView', { view: 'blueprint-fields' });
}

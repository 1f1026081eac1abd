import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { emit } from '#web/api/events.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** An item that labels are wanted for. */
export interface WishedLabels extends StockItem {
  /** One label for each of this many pieces; the usual number if left out. */
  readonly quantityMilli?: Milli;
  /** This many labels, regardless of the stock. */
  readonly copies?: number;
}

/** The labels that another view asked for, until the view of the labels takes them. */
interface Wish {
  readonly wished: readonly WishedLabels[] | null;
  /** The product whose fields are to be edited. */
  readonly fieldsOf: number | null;
}
export const useLabelWish = perOwner<Wish>(() => ({ wished: null, fieldsOf: null }));

/** Opens the view of the labels with these items and no others. */
export function printLabelsOf(wished: readonly WishedLabels[]): void {
  useLabelWish.setState({ wished });
  emit('showInView', { view: 'blueprint-fields' });
}

/** Opens the view of the labels with the fields of this product, to be edited. */
export function editFieldsOf(productId: number): void {
  useLabelWish.setState({ fieldsOf: productId });
  emit('showInView', { view: 'blueprint-fields' });
}

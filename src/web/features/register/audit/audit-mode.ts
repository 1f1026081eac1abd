import { type StockItem, stockKey } from '#domain/stock.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

interface AuditMode {
  /** True while cards set stock and nothing can be sold. Rule: grid/audit-mode. */
  readonly on: boolean;
  /** Includes items without stock, because a count may find unexpected ones. */
  readonly withEmpty: boolean;
  /** Products whose variants are all shown. */
  readonly opened: ReadonlySet<number>;
  /** Products set or scanned since audit mode began. They stay listed, even at 0. */
  readonly kept: ReadonlySet<number>;
  /** The stock field that gets the focus whenever it is drawn, until the focus is moved from it. The grid may be drawn anew meanwhile. */
  readonly wanted: string | null;
}

const OFF: AuditMode = { on: false, withEmpty: false, opened: new Set(), kept: new Set(), wanted: null };

export const useAuditMode = perOwner<AuditMode>(() => OFF);

export function isAuditing(): boolean {
  return useAuditMode.getState().on;
}

export function setAuditing(on: boolean): void {
  if (useAuditMode.getState().on !== on) useAuditMode.setState({ ...OFF, on });
}

export function setWithEmpty(withEmpty: boolean): void {
  useAuditMode.setState({ withEmpty });
}

export function openVariants(productId: number): void {
  useAuditMode.setState(({ opened }) => ({ opened: new Set(opened).add(productId) }));
}

/** Keeps a product listed, even without stock, after it was set, scanned or chosen in the search. */
export function keepListed(productId: number): void {
  const { kept } = useAuditMode.getState();
  if (!kept.has(productId)) useAuditMode.setState({ kept: new Set(kept).add(productId) });
}

/** Opens the card of an item and focuses its stock field. */
export function countNext(item: StockItem): void {
  keepListed(item.productId);
  useAuditMode.setState({ wanted: stockKey(item) });
}

export function leftField(item: StockItem): void {
  if (useAuditMode.getState().wanted === stockKey(item)) useAuditMode.setState({ wanted: null });
}

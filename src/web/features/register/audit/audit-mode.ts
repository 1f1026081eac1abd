import { type StockItem, stockKey } from '#domain/stock.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

interface AuditMode {
  /** Cards set stock; nothing is sold. Rule: grid/audit-mode. */
  readonly on: boolean;
  /** Also items that there should be none of: a count must be able to find the unexpected. */
  readonly withEmpty: boolean;
  /** Products whose variants are all shown. */
  readonly opened: ReadonlySet<number>;
  /** Products set or scanned since audit mode began: they stay, also at 0. */
  readonly kept: ReadonlySet<number>;
  /** The stock field that is to take the focus as soon as it is there. */
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

/** A product that was set, or asked for by a scan or the search, does not leave the list when it has no stock. */
export function keepListed(productId: number): void {
  const { kept } = useAuditMode.getState();
  if (!kept.has(productId)) useAuditMode.setState({ kept: new Set(kept).add(productId) });
}

/** Puts the focus into the stock field of an item, with its card opened for it. */
export function countNext(item: StockItem): void {
  keepListed(item.productId);
  useAuditMode.setState({ wanted: stockKey(item) });
}

export function tookFocus(): void {
  useAuditMode.setState({ wanted: null });
}

import { changeKind, type HistoryChange } from './history-labels.ts';

/** An entry of the history, as far as grouping looks at it. Newest first in every list here. */
export interface HistoryLine extends HistoryChange {
  readonly id: number;
  readonly productId: number;
  readonly variationId: number | null;
  readonly purchaseOrderId: number | null;
  readonly receiptId: number | null;
  readonly orderId: number | null;
  readonly transferId: number | null;
  readonly userName: string;
  readonly atMs: number;
}

/** A restock that an older system left in the browser's storage. Rule: history/local-records. */
export interface LocalRestock {
  readonly poNumber: string;
  readonly atMs: number;
  readonly userName: string;
  /** Products it restocked; empty if the record has none. */
  readonly productIds: readonly number[];
}

export interface RestockGroup<E> {
  readonly kind: 'restock';
  /** Stable between pages: the receipt's or order's own, or made of the first entry. */
  readonly key: string;
  /** The purchase order's number when it is known here; else that of the local record, or 'RESTOCK-{id}'. */
  readonly poNumber: string | null;
  readonly purchaseOrderId: number | null;
  readonly receiptId: number | null;
  readonly atMs: number;
  readonly userName: string;
  readonly totalProducts: number;
  readonly netChange: number;
  readonly entries: readonly E[];
}

export interface AuditGroup<E> {
  readonly kind: 'audit';
  readonly key: string;
  readonly batchId: number;
  readonly atMs: number;
  readonly userName: string;
  readonly totalProducts: number;
  readonly netChange: number;
  readonly entries: readonly E[];
}

/** The lines that one sale, refund or void of an order, or one transfer, moved at once; two or more. */
export interface MoveGroup<E> {
  readonly kind: 'move';
  readonly key: string;
  readonly atMs: number;
  readonly userName: string;
  readonly totalProducts: number;
  readonly netChange: number;
  readonly entries: readonly E[];
}

export type HistoryRow<E> =
  | { readonly kind: 'entry'; readonly entry: E }
  | AuditGroup<E>
  | RestockGroup<E>
  | MoveGroup<E>;

const MINUTE_MS = 60_000;
/** Rule: history/restock-groups. */
const LOCAL_WITHIN_MS = 10 * MINUTE_MS;
const CLUSTER_WITHIN_MS = 2 * MINUTE_MS;
const CLUSTERED_SINCE_MS = 24 * 60 * MINUTE_MS;
const SMALLEST_CLUSTER = 2;

interface Options {
  readonly nowMs: number;
  readonly localRestocks?: readonly LocalRestock[];
}

function figures<E extends HistoryLine>(entries: readonly E[]) {
  const [first] = entries;
  return {
    atMs: first?.atMs ?? 0,
    userName: first?.userName ?? '',
    totalProducts: new Set(entries.map(({ productId, variationId }) => `${productId}-${variationId ?? ''}`)).size,
    // Sums of thousandths as decimals: the last digit of a float is not shown.
    netChange: Math.round(entries.reduce((sum, { quantityChange }) => sum + quantityChange, 0) * 1000) / 1000,
    entries,
  };
}

const isLoose = (entry: HistoryLine): boolean =>
  entry.batchId === null && entry.receiptId === null && entry.purchaseOrderId === null;

const isRestock = (entry: HistoryLine): boolean =>
  isLoose(entry) && entry.quantityChange > 0 && changeKind(entry) === 'restock';

/** Names the lines that an order or a transfer moved at once; null for other lines. Rule: history/sales. */
export function moveKeyOf({ orderId, transferId, action, atMs }: HistoryLine): string | null {
  if (orderId !== null) return `order-${orderId}-${action}-${atMs}`;
  return transferId === null ? null : `transfer-${transferId}`;
}

/** The local record nearest in time that may have made the entry. */
function localOf(entry: HistoryLine, records: readonly LocalRestock[]): LocalRestock | undefined {
  return records
    .filter(({ atMs, productIds }) => {
      const near = Math.abs(entry.atMs - atMs) <= LOCAL_WITHIN_MS;
      return near && (productIds.length === 0 || productIds.includes(entry.productId));
    })
    .sort((a, b) => Math.abs(entry.atMs - a.atMs) - Math.abs(entry.atMs - b.atMs))[0];
}

/** Loose restocks of the last day whose neighbours in time are at most two minutes away. */
function clusters<E extends HistoryLine>(entries: readonly E[], nowMs: number): E[][] {
  const recent = entries
    .filter(({ atMs }) => nowMs - atMs <= CLUSTERED_SINCE_MS)
    .sort((a, b) => b.atMs - a.atMs || b.id - a.id);
  const found: E[][] = [];
  for (const entry of recent) {
    const last = found.at(-1);
    const newer = last?.at(-1);
    if (last && newer && newer.atMs - entry.atMs <= CLUSTER_WITHIN_MS) last.push(entry);
    else found.push([entry]);
  }
  return found.filter(({ length }) => length >= SMALLEST_CLUSTER);
}

/**
 * The rows of a history page: entries, and groups at the place of their newest entry. Audits are grouped by batch,
 * restocks by receipt or purchase order, and two or more lines of a sale or a transfer by their number. Imported restocks
 * that have neither are grouped with a local record within ten minutes; else, if they are of the last 24 hours, two or
 * more within two minutes of each other are a group. Rules: history/restock-groups, history/sales.
 */
export function groupHistory<E extends HistoryLine>(
  entries: readonly E[],
  { nowMs, localRestocks = [] }: Options,
): HistoryRow<E>[] {
  const keyOf = new Map<E, string>();
  const local = new Map<string, LocalRestock>();
  for (const entry of entries) {
    if (entry.batchId !== null) keyOf.set(entry, `audit-${entry.batchId}`);
    else if (entry.receiptId !== null) keyOf.set(entry, `receipt-${entry.receiptId}`);
    else if (entry.purchaseOrderId !== null) keyOf.set(entry, `po-${entry.purchaseOrderId}`);
    else if (isRestock(entry)) {
      const record = localOf(entry, localRestocks);
      if (!record) continue;
      const key = `local-${record.poNumber}`;
      keyOf.set(entry, key);
      local.set(key, record);
    }
  }
  for (const cluster of clusters(
    entries.filter((entry) => isRestock(entry) && !keyOf.has(entry)),
    nowMs,
  )) {
    const id = Math.min(...cluster.map((entry) => entry.id));
    for (const entry of cluster) keyOf.set(entry, `RESTOCK-${id}`);
  }

  for (const entry of entries) {
    const key = keyOf.has(entry) ? null : moveKeyOf(entry);
    if (key !== null) keyOf.set(entry, key);
  }

  const members = new Map<string, E[]>();
  for (const [entry, key] of keyOf) {
    const present = members.get(key);
    if (present) present.push(entry);
    else members.set(key, [entry]);
  }
  const placed = new Set<string>();
  return entries.flatMap((entry): HistoryRow<E>[] => {
    const key = keyOf.get(entry);
    if (key === undefined) return [{ kind: 'entry', entry }];
    if (placed.has(key)) return [];
    placed.add(key);
    const group = members.get(key) ?? [entry];
    if (key === moveKeyOf(entry))
      return group.length === 1 ? [{ kind: 'entry', entry }] : [{ kind: 'move', key, ...figures(group) }];
    if (entry.batchId !== null) return [{ kind: 'audit', key, batchId: entry.batchId, ...figures(group) }];
    const record = local.get(key);
    return [
      {
        kind: 'restock',
        key,
        poNumber: record?.poNumber ?? (key.startsWith('RESTOCK-') ? key : null),
        purchaseOrderId: entry.purchaseOrderId,
        receiptId: entry.receiptId,
        ...figures(group),
        ...(record && record.userName !== '' && { userName: record.userName }),
      },
    ];
  });
}

import type { HistoryEntry } from '#contract/history.ts';
import { foldedWords, hasWords } from '#domain/fold.ts';
import {
  groupHistory,
  type HistoryLine,
  type HistoryRow as Grouped,
  type LocalRestock,
  moveKeyOf,
} from '#domain/restock-grouping.ts';
import { changeOf, noteOf } from '#web/entities/stock/figure/stock-figure-words.ts';
import { netChanges, shortAndOver, type UnitChange } from './change-units.ts';
import type { HistoryPage } from './history-queries.ts';

/** The source of the lines of a group. */
export type LinesSource =
  | { readonly kind: 'audit'; readonly id: number }
  | { readonly kind: 'receipt'; readonly id: number }
  | { readonly kind: 'here'; readonly entries: readonly HistoryEntry[] };

export interface EntryRow {
  readonly kind: 'entry';
  readonly key: string;
  readonly entry: HistoryEntry;
}

export interface GroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly type: 'audit' | 'restock' | 'move';
  /** "AUD-1003", "PO-1007", "RESTOCK-512", "POS-4056", "TR-1003". */
  readonly number: string;
  /** The name of the audit, the supplier, or the note and items of a sale or transfer; '' when there is none. */
  readonly title: string;
  readonly userName: string;
  readonly at: string;
  readonly totalProducts: number;
  /** The net change in each unit, of an audit what was short and what was over; empty where the lines are here, and are summed as they are drawn. */
  readonly net: readonly UnitChange[];
  /** The newest movement of a sale, refund, void or transfer; null for other groups. */
  readonly move: HistoryEntry | null;
  /** The id of its newest movement, by which new rows are recognised; 0 when nothing moved. */
  readonly newestId: number;
  readonly source: LinesSource;
}

export type HistoryRow = EntryRow | GroupRow;

interface Line extends HistoryLine {
  readonly wire: HistoryEntry;
}

function lineOf(entry: HistoryEntry): Line {
  return {
    ...changeOf(entry),
    id: entry.id,
    productId: entry.product_id,
    variationId: entry.variation_id,
    purchaseOrderId: entry.purchase_order_id,
    receiptId: entry.receipt_id,
    orderId: entry.order_id,
    transferId: entry.transfer_id,
    userName: entry.user_name,
    atMs: Date.parse(entry.created_at),
    wire: entry,
  };
}

/**
 * True if every searched word is in the item's own name or SKU. The search then meant this line rather than its group.
 */
export function isItemFound({ product_name: name, sku }: HistoryEntry, search: string): boolean {
  const words = foldedWords(search);
  return words.length > 0 && hasWords(`${name} ${sku ?? ''}`, words);
}

type Page = Omit<HistoryPage, 'success' | 'total' | 'total_is_lower_bound'>;

function rowOf(grouped: Grouped<Line>, { batches, receipts, net_by_unit: nets }: Page): HistoryRow {
  if (grouped.kind === 'entry') return entryRow(grouped.entry.wire);
  const [first] = grouped.entries;
  if (!first) throw new Error('a group of nothing');
  const { key, userName, totalProducts } = grouped;
  const shared = {
    kind: 'group' as const,
    key,
    at: first.wire.created_at,
    newestId: first.id,
    userName,
    totalProducts,
    net: [],
    move: null,
  };
  const receivedOf = (id: number) =>
    netChanges(nets.flatMap((net) => (net.receipt_id === id ? [{ unit: net.unit, change: net.net_change }] : [])));
  if (grouped.kind === 'move') {
    const entries = grouped.entries.map(({ wire }) => wire);
    return {
      ...shared,
      type: 'move',
      number: first.wire.reference ?? '',
      title: [noteOf(first.wire), entries.map(({ product_name: name }) => name.trim()).join(', ')]
        .filter(Boolean)
        .join(' · '),
      move: first.wire,
      source: { kind: 'here', entries },
    };
  }
  if (grouped.kind === 'audit') {
    const batch = batches.find(({ id }) => id === grouped.batchId);
    return {
      ...shared,
      type: 'audit',
      number: batch?.audit_number ?? first.wire.reference ?? `#${grouped.batchId}`,
      title: batch?.batch_name ?? '',
      ...(batch && summaryOf(batch)),
      net: shortAndOver(nets.filter((net) => net.batch_id === grouped.batchId)),
      source: { kind: 'audit', id: grouped.batchId },
    };
  }
  const receipt = receipts.find(({ id }) => id === grouped.receiptId);
  return {
    ...shared,
    type: 'restock',
    number: receipt?.po_number ?? grouped.poNumber ?? first.wire.reference ?? '',
    title: receipt?.supplier_name ?? '',
    ...(receipt && summaryOf(receipt)),
    net: grouped.receiptId === null ? [] : receivedOf(grouped.receiptId),
    source:
      grouped.receiptId === null
        ? { kind: 'here', entries: grouped.entries.map(({ wire }) => wire) }
        : { kind: 'receipt', id: grouped.receiptId },
  };
}

function summaryOf(made: { user_name: string; total_products: number; created_at: string }) {
  return {
    userName: made.user_name,
    totalProducts: made.total_products,
    at: made.created_at,
  };
}

function entryRow(entry: HistoryEntry): EntryRow {
  return { kind: 'entry', key: `entry-${entry.id}`, entry };
}

/** The lines of a page, with those that it leaves out of the sales and transfers at its edges. */
function wholeMoves({ data, sale_lines: atEdges }: Page, isAlone: (line: Line) => boolean): Line[] {
  const lines = data.map(lineOf);
  const moves = new Set(lines.filter((line) => !isAlone(line)).map(moveKeyOf));
  const rest = atEdges.map(lineOf).filter((line) => moves.has(moveKeyOf(line)));
  const newest = data[0]?.id ?? 0;
  return [...rest.filter(({ id }) => id > newest), ...lines, ...rest.filter(({ id }) => id < newest)];
}

/**
 * The rows of a page of the history. Audits, receipts, and sales and transfers of several lines are one row each with their own
 * sums, other restocks are grouped by rule, and everything else is a row of its own. Rules: history/restock-groups,
 * history/sales.
 * @param search an item that matches it becomes a row of its own, outside its group
 */
export function historyRows(
  page: Page,
  { nowMs, localRestocks, search }: { nowMs: number; localRestocks: readonly LocalRestock[]; search: string },
): HistoryRow[] {
  const isAlone = ({ wire }: Line): boolean => isItemFound(wire, search);
  const lines = wholeMoves(page, isAlone);
  const alone = new Set(lines.filter(isAlone));
  const grouped = groupHistory(
    lines.filter((line) => !alone.has(line)),
    { nowMs, localRestocks },
  );
  const byFirst = new Map(grouped.map((row) => [row.kind === 'entry' ? row.entry : row.entries[0], row]));
  const rows = lines.flatMap((line): HistoryRow[] => {
    if (alone.has(line)) return [entryRow(line.wire)];
    const row = byFirst.get(line);
    return row ? [rowOf(row, page)] : [];
  });
  return withQuietAudits(rows, page.quiet_audits);
}

const timeOf = (row: HistoryRow): number => Date.parse(row.kind === 'entry' ? row.entry.created_at : row.at);

/** Adds audits that changed no stock by the time they were made, because they have no movement. */
function withQuietAudits(rows: readonly HistoryRow[], audits: Page['quiet_audits']): HistoryRow[] {
  const placed = [...rows];
  for (const audit of audits) {
    const atMs = Date.parse(audit.created_at);
    const older = placed.findIndex((row) => timeOf(row) <= atMs);
    const row: GroupRow = {
      kind: 'group',
      key: `audit-${audit.id}`,
      type: 'audit',
      number: audit.audit_number,
      title: audit.batch_name,
      ...summaryOf(audit),
      net: [],
      move: null,
      newestId: 0,
      source: { kind: 'audit', id: audit.id },
    };
    placed.splice(older === -1 ? placed.length : older, 0, row);
  }
  return placed;
}

/** The id of the newest movement of a row. */
export function newestOf(row: HistoryRow): number {
  return row.kind === 'entry' ? row.entry.id : row.newestId;
}

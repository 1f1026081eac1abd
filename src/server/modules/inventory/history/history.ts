import type { z } from 'zod';
import type {
  auditLogRoute,
  exportHistoryRoute,
  historyEntry,
  ItemSince as Since,
  movementsRoute,
} from '#contract/history.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import { changeKind, type ChangeKind, historyProductName } from '#domain/history-labels.ts';
import { variantLineName, variantName } from '#domain/variant-name.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { type BatchSummary, selectAuditSummaries, selectQuietAudits } from '../count/audit-queries.ts';
import {
  countMovements,
  type HistoryFilter,
  type MovementRow,
  selectDayTallies,
  selectHistoryPage,
  selectItemNow,
  selectItemSince,
  type ItemSince,
  selectMovementsOfItem,
  selectMovementsOf,
  selectMovementsOfReceipt,
  selectReceiptSummaries,
  selectThese,
} from './history-queries.ts';
import { findMovements, MOST_FOUND } from './history-search.ts';
import { netByUnit } from './net-by-unit.ts';

type Entry = z.output<typeof historyEntry>;
type Action = QueryOf<typeof auditLogRoute>['action'];

const DAY_MS = 86_400_000;

/** The actions of each filter choice: returns belong to sales, audits to updates. Rule: history/actions. */
const ACTIONS: Record<Exclude<Action, 'all'>, readonly string[]> = {
  inventory_update: ['inventory_update', 'audit', 'opening_stock'],
  stock_transfer: ['stock_transfer'],
  stock_conversion: ['stock_conversion'],
  manual_adjustment: ['manual_adjustment'],
  order_deduction: ['order_deduction', 'order_reversal', 'order_refund'],
  restock: ['restock', 'purchase_order'],
};

/** Null for all. */
const actionsOf = (action: Action): readonly string[] | null => (action === 'all' ? null : ACTIONS[action]);

export function nameOf(row: MovementRow): string {
  const product = historyProductName(row.product_id, row.product_name, row.product_status);
  if (row.variation_id === null || product.startsWith('[')) return product;
  const options = row.has_variation ? (row.options ?? []).map(String) : [];
  return variantLineName(product, variantName(options, row.variation_name, row.variation_id));
}

export function detailsOf({ details, reason }: MovementRow): Entry['details'] {
  return details ?? (reason === '' ? null : reason);
}

function toEntry(row: MovementRow): Entry {
  return {
    id: row.id,
    location_id: row.location_id,
    product_id: row.product_id,
    variation_id: row.variation_id,
    product_name: nameOf(row),
    sku: row.sku,
    action: row.action,
    quantity_change: toQuantity(milliFrom(row.delta)),
    old_stock: toQuantity(milliFrom(row.quantity_before)),
    new_stock: toQuantity(milliFrom(row.quantity_after)),
    reason: row.reason,
    user_id: row.actor_id,
    user_name: row.user_name,
    created_at: row.created_at.toISOString(),
    details: detailsOf(row),
    batch_id: row.batch_id,
    purchase_order_id: row.purchase_order_id,
    receipt_id: row.receipt_id,
    transfer_id: row.transfer_id,
    conversion_id: row.conversion_id,
    order_id: row.order_id,
    reference: row.reference,
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);
const given = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

interface PlacedPage {
  readonly total: number;
  /** The days that the page lies within, and the number of entries of the newest day before it; null beyond the end. */
  readonly page: { readonly newest: string; readonly oldest: string; readonly offset: number } | null;
}

/**
 * Finds where a page begins and ends from the tallies, so that even a history of ten million entries skips nothing.
 * Only the first day of a period is counted.
 */
async function place(db: Database, filter: HistoryFilter, offset: number, limit: number): Promise<PlacedPage> {
  const { since } = filter;
  const firstDay = since && dayOf(since);
  const days = await selectDayTallies(db, filter, firstDay);
  if (since && firstDay !== null) {
    const movements = await countMovements(db, filter, { from: since, until: endOf(firstDay) });
    if (movements > 0) days.push({ day: firstDay, movements });
  }
  const total = days.reduce((sum, { movements }) => sum + movements, 0);
  let passed = 0;
  let newest: { day: string; before: number } | null = null;
  for (const { day, movements } of days) {
    if (newest === null && passed + movements > offset) newest = { day, before: passed };
    passed += movements;
    if (newest !== null && passed >= offset + limit)
      return { total, page: { newest: newest.day, oldest: day, offset: offset - newest.before } };
  }
  const oldest = days.at(-1)?.day;
  return {
    total,
    page:
      newest === null || oldest === undefined ? null : { newest: newest.day, oldest, offset: offset - newest.before },
  };
}

/**
 * A page of a location's history, newest first, with its total and the sums of its batches and receipts.
 * @throws Refusal `not_found` for another location
 */
export async function listHistory(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof auditLogRoute>,
  now: Date,
): Promise<Omit<ReplyOf<typeof auditLogRoute>, 'success'>> {
  const filter = historyFilterOf(staff, query, now, query.grouped);
  // One more than the page needs, to see where the next one begins.
  const slice = { offset: query.offset, limit: query.limit + 1 };
  const { rows, total, isLowerBound } = await (query.search?.trim()
    ? searchedPage(db, filter, query.search, slice)
    : listedPage(db, filter, slice));
  const shown = rows.slice(0, query.limit);
  const batchIds = given(shown.map(({ batch_id }) => batch_id));
  const receiptIds = given(shown.map(({ receipt_id }) => receipt_id));
  const [batches, receipts, nets, atEdges, quiet] = await Promise.all([
    selectAuditSummaries(db, batchIds),
    selectReceiptSummaries(db, receiptIds),
    filter.grouped ? netByUnit(db, batchIds, receiptIds) : [],
    filter.grouped ? linesAtEdges(db, filter, shown) : [],
    quietAudits(db, filter, query, rows),
  ]);
  return {
    data: shown.map(toEntry),
    total,
    total_is_lower_bound: isLowerBound,
    batches,
    receipts,
    net_by_unit: nets,
    sale_lines: atEdges.map(toEntry),
    quiet_audits: quiet,
  };
}

/** The lines that a page leaves out of the sales and transfers at its two edges. */
async function linesAtEdges(
  db: Database,
  { locationId }: HistoryFilter,
  shown: readonly MovementRow[],
): Promise<MovementRow[]> {
  const edges = [shown[0], shown.at(-1)].filter((row) => row !== undefined);
  const listed = new Set(shown.map(({ id }) => id));
  const lines = await selectMovementsOf(db, locationId, {
    orderIds: given(edges.map(({ order_id }) => order_id)),
    transferIds: given(edges.map(({ transfer_id }) => transfer_id)),
  });
  return lines.filter(
    (line) =>
      !listed.has(line.id) &&
      edges.some(
        (edge) =>
          edge.order_id === line.order_id &&
          edge.transfer_id === line.transfer_id &&
          edge.action === line.action &&
          edge.created_at.getTime() === line.created_at.getTime(),
      ),
  );
}

/**
 * Audits in which every count matched. They have no movements and are listed by their time between the page's entries.
 */
async function quietAudits(
  db: Database,
  { locationId, actions, since, grouped }: HistoryFilter,
  { offset, limit, search }: QueryOf<typeof auditLogRoute>,
  rows: readonly MovementRow[],
): Promise<BatchSummary[]> {
  if (!grouped || (actions !== null && !actions.includes('audit')) || (offset > 0 && rows.length === 0)) return [];
  return selectQuietAudits(db, locationId, {
    after: rows[limit]?.created_at ?? since,
    until: offset === 0 ? null : (rows[0]?.created_at ?? null),
    search: search ?? '',
  });
}

/** @throws Refusal `not_found` for another location. */
export function historyFilterOf(
  staff: Staff,
  { location_id: asked, action, days }: QueryOf<typeof exportHistoryRoute>,
  now: Date,
  grouped = false,
): HistoryFilter {
  return {
    locationId: locationToRead(staff, asked),
    actions: actionsOf(action),
    since: days === 'all' || days === '' ? null : new Date(now.getTime() - Number(days) * DAY_MS),
    grouped,
  };
}

interface HistoryPage {
  readonly rows: MovementRow[];
  readonly total: number;
  readonly isLowerBound: boolean;
}

type Slice = Pick<QueryOf<typeof auditLogRoute>, 'offset' | 'limit'>;

async function listedPage(db: Database, filter: HistoryFilter, { offset, limit }: Slice): Promise<HistoryPage> {
  const { total, page } = await place(db, filter, offset, limit);
  if (page === null) return { rows: [], total, isLowerBound: false };
  const { since } = filter;
  const start = startOf(page.oldest);
  const span = { from: since && since > start ? since : start, until: endOf(page.newest) };
  const rows = await selectHistoryPage(db, filter, span, { offset: page.offset, limit });
  return { rows, total, isLowerBound: false };
}

async function searchedPage(
  db: Database,
  filter: HistoryFilter,
  search: string,
  { offset, limit }: Slice,
): Promise<HistoryPage> {
  const ids = await findMovements(db, filter, search);
  const found = ids.slice(0, MOST_FOUND);
  const rows = await selectThese(db, found.slice(offset, offset + limit));
  return { rows, total: found.length, isLowerBound: ids.length > found.length };
}

/**
 * The movements behind the stock of one item, or of one receipt, newest first.
 * @throws Refusal `not_valid` when neither is named; `not_found` when it does not exist or belongs to another location
 */
export async function listMovements(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof movementsRoute>,
): Promise<Omit<ReplyOf<typeof movementsRoute>, 'success'>> {
  const { product_id: productId, receipt_id: receiptId, before, limit, action } = query;
  const page = { before, limit: limit + 1, actions: actionsOf(action) };
  if (receiptId !== undefined) {
    const [receipt] = await selectReceiptSummaries(db, [receiptId]);
    if (!receipt || (receipt.locationId !== staff.locationId && !may(staff, 'switch-location')))
      throw new Refusal('not_found', 'There is no such receipt.');
    return { ...pageOf(await selectMovementsOfReceipt(db, receiptId, page), limit), current: null };
  }
  if (productId === undefined) throw new Refusal('not_valid', 'Say of which product, or of which receipt.');
  const locationId = locationToRead(staff, query.location_id);
  const place = { locationId, productId, variationId: query.variation_id || null };
  const isWhole = before === undefined && action === 'all';
  const [rows, current, since] = await Promise.all([
    selectMovementsOfItem(db, place, page),
    selectItemNow(db, place),
    isWhole ? selectItemSince(db, place) : undefined,
  ]);
  if (!current) throw new Refusal('not_found', `There is no product ${productId}.`);
  return {
    ...pageOf(rows, limit),
    current: {
      quantity: toQuantity(milliFrom(current.quantity)),
      movements: current.movements,
      opened_at: current.opened_at?.toISOString() ?? null,
      reorder_level: current.reorder_level === null ? null : toQuantity(milliFrom(current.reorder_level)),
      needs_count_since: current.needs_count_since?.toISOString() ?? null,
      elsewhere: current.elsewhere.map((place) => ({ ...place, quantity: toQuantity(milliFrom(place.quantity)) })),
      ...(isWhole && { since: since ? toSince(since) : null }),
    },
  };
}

function toSince({ begin, at, by, matched, quantity, moved }: ItemSince): Since {
  const sums = new Map<ChangeKind, Milli>();
  for (const { action, counted, gained, by_staff: isByStaff, reason, details, delta } of moved) {
    const kind = changeKind({
      action,
      quantityChange: gained ? 1 : -1,
      isByStaff,
      // Any audit says the same as this one.
      batchId: counted ? 0 : null,
      reason,
      details: details ?? (reason === '' ? null : reason),
    });
    sums.set(kind, toMilli((sums.get(kind) ?? 0) + milliFrom(delta)));
  }
  return {
    begin,
    at: at.toISOString(),
    by,
    matched,
    quantity: toQuantity(milliFrom(quantity)),
    moved: [...sums].map(([kind, milli]) => ({ kind, change: toQuantity(milli) })),
  };
}

function pageOf(rows: readonly MovementRow[], limit: number): { data: Entry[]; next: number | null } {
  const shown = rows.slice(0, limit);
  return { data: shown.map(toEntry), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

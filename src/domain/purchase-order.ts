import { type BasisPoints, type Cents, HUNDRED_PERCENT, parseMoney, percentOf, scaled, sum } from './money.ts';
import { type Milli, priceOf, toMilli, ZERO_MILLI } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';

export const PO_STATUSES = ['draft', 'ordered', 'partially_received', 'received', 'cancelled'] as const;
export type PoStatus = (typeof PO_STATUSES)[number];

/** The statuses that a person may set on a purchase order. Only receiving sets the two received ones. Rule: purchasing/starts-as-a-draft. */
const BY_HAND: Record<PoStatus, readonly PoStatus[]> = {
  draft: ['ordered', 'cancelled'],
  ordered: ['cancelled'],
  // Goods that came stay; the others are no longer expected.
  partially_received: ['cancelled'],
  received: [],
  cancelled: [],
};

export function nextStatuses(status: PoStatus): readonly PoStatus[] {
  return BY_HAND[status];
}

/** Refuses: `status_conflict` for a status that may not follow. The present status is accepted and changes nothing. */
export function moveTo(from: PoStatus, to: PoStatus): Result<PoStatus, { code: 'status_conflict' }> {
  return from === to || BY_HAND[from].includes(to) ? accept(to) : refuse({ code: 'status_conflict' });
}

/** True if goods can be received on it. A draft must be ordered first. */
export function canReceive(status: PoStatus): boolean {
  return status === 'ordered' || status === 'partially_received';
}

/** Products and quantities can be changed until the order is placed. Rule: purchasing/what-is-open. */
export function canEditItems(status: PoStatus): boolean {
  return status === 'draft';
}

/** Supplier, costs, tax and shipping can be changed until goods were received. */
export function canEditCosts(status: PoStatus): boolean {
  return status === 'draft' || status === 'ordered';
}

/** An order with receipts is never deleted, because its movements point to it. */
export function canDelete({ status, receipts }: { status: PoStatus; receipts: number }): boolean {
  return receipts === 0 && status !== 'received' && status !== 'partially_received';
}

/**
 * Percent as people and the wire write it, "8.75" or 8.75, to hundredths of a percent. Refuses: `percent_not_valid`.
 */
export function parsePercent(input: string | number): Result<BasisPoints, { code: 'percent_not_valid' }> {
  const hundredths = parseMoney(input);
  if (!hundredths.ok || hundredths.value < 0 || hundredths.value > HUNDRED_PERCENT)
    return refuse({ code: 'percent_not_valid' });
  return accept(hundredths.value);
}

/** The percent that gives this tax on this subtotal, for clients that send the amount alone; null when none does. */
export function percentBehind(subtotalCents: Cents, taxCents: Cents): BasisPoints | null {
  if (taxCents === 0) return 0;
  if (subtotalCents <= 0 || taxCents < 0 || taxCents > subtotalCents) return null;
  const percent = scaled(taxCents, HUNDRED_PERCENT, subtotalCents);
  return percentOf(subtotalCents, percent) === taxCents ? percent : null;
}

export interface PricedPoLine {
  readonly orderedMilli: Milli;
  readonly unitCostCents: Cents;
}

export interface PoTotals {
  readonly lineTotals: readonly Cents[];
  readonly subtotalCents: Cents;
  readonly taxCents: Cents;
  readonly totalCents: Cents;
}

/**
 * Line totals, subtotal, tax and total. Units: cents, thousandths, hundredths of a percent.
 * Rule: purchasing/sums.
 */
export function poTotals(lines: readonly PricedPoLine[], taxBasisPoints: BasisPoints, shippingCents: Cents): PoTotals {
  const lineTotals = lines.map(({ orderedMilli, unitCostCents }) => priceOf(unitCostCents, orderedMilli));
  const subtotalCents = sum(lineTotals);
  const taxCents = percentOf(subtotalCents, taxBasisPoints);
  return { lineTotals, subtotalCents, taxCents, totalCents: sum([subtotalCents, taxCents, shippingCents]) };
}

export interface OpenPoLine {
  readonly id: number;
  readonly orderedMilli: Milli;
  readonly receivedMilli: Milli;
}

export function remainingOf({ orderedMilli, receivedMilli }: Omit<OpenPoLine, 'id'>): Milli {
  return toMilli(Math.max(orderedMilli - receivedMilli, 0));
}

export interface ArrivedLine {
  readonly id: number;
  readonly quantityMilli: Milli;
  /** The received quantity that the person saw; undefined when they did not look. */
  readonly expectedReceivedMilli?: Milli | undefined;
}

export interface ReceivedLine {
  readonly id: number;
  readonly quantityMilli: Milli;
  /** The part of it beyond the ordered quantity. */
  readonly overMilli: Milli;
}

export type ReceiptRefused =
  | { readonly code: 'receipt_empty' }
  | { readonly code: 'receipt_line_unknown' | 'receipt_quantity_not_valid'; readonly lineId: number }
  | { readonly code: 'receipt_changed' | 'receipt_exceeds_order'; readonly lineIds: readonly number[] };

/**
 * Compares the received goods with the open quantity of each line. Lines of 0 are passed over; a line named twice
 * counts together.
 * Refuses: `receipt_changed` if somebody received since the person looked (before anything else, so that a receipt sent
 * twice gets this answer); `receipt_exceeds_order` beyond the open quantity, unless that is confirmed; `receipt_empty`;
 * `receipt_line_unknown`; `receipt_quantity_not_valid` below zero. Rules: purchasing/receipt-says-what-was-seen,
 * purchasing/over-receipt.
 */
export function receive(
  lines: readonly OpenPoLine[],
  arrived: readonly ArrivedLine[],
  isOverConfirmed: boolean,
): Result<readonly ReceivedLine[], ReceiptRefused> {
  const open = new Map(lines.map((line) => [line.id, line]));
  const quantities = new Map<number, Milli>();
  const changed = new Set<number>();
  for (const { id, quantityMilli, expectedReceivedMilli } of arrived) {
    const line = open.get(id);
    if (!line) return refuse({ code: 'receipt_line_unknown', lineId: id });
    if (quantityMilli < 0) return refuse({ code: 'receipt_quantity_not_valid', lineId: id });
    if (expectedReceivedMilli !== undefined && expectedReceivedMilli !== line.receivedMilli) changed.add(id);
    quantities.set(id, toMilli((quantities.get(id) ?? ZERO_MILLI) + quantityMilli));
  }
  if (changed.size > 0) return refuse({ code: 'receipt_changed', lineIds: [...changed] });
  const received = lines.flatMap((line): ReceivedLine[] => {
    const quantityMilli = quantities.get(line.id) ?? ZERO_MILLI;
    if (quantityMilli === 0) return [];
    return [{ id: line.id, quantityMilli, overMilli: toMilli(Math.max(quantityMilli - remainingOf(line), 0)) }];
  });
  if (received.length === 0) return refuse({ code: 'receipt_empty' });
  const over = received.filter(({ overMilli }) => overMilli > 0);
  if (over.length > 0 && !isOverConfirmed)
    return refuse({ code: 'receipt_exceeds_order', lineIds: over.map(({ id }) => id) });
  return accept(received);
}

/** All of every line: received. Some of any: partially. */
export function statusAfterReceipt(lines: readonly Omit<OpenPoLine, 'id'>[]): PoStatus {
  if (lines.every((line) => remainingOf(line) === 0)) return 'received';
  return lines.some(({ receivedMilli }) => receivedMilli > 0) ? 'partially_received' : 'ordered';
}

import { divideByWeight } from './largest-remainder.ts';
import { type Cents, minus, scaled, sum, toCents, ZERO_CENTS } from './money.ts';
import { type Milli, ONE_MILLI, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';
import { TENDER_METHODS, type SplitPayment, type TenderMethod } from './tender.ts';

/** A sold line and its refunded part. Quantities in the line's own unit, stock in stock units. */
export interface RefundableLine {
  readonly id: number;
  readonly quantityMilli: Milli;
  readonly totalCents: Cents;
  readonly taxable: boolean;
  /** Sold by tier or by a unit: any part of it may come back. Others come back in whole pieces. */
  readonly divisible: boolean;
  readonly stockMilli: Milli;
  readonly deductedMilli: Milli;
  readonly returnedMilli: Milli;
  readonly writtenOffMilli: Milli;
  readonly refundedMilli: Milli;
  readonly refundedCents: Cents;
  /** Points awarded for this line; null: the share of the order's award that its goods have. */
  readonly pointsAwarded: number | null;
  /** Its share of the amount that points took off the order. */
  readonly redeemedCents: Cents;
}

export interface RefundableOrder {
  readonly lines: readonly RefundableLine[];
  readonly subtotalCents: Cents;
  readonly taxableCents: Cents;
  /** One per tax of the order. */
  readonly taxes: readonly Cents[];
  /** The base of each tax in each line; null, or left out, if it is the total of every taxable line. */
  readonly taxBases?: readonly (readonly Cents[] | null)[];
  readonly shippingCents: Cents;
  readonly totalCents: Cents;
  readonly refundedCents: Cents;
  readonly pointsAwarded: number;
  readonly pointsRefunded: number;
  /** Points that were used to pay, and those of them that refunds gave back. */
  readonly pointsRedeemed: number;
  readonly pointsReturned: number;
  /** Taken by each method; cash less its change. */
  readonly paid: readonly SplitPayment[];
  /** Given back by refunds, by method. */
  readonly givenBack: readonly SplitPayment[];
}

export interface RefundWish {
  readonly lineId: number;
  readonly quantityMilli: Milli;
  readonly restock: boolean;
}

export interface RefundedLine extends RefundWish {
  readonly goodsCents: Cents;
  readonly taxCents: Cents;
  /** Goes back to the jar, or is written off. Never more than was taken from it. */
  readonly stockMilli: Milli;
}

/** amount = goods + tax + shipping; tenders are the amount less its share of the sale's rounding. */
export interface Refund {
  readonly lines: readonly RefundedLine[];
  readonly goodsCents: Cents;
  readonly taxCents: Cents;
  /** The same by tax of the order. */
  readonly taxes: readonly Cents[];
  readonly shippingCents: Cents;
  readonly amountCents: Cents;
  /** Points of the award that are taken back. */
  readonly points: number;
  /** Points that were used, and are given back. */
  readonly pointsReturned: number;
  readonly tenders: readonly SplitPayment[];
  /** Nothing is left to refund. */
  readonly isFull: boolean;
}

export type RefundRefused =
  | { code: 'refund_line_unknown'; lineId: number }
  | { code: 'refund_quantity_not_valid'; lineId: number; reason: 'not_positive' | 'part_of_a_piece' | 'twice' }
  | { code: 'refund_exceeds_sold'; lineId: number; leftMilli: Milli };

/** The worth of a part. Every refund is a difference of two such shares, so any split adds up exactly. */
function share(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : scaled(amount, part, whole);
}

/** The refunded part of a line. */
interface Back {
  readonly quantityMilli: number;
  readonly cents: number;
}

function backBefore(order: RefundableOrder): Back[] {
  return order.lines.map(({ refundedMilli, refundedCents }) => ({
    quantityMilli: refundedMilli,
    cents: refundedCents,
  }));
}

/**
 * Each tax of the refunded goods: its share by its base. With the last of the goods all of every tax is given back: one
 * that prices contain can be a cent on nothing.
 */
function taxesUpTo({ lines, taxes, taxBases, taxableCents }: RefundableOrder, back: readonly Back[]): Cents[] {
  if (lines.length > 0 && lines.every((line, index) => back[index]?.quantityMilli === line.quantityMilli))
    return [...taxes];
  const taxable = lines.reduce((all, line, index) => all + (line.taxable ? (back[index]?.cents ?? 0) : 0), 0);
  return taxes.map((tax, place) => {
    const bases = taxBases?.[place];
    if (!bases) return toCents(share(tax, taxable, taxableCents));
    const charged = lines.reduce(
      (all, line, index) => all + share(bases[index] ?? 0, back[index]?.quantityMilli ?? 0, line.quantityMilli),
      0,
    );
    return toCents(share(tax, charged, sum(bases)));
  });
}

function less(amounts: readonly Cents[], others: readonly Cents[]): Cents[] {
  return amounts.map((amount, index) => minus(amount, others[index] ?? ZERO_CENTS));
}

/** Stock units of a line's first units sold. */
function stockUpTo(line: RefundableLine, quantity: number): Milli {
  return toMilli(share(line.stockMilli, quantity, line.quantityMilli));
}

/** Stock units of a line that no refund has touched. They are sold again if the order is. */
export function stockLeftOf(line: RefundableLine): Milli {
  return toMilli(line.stockMilli - stockUpTo(line, line.refundedMilli));
}

/** The stock that a reversal of the order puts back of a line: taken from the jar, neither returned nor written off. */
export function stockOut(line: Pick<RefundableLine, 'deductedMilli' | 'returnedMilli' | 'writtenOffMilli'>): Milli {
  return toMilli(line.deductedMilli - line.returnedMilli - line.writtenOffMilli);
}

function byMethod(payments: readonly SplitPayment[], method: TenderMethod): Cents {
  return sum(payments.filter((payment) => payment.method === method).map(({ amountCents }) => amountCents));
}

/** The money paid and not given back yet, by method. */
export function tendersLeft({ paid, givenBack }: Pick<RefundableOrder, 'paid' | 'givenBack'>): SplitPayment[] {
  return TENDER_METHODS.map((method) => ({
    method,
    amountCents: minus(byMethod(paid, method), byMethod(givenBack, method)),
  })).filter(({ amountCents }) => amountCents > 0);
}

/**
 * Divides an amount in proportion to the remaining tenders: whole cents, the largest remainders first, never more than
 * remains of one, exact in sum. An amount above their sum gives all of them.
 */
export function divideAmong(amount: Cents, left: readonly SplitPayment[]): SplitPayment[] {
  const whole = sum(left.map(({ amountCents }) => amountCents));
  if (amount >= whole) return [...left];
  const parts = divideByWeight(
    amount,
    left.map(({ amountCents }) => amountCents),
  );
  return left.flatMap(({ method }, index) => {
    const part = parts[index] ?? 0;
    return part > 0 ? [{ method, amountCents: toCents(part) }] : [];
  });
}

/** The money that was paid, and the part of it that went back, by whatever method. */
function moneyOf({ paid, givenBack }: RefundableOrder): { paid: Cents; back: Cents } {
  return {
    paid: sum(paid.map(({ amountCents }) => amountCents)),
    back: sum(givenBack.map(({ amountCents }) => amountCents)),
  };
}

/** The tenders of a refund that brings the order's refunded money from one amount to another; all of it `to` one, if named. */
function tendersOf(order: RefundableOrder, amount: Cents, to: TenderMethod | null): SplitPayment[] {
  const { paid, back } = moneyOf(order);
  const due = toCents(share(paid, order.refundedCents + amount, order.totalCents) - back);
  if (due <= 0) return [];
  return to === null ? divideAmong(due, tendersLeft(order)) : [{ method: to, amountCents: due }];
}

function checkWish(line: RefundableLine, { quantityMilli, lineId }: RefundWish): RefundRefused | null {
  if (quantityMilli <= 0) return { code: 'refund_quantity_not_valid', lineId, reason: 'not_positive' };
  const left = toMilli(line.quantityMilli - line.refundedMilli);
  if (quantityMilli > left) return { code: 'refund_exceeds_sold', lineId, leftMilli: left };
  // The rest of a line may always come back, even if it is part of a piece.
  const isPart = !line.divisible && quantityMilli % ONE_MILLI !== 0 && quantityMilli !== left;
  return isPart ? { code: 'refund_quantity_not_valid', lineId, reason: 'part_of_a_piece' } : null;
}

interface RefundedUpTo {
  readonly line: RefundableLine;
  readonly quantity: number;
}

/** The award of the first units of all lines: by line if lines earn separately, else by their share of the goods. */
function awardUpTo(order: RefundableOrder, lines: readonly RefundedUpTo[], goods: number): number {
  if (order.lines.every(({ pointsAwarded }) => pointsAwarded === null)) {
    return share(order.pointsAwarded, goods, order.subtotalCents);
  }
  return lines.reduce(
    (all, { line, quantity }) => all + share(line.pointsAwarded ?? 0, quantity, line.quantityMilli),
    0,
  );
}

/** Points that were used for the first units of all lines. */
function usedUpTo(order: RefundableOrder, lines: readonly RefundedUpTo[]): number {
  const whole = sum(order.lines.map(({ redeemedCents }) => redeemedCents));
  const cents = lines.reduce(
    (all, { line, quantity }) => all + share(line.redeemedCents, quantity, line.quantityMilli),
    0,
  );
  return share(order.pointsRedeemed, cents, whole);
}

/**
 * Works out a refund of some of an order's lines. The units of a line that are back after it, with those of earlier
 * refunds, are worth round(total of the line x units back / units sold). The refund is that amount less earlier
 * refunds, so 10 x 23.90 less 25 % comes to 179.25 however it is split. Each tax is divided in the same way by its
 * base, points by the subtotal, and tenders by the total; with `to`, that tender gives back all of it. Units: cents,
 * thousandths. Refuses as its codes say. Rules: refunds/shares-add-up, refunds/tenders,
 * refunds/not-more-than-sold.
 */
export function refundOf(
  order: RefundableOrder,
  wishes: readonly RefundWish[],
  to: TenderMethod | null = null,
): Result<Refund, RefundRefused> {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const goodsBefore = sum(order.lines.map(({ refundedCents }) => refundedCents));
  const back = backBefore(order);
  const taxesBefore = taxesUpTo(order, back);
  let taxes = taxesBefore;
  const lines: RefundedLine[] = [];
  for (const wish of wishes) {
    const line = byId.get(wish.lineId);
    if (!line) return refuse({ code: 'refund_line_unknown', lineId: wish.lineId });
    if (seen.has(line.id)) return refuse({ code: 'refund_quantity_not_valid', lineId: line.id, reason: 'twice' });
    seen.add(line.id);
    const refused = checkWish(line, wish);
    if (refused) return refuse(refused);
    const upTo = line.refundedMilli + wish.quantityMilli;
    const goods = minus(toCents(share(line.totalCents, upTo, line.quantityMilli)), line.refundedCents);
    const taxBefore = sum(taxes);
    back[order.lines.indexOf(line)] = { quantityMilli: upTo, cents: line.refundedCents + goods };
    taxes = taxesUpTo(order, back);
    const units = stockUpTo(line, upTo) - stockUpTo(line, line.refundedMilli);
    lines.push({
      ...wish,
      goodsCents: goods,
      taxCents: minus(sum(taxes), taxBefore),
      stockMilli: toMilli(Math.min(units, stockOut(line))),
    });
  }
  const wished = new Map(wishes.map((wish) => [wish.lineId, wish.quantityMilli]));
  const isFull = order.lines.every((line) => line.refundedMilli + (wished.get(line.id) ?? 0) === line.quantityMilli);
  const goods = sum(lines.map(({ goodsCents }) => goodsCents));
  const tax = sum(lines.map(({ taxCents }) => taxCents));
  const shipping = isFull ? order.shippingCents : ZERO_CENTS;
  const amount = sum([goods, tax, shipping]);
  const upTo = order.lines.map((line) => ({ line, quantity: line.refundedMilli + (wished.get(line.id) ?? 0) }));
  const points = isFull ? order.pointsAwarded : awardUpTo(order, upTo, goodsBefore + goods);
  const returned = isFull ? order.pointsRedeemed : usedUpTo(order, upTo);
  return accept({
    lines,
    goodsCents: goods,
    taxCents: tax,
    taxes: less(taxes, taxesBefore),
    shippingCents: shipping,
    amountCents: amount,
    points: points - order.pointsRefunded,
    pointsReturned: returned - order.pointsReturned,
    tenders: tendersOf(order, amount, to),
    isFull,
  });
}

/** The rest of an order, which the status refunded gives back. Nothing when nothing was paid. */
export function restOf(order: RefundableOrder): Refund {
  const goodsBefore = sum(order.lines.map(({ refundedCents }) => refundedCents));
  const isPaid = order.paid.length > 0;
  const { paid, back } = moneyOf(order);
  const amount = isPaid ? minus(order.totalCents, order.refundedCents) : ZERO_CENTS;
  const goods = isPaid ? minus(order.subtotalCents, goodsBefore) : ZERO_CENTS;
  const taxes = isPaid ? less(order.taxes, taxesUpTo(order, backBefore(order))) : order.taxes.map(() => ZERO_CENTS);
  const tax = sum(taxes);
  return {
    lines: [],
    goodsCents: goods,
    taxCents: tax,
    taxes,
    shippingCents: minus(amount, sum([goods, tax])),
    amountCents: amount,
    points: order.pointsAwarded - order.pointsRefunded,
    pointsReturned: order.pointsRedeemed - order.pointsReturned,
    // A tender may have given back what another took, so that the others have more left than is due.
    tenders: divideAmong(minus(paid, back), tendersLeft(order)),
    isFull: true,
  };
}

import type { resumeCartRoute } from '#contract/held-carts.ts';
import type { BodySent, ReplyOf } from '#contract/route.ts';
import type { createOrderRoute } from '#contract/sale.ts';
import type { Cart } from '#domain/cart.ts';
import { parsePersistedCart, persistCart } from '#domain/cart-persistence.ts';
import { type CartPoints, pointsThatFit } from '#domain/cart-points.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type SplitPayment, TENDER_METHODS } from '#domain/tender.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { NEW_PAYMENT, type Payment } from '#web/features/register/payment/payment.ts';

/** The body of a register sale as the till sends it. */
export type SaleBody = BodySent<typeof createOrderRoute>;

/** Everything that the browser stores of one person's cart at one location. */
export interface CartRecord {
  readonly lines: Cart;
  readonly customer: CartCustomer | null;
  /** The customer's points that pay for a part of the cart; never worth more than its goods. */
  readonly points: CartPoints | null;
  /** The payment as entered, so that a reload or another location does not lose money that was taken already. */
  readonly payment: Payment;
  /** The Idempotency-Key of the sale of this cart, made with its first line. */
  readonly saleKey: string | null;
  /** The number of times it was held, by which an older copy of it is recognised. Rule: register/hold. */
  readonly holds: number;
  /** The name that it was held under, used again for the next hold. */
  readonly name: string | null;
}

/** The cart of a sale that was sent. It is shown until the answer is known, and restored if the sale is refused. */
export interface SaleMemo extends Omit<CartRecord, 'saleKey'> {
  readonly totalCents: Cents;
  /** The sale was put aside, so that the till could go on with the next one. */
  readonly aside: boolean;
}

/** A cart in the form that localStorage keeps. */
export interface StoredCart extends CartRecord {
  /**
   * Keys of the commands that resumed a held cart which was taken over here. They are stored in one item with the cart,
   * so that an older copy of it, which a killed browser may bring back, lacks both.
   */
  readonly taken: readonly string[];
}

/** A held cart that was resumed. */
export interface ResumedCart {
  readonly held: CartRecord;
  /** The cart that it was joined with; null if it goes on alone. */
  readonly into: Pick<CartRecord, 'saleKey' | 'holds'> | null;
}

export const EMPTY_RECORD: CartRecord = {
  lines: [],
  customer: null,
  points: null,
  payment: NEW_PAYMENT,
  saleKey: null,
  holds: 0,
  name: null,
};

const VERSION = 2;

export function isEmptyRecord({ lines, customer, taken }: StoredCart): boolean {
  return lines.length === 0 && customer === null && taken.length === 0;
}

function keptOf({ lines, customer, points, payment, saleKey, holds, name }: CartRecord) {
  return { version: VERSION, cart: persistCart(lines), customer, points, payment, saleKey, holds, name };
}

export function writeCartRecord(cart: StoredCart): string {
  return JSON.stringify({ ...keptOf(cart), taken: cart.taken });
}

/** The form in which the command that resumed the cart stores it. */
export function writeResumed({ held, into }: ResumedCart): unknown {
  return { ...keptOf(held), into: into && { saleKey: into.saleKey, holds: into.holds } };
}

/** The form in which the command of a sale stores it. */
export function writeMemo({ lines, ...rest }: SaleMemo): unknown {
  return { version: VERSION, cart: persistCart(lines), ...rest };
}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function cartIn(value: unknown): Cart {
  return parsePersistedCart(textIn(value));
}

function customerIn(value: unknown): CartCustomer | null {
  const { id, name, email, phone, points, idCheckedAt, isUnderage, flag } = fieldsOf(value) ?? {};
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || typeof name !== 'string') return null;
  return {
    id,
    name,
    email: textIn(email) ?? '',
    phone: textIn(phone) ?? '',
    points: typeof points === 'number' && Number.isFinite(points) ? points : 0,
    ...(typeof idCheckedAt === 'string' && { idCheckedAt }),
    ...(isUnderage === true && { isUnderage }),
    ...flagIn(flag),
  };
}

const FLAG_KINDS = ['banned', 'check_id', 'note'] as const;

function flagIn(value: unknown): Pick<CartCustomer, 'flag'> {
  const { kind, text } = fieldsOf(value) ?? {};
  const known = FLAG_KINDS.find((one) => one === kind);
  return known ? { flag: { kind: known, text: textIn(text) ?? '' } } : {};
}

/** The stored points, only with a customer, and limited to what the cart is worth. */
function pointsIn(value: unknown, customer: CartCustomer | null, lines: Cart): CartPoints | null {
  const { points, redeemPoints, redeemCents, label } = fieldsOf(value) ?? {};
  if (customer === null || !isAmount(points) || !isAmount(redeemPoints) || !isAmount(redeemCents)) return null;
  return pointsThatFit(points, { redeemPoints, redeemCents: toCents(redeemCents), label: textIn(label) ?? '' }, lines);
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function splitIn(value: unknown): SplitPayment[] {
  const { method, amountCents } = fieldsOf(value) ?? {};
  const known = TENDER_METHODS.find((one) => one === method);
  return known && isAmount(amountCents) ? [{ method: known, amountCents: toCents(amountCents) }] : [];
}

/** Reads a stored payment. Broken parts are left out. */
export function paymentIn(value: unknown): Payment {
  const { method, received, enteredFor, splits, splitAmount, maybeCharged } = fieldsOf(value) ?? {};
  return {
    ...NEW_PAYMENT,
    method: method === 'card' || method === 'split' ? method : 'cash',
    received: textIn(received) ?? '',
    enteredFor: isAmount(enteredFor) ? toCents(enteredFor) : null,
    splits: Array.isArray(splits) ? splits.flatMap(splitIn) : [],
    splitAmount: textIn(splitAmount) ?? '',
    maybeCharged: isAmount(maybeCharged) ? toCents(maybeCharged) : ZERO_CENTS,
  };
}

/** Reads the goods, the customer, and the points of theirs that it uses. */
function saleIn(fields: Fields): Pick<CartRecord, 'lines' | 'customer' | 'points' | 'holds' | 'name'> {
  const lines = cartIn(fields['cart']);
  const customer = customerIn(fields['customer']);
  const holds = isAmount(fields['holds']) ? fields['holds'] : 0;
  return { lines, customer, points: pointsIn(fields['points'], customer, lines), holds, name: textIn(fields['name']) };
}

/** Reads a cart from the server. The name is the only thing known of its customer; the rest is fetched again. */
export function readHeld(
  { cart, customer_id: id, points, sale_key: saleKey, holds, name }: ReplyOf<typeof resumeCartRoute>['data'],
  customerName: string,
): CartRecord {
  const customer = id === null ? null : { id, name: customerName };
  return { ...saleIn({ cart, customer, points, holds, name }), payment: NEW_PAYMENT, saleKey };
}

/** Null if the value is not a resumed cart. */
export function readResumed(value: unknown): ResumedCart | null {
  const fields = fieldsOf(value);
  if (fields?.['version'] !== VERSION) return null;
  const into = fieldsOf(fields['into']);
  const record = (kept: Fields) => ({ ...saleIn(kept), payment: NEW_PAYMENT, saleKey: textIn(kept['saleKey']) });
  const held = record(fields);
  return held.saleKey === null || held.lines.length === 0 ? null : { held, into: into && record(into) };
}

/** Null if another build wrote it. Broken parts are left out one by one. */
export function readMemo(value: unknown): SaleMemo | null {
  const fields = fieldsOf(value);
  if (fields?.['version'] !== VERSION) return null;
  const { payment, totalCents, aside } = fields;
  return {
    ...saleIn(fields),
    payment: paymentIn(payment),
    totalCents: isAmount(totalCents) ? toCents(totalCents) : ZERO_CENTS,
    aside: aside === true,
  };
}

/** Reads a stored record. Broken or unknown parts are left out one by one. Never throws, because the till must open. */
export function readCartRecord(stored: string | null): StoredCart {
  const nothing: StoredCart = { ...EMPTY_RECORD, taken: [] };
  let fields: Fields | null;
  try {
    fields = fieldsOf(JSON.parse(stored ?? 'null'));
  } catch {
    return nothing;
  }
  if (fields?.['version'] !== VERSION) return nothing;
  const taken: unknown = fields['taken'];
  return {
    ...saleIn(fields),
    payment: paymentIn(fields['payment']),
    saleKey: textIn(fields['saleKey']),
    taken: Array.isArray(taken) ? taken.filter((key) => typeof key === 'string') : [],
  };
}

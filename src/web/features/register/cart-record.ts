import type { BodySent } from '#contract/route.ts';
import type { createOrderRoute } from '#contract/orders.ts';
import type { Cart } from '#domain/cart.ts';
import { parsePersistedCart, persistCart } from '#domain/cart-persistence.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type SplitPayment, TENDER_METHODS } from '#domain/tender.ts';
import { NEW_PAYMENT, type Payment } from './payment.ts';

/** The customer of a sale; a guest is null, never id 0. */
export interface CartCustomer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly points: number;
}

/** The body of a register sale as the till sends it. */
export type SaleBody = BodySent<typeof createOrderRoute>;

/** A sale that was sent and whose answer is not known: the body to the letter, to be asked again with its key. */
export interface SentSale {
  readonly key: string;
  readonly body: SaleBody;
  readonly totalCents: Cents;
}

/** A sent sale put aside so that the till can go on; with `refusal` it is known not to have been saved. */
export interface AsideSale extends SentSale {
  readonly lines: Cart;
  readonly customer: CartCustomer | null;
  readonly payment: Payment;
  readonly refusal: string | null;
}

/** All that the browser keeps of one person's cart at one location. */
export interface CartRecord {
  readonly lines: Cart;
  readonly customer: CartCustomer | null;
  /** What was entered of the payment: money taken already is not forgotten by a reload or another location. */
  readonly payment: Payment;
  /** The Idempotency-Key of the sale these lines become (design §4.2). */
  readonly saleKey: string | null;
  readonly sent: SentSale | null;
  readonly aside: readonly AsideSale[];
}

export const EMPTY_RECORD: CartRecord = {
  lines: [],
  customer: null,
  payment: NEW_PAYMENT,
  saleKey: null,
  sent: null,
  aside: [],
};

const VERSION = 1;

export function isEmptyRecord({ lines, customer, saleKey, sent, aside }: CartRecord): boolean {
  return lines.length === 0 && customer === null && saleKey === null && sent === null && aside.length === 0;
}

export function writeCartRecord({ lines, aside, ...rest }: CartRecord): string {
  return JSON.stringify({
    version: VERSION,
    ...rest,
    cart: persistCart(lines),
    aside: aside.map(({ lines: asideLines, ...sale }) => ({ ...sale, cart: persistCart(asideLines) })),
  });
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
  const { id, name, email, phone, points } = fieldsOf(value) ?? {};
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || typeof name !== 'string') return null;
  return {
    id,
    name,
    email: textIn(email) ?? '',
    phone: textIn(phone) ?? '',
    points: typeof points === 'number' && Number.isFinite(points) ? points : 0,
  };
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function splitIn(value: unknown): SplitPayment[] {
  const { method, amountCents } = fieldsOf(value) ?? {};
  const known = TENDER_METHODS.find((one) => one === method);
  return known && isAmount(amountCents) ? [{ method: known, amountCents: toCents(amountCents) }] : [];
}

/** Reads back what was entered of a payment; what is broken is left out. */
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

/** The body is sent again as it was; the server checks it like any other. */
function sentIn(value: unknown): SentSale | null {
  const { key, body, totalCents } = fieldsOf(value) ?? {};
  const fields = fieldsOf(body);
  if (typeof key !== 'string' || fields === null || !Array.isArray(fields['line_items'])) return null;
  if (typeof totalCents !== 'number' || !Number.isSafeInteger(totalCents)) return null;
  return { key, body: fields as SaleBody, totalCents: toCents(totalCents) };
}

function asideIn(value: unknown): AsideSale[] {
  const sale = sentIn(value);
  const fields = fieldsOf(value);
  if (sale === null || fields === null) return [];
  const { cart, customer, payment, refusal } = fields;
  return [
    {
      ...sale,
      lines: cartIn(cart),
      customer: customerIn(customer),
      payment: paymentIn(payment),
      refusal: textIn(refusal),
    },
  ];
}

/** Reads a record back. What is broken or foreign is left out, part by part; never throws: a till must open. */
export function readCartRecord(stored: string | null): CartRecord {
  let fields: Fields | null;
  try {
    fields = fieldsOf(JSON.parse(stored ?? 'null'));
  } catch {
    return EMPTY_RECORD;
  }
  if (fields?.['version'] !== VERSION) return EMPTY_RECORD;
  const aside = fields['aside'];
  return {
    lines: cartIn(fields['cart']),
    customer: customerIn(fields['customer']),
    payment: paymentIn(fields['payment']),
    saleKey: textIn(fields['saleKey']),
    sent: sentIn(fields['sent']),
    aside: Array.isArray(aside) ? aside.flatMap(asideIn) : [],
  };
}

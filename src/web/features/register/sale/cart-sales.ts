import type { Cents } from '#domain/money.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { holdKey } from '#domain/held-cart.ts';
import { isSameWork } from '#web/api/commands/keys.ts';
import { isOpen } from '#web/api/commands/record.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import type { CartRecord, ResumedCart, SaleBody, SaleMemo } from '../cart/state/cart-record.ts';
import { EMPTY_RECORD } from '../cart/state/cart-record.ts';
import type { Payment } from '../payment/payment.ts';

/** A sale or a hold that the signed-in person sent, read from its command. */
export interface KeptSale {
  readonly key: string;
  readonly isHold: boolean;
  readonly state: CommandRecord['state'];
  /** Null once it is recorded. */
  readonly memo: SaleMemo | null;
  /** The reason for its refusal; null if it was not refused. */
  readonly refusal: string | null;
  /** The key that its cart continues with, and the number of times that cart was held. */
  readonly nextKey: string;
  readonly nextHolds: number;
  /** Another window of this browser sent it. */
  readonly elsewhere: boolean;
}

/** The sale of the present cart, on its way to the server. */
export interface SentSale {
  readonly key: string;
  readonly totalCents: Cents;
}

/** A sent sale put aside so that the till can go on. With `refusal` it is known that it was not saved. */
export interface AsideSale extends SentSale {
  readonly customer: CartCustomer | null;
  readonly payment: Payment;
  readonly refusal: string | null;
  /** A cart to hold, rather than a sale. */
  readonly isHold: boolean;
}

/** The owner of a cart. Another person or another location has another cart. */
export interface CartOwner {
  readonly userId: number;
  readonly locationId: number | null;
}

/** A command that resumed a held cart. */
export interface KeptResume {
  readonly key: string;
  /** Null if another build wrote it. */
  readonly read: () => ResumedCart | null;
}

/** The command engine, as the cart uses it. */
export interface CartSales {
  readonly list: (owner: CartOwner) => readonly KeptSale[];
  /** The held carts that this person resumed here within a day, oldest first. */
  readonly resumed: (owner: CartOwner) => readonly KeptResume[];
  readonly send: (key: string, body: SaleBody, memo: SaleMemo) => void;
  readonly hold: (key: string, memo: SaleMemo) => void;
  readonly putAside: (key: string) => void;
  /** Drops a refused sale whose lines are back in the cart. */
  readonly forget: (key: string) => void;
}

/** True if this cart was sold, sent, refused or held before. It then continues with the lines of that command. */
export function isCopy({ saleKey, holds }: Pick<CartRecord, 'saleKey' | 'holds'>, sales: readonly KeptSale[]): boolean {
  const holding = saleKey === null ? null : holdKey(saleKey, holds);
  return sales.some(({ key, isHold }) => isSameWork(key, isHold ? holding : saleKey));
}

/**
 * The cart to show when its owner comes back. A sold cart is gone, and a sent one is locked with the lines that were
 * sent, even if the browser's storage has an older state: it reaches the disk seconds late, commands at once.
 */
export function openedCart(kept: CartRecord, sales: readonly KeptSale[]): CartRecord {
  const cart = isCopy(kept, sales) ? EMPTY_RECORD : kept;
  if (cart.lines.length > 0) return cart;
  const sent = sales.find((sale) => isOpen(sale) && sale.memo?.aside === false);
  if (!sent?.memo) return cart;
  const { lines, customer, points, payment, holds, name } = sent.memo;
  return { lines, customer, points, payment, holds, name, saleKey: sent.key };
}

/** The sale that locks the cart. */
export function sentSale(sales: readonly KeptSale[], saleKey: string | null): SentSale | null {
  const sale = sales.find(({ key }) => key === saleKey);
  return sale?.memo && isOpen(sale) && !sale.memo.aside ? { key: sale.key, totalCents: sale.memo.totalCents } : null;
}

/** All other sales whose answer is not known, or which were not saved. */
export function asideSales(sales: readonly KeptSale[], saleKey: string | null): AsideSale[] {
  return sales.flatMap(({ key, state, memo, refusal, isHold }) => {
    if (memo === null || state === 'done' || (key === saleKey && !memo.aside)) return [];
    // A cart that is being held is shown among the held carts.
    if (isHold && state === 'sending') return [];
    const { totalCents, customer, payment } = memo;
    return [{ key, totalCents, customer, payment, refusal, isHold }];
  });
}

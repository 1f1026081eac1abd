import type { Cents } from '#domain/money.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { holdKey } from '#domain/held-cart.ts';
import { isSameWork } from '#web/api/commands/keys.ts';
import { isOpen } from '#web/api/commands/record.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import type { CartRecord, ResumedCart, SaleBody, SaleMemo } from '../cart/state/cart-record.ts';
import { EMPTY_RECORD } from '../cart/state/cart-record.ts';
import type { Payment } from '../payment/payment.ts';

/** A sale of whoever is signed in that was sent, or a cart of theirs that was held, as its command says. */
export interface KeptSale {
  readonly key: string;
  readonly isHold: boolean;
  readonly state: CommandRecord['state'];
  /** Null once it is sold. */
  readonly memo: SaleMemo | null;
  /** The reason for which it was refused; null for all others. */
  readonly refusal: string | null;
  /** The key that its cart goes on with, and how often that was held. */
  readonly nextKey: string;
  readonly nextHolds: number;
  /** Another window of this browser sent it. */
  readonly elsewhere: boolean;
}

/** The sale at hand, on its way to the server. */
export interface SentSale {
  readonly key: string;
  readonly totalCents: Cents;
}

/** A sent sale put aside so that the till can go on; with `refusal` it is known not to have been saved. */
export interface AsideSale extends SentSale {
  readonly customer: CartCustomer | null;
  readonly payment: Payment;
  readonly refusal: string | null;
  /** A cart to hold, not a sale. */
  readonly isHold: boolean;
}

/** Whose cart it is. Another person or another location has another one. */
export interface CartOwner {
  readonly userId: number;
  readonly locationId: number | null;
}

/** A command that resumed a held cart. */
export interface KeptResume {
  readonly key: string;
  /** Null for what another build wrote. */
  readonly read: () => ResumedCart | null;
}

/** The command engine, as the cart sees it. */
export interface CartSales {
  readonly list: (owner: CartOwner) => readonly KeptSale[];
  /** The held carts that somebody resumed here within a day, oldest first. */
  readonly resumed: (owner: CartOwner) => readonly KeptResume[];
  readonly send: (key: string, body: SaleBody, memo: SaleMemo) => void;
  readonly hold: (key: string, memo: SaleMemo) => void;
  readonly putAside: (key: string) => void;
  /** A refused sale whose lines are back in the cart. */
  readonly forget: (key: string) => void;
}

/** Says whether this cart was sold, sent, refused or held before. It goes on with the lines of that command then. */
export function isCopy({ saleKey, holds }: Pick<CartRecord, 'saleKey' | 'holds'>, sales: readonly KeptSale[]): boolean {
  const holding = saleKey === null ? null : holdKey(saleKey, holds);
  return sales.some(({ key, isHold }) => isSameWork(key, isHold ? holding : saleKey));
}

/**
 * The cart to show to who comes back: a cart that was sold is gone, and one that was sent is locked with what was sent,
 * whatever the browser's storage remembers of it. It reaches the disk seconds late; commands do at once.
 */
export function openedCart(kept: CartRecord, sales: readonly KeptSale[]): CartRecord {
  const cart = isCopy(kept, sales) ? EMPTY_RECORD : kept;
  if (cart.lines.length > 0) return cart;
  const sent = sales.find((sale) => isOpen(sale) && sale.memo?.aside === false);
  if (!sent?.memo) return cart;
  const { lines, customer, points, payment, holds, name } = sent.memo;
  return { lines, customer, points, payment, holds, name, saleKey: sent.key };
}

/** The sale that has the cart locked. */
export function sentSale(sales: readonly KeptSale[], saleKey: string | null): SentSale | null {
  const sale = sales.find(({ key }) => key === saleKey);
  return sale?.memo && isOpen(sale) && !sale.memo.aside ? { key: sale.key, totalCents: sale.memo.totalCents } : null;
}

/** All others whose answer is not known, or which were not saved. */
export function asideSales(sales: readonly KeptSale[], saleKey: string | null): AsideSale[] {
  return sales.flatMap(({ key, state, memo, refusal, isHold }) => {
    if (memo === null || state === 'done' || (key === saleKey && !memo.aside)) return [];
    // A cart that is being held stands among those that are.
    if (isHold && state === 'sending') return [];
    const { totalCents, customer, payment } = memo;
    return [{ key, totalCents, customer, payment, refusal, isHold }];
  });
}

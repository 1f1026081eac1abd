import { z } from 'zod';
import { type Cents, toCents } from '#domain/money.ts';

/** Where the browser keeps carts: each of one person at one location. */
export const CART_KEY = 'tillwright.cart.';

const sent = z.object({
  totalCents: z.int().nonnegative(),
  refusal: z.string().nullish(),
  body: z.object({ meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
});
const kept = z.object({ sent: sent.nullable(), aside: z.array(sent) });

export interface WaitingSale {
  readonly totalCents: Cents;
  /** Who sold; '' when the sale does not say. */
  readonly seller: string;
}

function waitingIn(record: string): WaitingSale[] {
  const read = kept.parse(JSON.parse(record));
  const waiting = [...(read.sent === null ? [] : [read.sent]), ...read.aside].filter(({ refusal }) => !refusal);
  return waiting.map(({ totalCents, body }) => {
    const seller = body.meta_data.find(({ key }) => key === '_employee_name')?.value;
    return { totalCents: toCents(totalCents), seller: typeof seller === 'string' ? seller : '' };
  });
}

/**
 * Sales that were sent from this browser by anybody and whose answer is not known. Only who made one can ask for it,
 * but nobody may take its payment again.
 */
export function waitingSales(): WaitingSale[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(CART_KEY))
      .flatMap((key) => waitingIn(localStorage.getItem(key) ?? ''));
  } catch {
    // Written by another version, or storage is switched off: there is nothing to say for sure.
    return [];
  }
}

import { create } from 'zustand';
import { createOrderRoute, type SaleReply } from '#contract/orders.ts';
import { type Cents, displayMoney, parseMoney } from '#domain/money.ts';
import { call } from '#web/api/call.ts';
import { type CallError, isCallError } from '#web/api/call-error.ts';
import { useLive } from '#web/api/live.ts';
import { queryClient } from '#web/api/query-client.ts';
import { CHANGED_BY_SALE, queryKeys } from '#web/api/query-keys.ts';
import { backoffMs } from '#web/api/retry.ts';
import { restoreSession, useSession } from '#web/api/session.ts';
import { toast } from '#web/ui/toast.tsx';
import type { SaleBody, SentSale } from './cart-record.ts';
import { useCart } from './cart-store.ts';
import { PAYING, reduceSale, type SaleEvent, type SalePhase } from './sale-machine.ts';
import { isKnownRefusal, readRefusal, whyUnanswered } from './sale-refusals.ts';
import { applyStockItems } from '#web/api/stock.ts';

/** The phase of the sale at hand. Lives beside the views: a sale goes on while another view is shown. */
export const useSalePhase = create<{ phase: SalePhase }>(() => ({ phase: PAYING }));

function dispatch(event: SaleEvent): void {
  useSalePhase.setState(({ phase }) => ({ phase: reduceSale(phase, event) }));
}

/** Another window of this person is sending the sale: it is given this long before this one asks too. */
const OTHER_WINDOW_MS = 15_000;

let wakeUp: (() => void)[] = [];

/** Asks at once what is waiting to be asked again. */
export function askNow(): void {
  const waiting = wakeUp;
  wakeUp = [];
  for (const wake of waiting) wake();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    wakeUp.push(() => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}

/** Still waited for by whoever is signed in now. */
function isOurs(key: string): boolean {
  const { sent, aside } = useCart.getState();
  const waitedFor = sent?.key === key || aside.some((sale) => sale.key === key && sale.refusal === null);
  return waitedFor && useSession.getState().status === 'signed-in';
}

const isAtHand = (key: string): boolean => useCart.getState().sent?.key === key;

const followed = new Set<string>();

/** Asks with one key and body until the answer is known, however long that takes. */
async function follow({ key, body }: SentSale, firstWaitMs: number): Promise<void> {
  if (followed.has(key)) return;
  followed.add(key);
  try {
    if (firstWaitMs > 0) await wait(firstWaitMs);
    for (let asked = 1; isOurs(key); asked += 1) {
      try {
        sold(key, await call(createOrderRoute, { body, idempotencyKey: key, retries: 0 }), asked === 1);
        return;
      } catch (error) {
        if (!isCallError(error)) throw error;
        if (isKnownRefusal(error)) return refused(key, error);
        if (isAtHand(key)) dispatch({ kind: 'unanswered', sentence: whyUnanswered(error), code: error.code });
        await wait(Math.max(error.retryAfterMs ?? 0, backoffMs(asked)));
      }
    }
  } finally {
    followed.delete(key);
  }
}

function sold(key: string, reply: SaleReply, atOnce: boolean): void {
  const hand = isAtHand(key);
  if (!hand && !isOurs(key)) return;
  // An answer that is given again carries the stock of back then.
  if (atOnce) {
    applyStockItems(
      reply.inventory.map(({ product_id, variation_id, new_stock, movement_id }) => ({
        product_id,
        variation_id,
        quantity: new_stock,
        movement_id: movement_id ?? undefined,
      })),
    );
  }
  if (hand) dispatch({ kind: 'sold' });
  else toast.success(`Sale ${reply.data.number} is saved.${changeWords(reply)}`);
  useCart.getState().settleSold(key, reply);
  refreshAfterSale(atOnce);
}

/** Nobody saw a sale that was put aside complete. */
function changeWords({ data: { change } }: SaleReply): string {
  const cents = parseMoney(change);
  return cents.ok && cents.value > 0 ? ` Change due ${displayMoney(cents.value)}.` : '';
}

function refused(key: string, error: CallError): void {
  const refusal = readRefusal(error);
  const hand = isAtHand(key);
  if (hand) dispatch({ kind: 'refused', refusal });
  useCart.getState().settleRefused(key, 'reason' in refusal ? refusal.reason : error.message);
  if (refusal.kind === 'failed' && refusal.staleFigures) {
    // A tax rate or a price is not what this till thinks it is.
    void restoreSession();
    void queryClient.invalidateQueries({ queryKey: queryKeys.products });
  }
  if (['price-changed', 'tiers-gone', 'out-of-stock'].includes(refusal.kind)) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.products });
  }
}

/**
 * Spec §4, "After order". The sale's own stock came with its reply and live events bring what other tills sell, so
 * that ten thousand products are not fetched again for every sale; without them they are, 0.5 s and 1 s later.
 */
function refreshAfterSale(stockIsKnown: boolean): void {
  const isLive = stockIsKnown && useLive.getState().connected;
  for (const queryKey of CHANGED_BY_SALE) {
    const isStock = queryKey[0] === queryKeys.products[0];
    void queryClient.invalidateQueries({ queryKey, refetchType: isStock ? 'none' : 'active' });
  }
  if (isLive) return;
  for (const ms of [500, 1000]) {
    window.setTimeout(() => void queryClient.invalidateQueries({ queryKey: queryKeys.products }), ms);
  }
}

/** Sends the sale, once however often it is pressed: the cart is locked under its key before anything goes out. */
export function paySale(body: SaleBody, totalCents: Cents): void {
  const key = useCart.getState().send(body, totalCents);
  if (key === null) return;
  dispatch({ kind: 'sent' });
  void follow({ key, body, totalCents }, 0);
}

/** Takes up what was sent before: after a reload, a new sign-in, or by another window. */
export function resumeSales(): void {
  const { sent, aside, elsewhere } = useCart.getState();
  if (sent !== null) {
    dispatch({ kind: 'found-sent' });
    void follow(sent, elsewhere ? OTHER_WINDOW_MS : 0);
  }
  for (const sale of aside) if (sale.refusal === null) void follow(sale, 0);
}

export function putSaleAside(): void {
  useCart.getState().setAside();
  dispatch({ kind: 'put-aside' });
}

export function acknowledgeRefusal(): void {
  dispatch({ kind: 'acknowledged' });
}

// The sale at hand may go without an answer of ours: another window settled it, or somebody else signed in.
useCart.subscribe(({ sent }, before) => {
  if (before.sent !== null && sent?.key !== before.sent.key) dispatch({ kind: 'put-aside' });
});

// What waits for a network asks as soon as there is one.
window.addEventListener('online', askNow);

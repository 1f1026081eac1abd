import { createOrderRoute, type SaleReply } from '#contract/sale.ts';
import { centsOf, displayMoney, ZERO_CENTS } from '#domain/money.ts';
import { type CallError } from '#web/api/call/call-error.ts';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { emit } from '#web/api/events.ts';
import { useLive } from '#web/api/queries/live.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys, staleBy } from '#web/api/queries/query-keys.ts';
import { restoreSession } from '#web/api/session/session.ts';
import { applyStockItems } from '#web/entities/stock/stock.ts';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { readMemo, type SaleBody, type SaleMemo } from '../cart/state/cart-record.ts';
import type { SentSale } from './cart-sales.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { SALE } from './sent-sales.ts';
import { readRefusal, type SaleRefusal } from './sale-refusals.ts';

/**
 * The state of the present sale. `saving` and `checking` are on their way to the server with one key; in the others the
 * cart can be edited. `checking` means that no answer came, and the sale may or may not be recorded.
 */
export type SalePhase =
  | { readonly at: 'paying' }
  | { readonly at: 'saving' }
  | { readonly at: 'checking'; readonly sentence: string; readonly code: string }
  | { readonly at: 'refused'; readonly refusal: SaleRefusal };

const PAYING: SalePhase = { at: 'paying' };
const SAVING: SalePhase = { at: 'saving' };
const FOUND: SalePhase = {
  at: 'checking',
  sentence: 'The page was reloaded before the answer came.',
  code: 'reloaded',
};
const SOLD_ELSEWHERE = 'This sale was saved in another window of yours.';

/** Its key is the cart's. Each sale is a form of its own, so that the next one need not wait. */
export const saleCommand: CommandDefinition<typeof createOrderRoute, SaleMemo> = {
  ...SALE,
  route: createOrderRoute,
  readMemo,
  inNameOf: (request, { userId, name }) => ({ ...request, body: soldBy(request.body as SaleBody, userId, name) }),
};

function soldBy(body: SaleBody, id: number, name: string): SaleBody {
  const seller: Record<string, unknown> = { _employee_id: id, _employee_name: name };
  const meta = body.meta_data?.map((entry) => (entry.key in seller ? { ...entry, value: seller[entry.key] } : entry));
  return { ...body, meta_data: meta };
}

/** The refusal that the cashier has not settled yet. */
const useRefusal = perOwner<{ refusal: SaleRefusal | null }>(() => ({ refusal: null }));

export function acknowledgeRefusal(): void {
  useRefusal.setState({ refusal: null });
}

/** The phase of the present sale. A sale goes on while another view is shown. */
export function useSalePhase(): SalePhase {
  const key = useCart(({ sent }) => sent?.key);
  const trouble = useCommands(({ troubles }) => (key === undefined ? undefined : troubles.get(key)));
  const state = useCommands(({ records }) => (key === undefined ? undefined : records.get(key)?.state));
  const refusal = useRefusal((kept) => kept.refusal);
  if (key === undefined) return refusal ? { at: 'refused', refusal } : PAYING;
  if (trouble) return { at: 'checking', sentence: trouble.sentence, code: trouble.code };
  return state === 'unknown' ? FOUND : SAVING;
}

export const isOnItsWay = ({ at }: SalePhase): boolean => at === 'saving' || at === 'checking';

function hear(outcome: CommandOutcome<typeof createOrderRoute>, { key, memo, title }: CommandRecord): 'keep' | void {
  const cart = useCart.getState();
  const atHand = cart.saleKey === key;
  const totalCents = readMemo(memo)?.totalCents ?? ZERO_CENTS;
  switch (outcome.kind) {
    case 'done':
      return sold(key, atHand, outcome.reply, outcome.first);
    case 'otherwise':
      // The cart is sold, even if it looks different here.
      cart.settleSold(key, null);
      return tellOtherwise(title, outcome.error, outcome.error.message);
    case 'elsewhere':
      if (outcome.state === 'done') {
        cart.settleSold(key, null);
        if (atHand) toast.info(SOLD_ELSEWHERE);
      } else if (atHand) {
        cart.settleRefused(key, totalCents);
        void commands.dismiss(key);
      }
      return;
    case 'refused':
      return refused(atHand ? { key, totalCents } : null, outcome.error);
  }
}

function sold(key: string, atHand: boolean, reply: SaleReply, first: boolean): void {
  // A repeated answer has the stock of the first one, which may be out of date.
  if (first) {
    applyStockItems(
      reply.inventory.map(({ product_id, variation_id, new_stock, movement_id }) => ({
        product_id,
        variation_id,
        quantity: new_stock,
        movement_id: movement_id ?? undefined,
      })),
    );
  }
  if (atHand) useCart.getState().settleSold(key, reply);
  else {
    const { number } = reply.data;
    toast.success(`Sale ${number} is saved.${changeWords(reply)}`, {
      label: 'Show',
      onPress: () => emit('showInView', { view: 'orders', search: number }),
    });
  }
  refreshAfterSale(first);
}

/** Tells the change due of a sale that was put aside, because nobody saw it complete. */
function changeWords({ data: { change } }: SaleReply): string {
  const cents = centsOf(change);
  return cents > 0 ? ` Change due ${displayMoney(cents)}.` : '';
}

/** Reads a refusal, and fetches again what it shows to be stale. */
function heard(error: CallError): SaleRefusal {
  const refusal = readRefusal(error);
  if (refusal.kind === 'failed' && refusal.staleFigures) {
    // A tax rate or a price differs from the one that this till has.
    void restoreSession();
    fetchAgain('prices');
  }
  if (refusal.kind === 'points' || (refusal.kind === 'failed' && refusal.staleFigures)) {
    fetchAgain('loyalty');
    fetchAgain('customer');
  }
  if (['price-changed', 'tiers-gone', 'out-of-stock'].includes(refusal.kind)) {
    fetchAgain('prices');
  }
  return refusal;
}

/** Shows why a sale that was only tried would be refused. */
export function tellRefusal(error: CallError): void {
  useRefusal.setState({ refusal: heard(error) });
}

/** Puts the present sale back into the cart. A sale that was put aside stays aside until somebody opens it. */
function refused(atHand: SentSale | null, error: CallError): 'keep' | void {
  const refusal = heard(error);
  if (atHand === null) return 'keep';
  useCart.getState().settleRefused(atHand.key, atHand.totalCents);
  useRefusal.setState({ refusal });
}

/**
 * Fetches again the data that a sale changes. Its own stock came with its reply, and live events bring the sales of
 * other tills, so ten thousand products are not fetched again after each sale. Without live events they are, after 0.5
 * s and 1 s. Rule: register/after-a-sale.
 */
export function refreshAfterSale(stockIsKnown: boolean): void {
  const isLive = stockIsKnown && useLive.getState().connected;
  for (const queryKey of staleBy('sale')) {
    const isStock = queryKey[0] === queryKeys.products[0];
    void queryClient.invalidateQueries({ queryKey, refetchType: isStock ? 'none' : 'active' });
  }
  if (isLive) return;
  for (const ms of [500, 1000]) {
    window.setTimeout(() => fetchAgain('prices'), ms);
  }
}

// Watches as long as the page lives, because a sale put aside may be answered while another view is shown.
commands.watch(saleCommand, null, hear);

import { useEffect } from 'react';
import { trySaleRoute } from '#contract/sale.ts';
import { isPriceChanged } from '#domain/cart.ts';
import { lacksToFloor } from '#domain/floor-price.ts';
import { percentOff } from '#domain/line-price.ts';
import { displayMoney } from '#domain/money.ts';
import type { SaleTotals } from '#domain/sale.ts';
import type { TaxRate } from '#domain/tax.ts';
import { settleCard } from '#domain/tender.ts';
import { call } from '#web/api/call/call.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { isKnownRefusal } from '#web/api/call/retry.ts';
import { approvedHere } from '#web/api/commands/commands.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { useMay, useSession, useUser } from '#web/api/session/session.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { totalsOf } from '../cart/cart-totals.ts';
import { type CartRecord, type SaleBody } from '../cart/state/cart-record.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { useShortages, useTaxes } from '../cart/use-cart-sums.ts';
import { buildSaleBody, type SaleToSend } from '../sale/sale-body.ts';
import { acknowledgeRefusal, tellRefusal } from '../sale/sale-runner.ts';

/**
 * `sale`: the sale that was decided on before its payment, with its key, as text. `asking`: the key of the sale that is asked about.
 * `told`: the sale for which the till has said what to take on the terminal, so that it may have been taken.
 */
const useAgreed = perOwner<{ sale: string | null; asking: string | null; told: string | null }>(() => ({
  sale: null,
  asking: null,
  told: null,
}));

/** The server's own limit is a quarter of an hour. */
const HOLDS_MS = 14 * 60_000;

/** The server ends an approval with every refusal of the sale, so another payment needs another one. */
export function forgetApproval(): void {
  useAgreed.setState({ sale: null, told: null });
}

type Sold = Pick<CartRecord, 'lines' | 'customer' | 'points'>;

/** A sale as an approval sees it: its payment is not part of it. */
function approvable(
  sold: Sold,
  { seller, taxes, allowOversell }: Pick<SaleToSend, 'seller' | 'taxes' | 'allowOversell'>,
): SaleBody {
  const paid = settleCard(totalsOf(sold.lines, taxes, sold.points).totalCents);
  const { lines, customer, points } = sold;
  return buildSaleBody({ lines, customer, points, seller, taxes, method: 'card', paid, allowOversell });
}

/** An approval belongs to one cart, so the key is part of the name: an equal next cart needs its own. */
const named = (key: string | null, body: SaleBody): string => JSON.stringify([key, body]);

/** True if a manager has approved to sell it although it is not all in stock. */
export function isAgreedAnyway(sold: Sold, with_: Pick<SaleToSend, 'seller' | 'taxes'>): boolean {
  const { sale } = useAgreed.getState();
  const { saleKey } = useCart.getState();
  return sale !== null && sale === named(saleKey, approvable(sold, { ...with_, allowOversell: true }));
}

/**
 * `needed`: the cashier (goods that are not in stock) or a manager (`byManager`) has to decide on the cart. `waits`: nobody has
 * yet. Cards are charged by hand, so the till asks first. The server decides. Rule: sign-in/approvals, payment/stock-before-a-card.
 */
export function useDecisionFirst(
  totals: SaleTotals,
  byCard: boolean,
): {
  needed: boolean;
  byManager: boolean;
  waits: boolean;
  asking: boolean;
} {
  const [lines, customer, points, key] = [
    useCart((of) => of.lines),
    useCart((of) => of.customer),
    useCart((of) => of.points),
    useCart((of) => of.saleKey),
  ];
  const seller = useUser();
  const taxes = useTaxes();
  const { sale, asking, told } = useAgreed();
  const [maySellAnyway, mayOverride] = [useMay('sell-anyway'), useMay('override-prices')];
  const maySellBelow = useMay('sell-below-floor');
  const isShort = useShortages(lines).size > 0;
  const most = mayOverride ? (seller.most_discount_percent ?? Infinity) : -1;
  const isBeyond = lines.some((line, index) => {
    const price = totals.lines[index];
    if (price === undefined || !isPriceChanged(line)) return false;
    return percentOff(price) > most || (!maySellBelow && lacksToFloor(line.sold, price, line.floorCents) > 0);
  });
  const needed = isShort || isBeyond;
  const isAgreed = (allowOversell: boolean) =>
    sale !== null && sale === named(key, approvable({ lines, customer, points }, { seller, taxes, allowOversell }));
  const byManager = isBeyond || (isShort && !maySellAnyway);
  const tells = byCard
    ? named(key, approvable({ lines, customer, points }, { seller, taxes, allowOversell: false }))
    : null;
  const isTold = tells !== null && tells === told;
  const waits = needed && !isTold && !isAgreed(true) && (isShort || !isAgreed(false));
  useEffect(() => {
    if (tells !== null && !waits) useAgreed.setState({ told: tells });
  }, [tells, waits]);
  return { needed, byManager, asking: asking !== null && asking === key, waits };
}

/** Tries the sale before its payment is taken, and asks a manager to approve it. What refuses it is shown as at payment. */
export async function askFirst(taxes: readonly TaxRate[], allowOversell = false): Promise<void> {
  const session = useSession.getState();
  const { saleKey: key, owner, sent, ...sold } = useCart.getState();
  if (
    session.status !== 'signed-in' ||
    key === null ||
    owner === null ||
    sent !== null ||
    useAgreed.getState().asking === key
  )
    return;
  acknowledgeRefusal();
  const body = approvable(sold, { seller: session.me.user, taxes, allowOversell });
  // While the answer is on its way, the cashier may go back, change the cart or begin the next one.
  const isStill = () => {
    const now = useCart.getState();
    const isOpen = now.stage === 'checkout' && now.owner === owner && now.sent === null;
    return (
      isOpen &&
      named(now.saleKey, approvable(now, { seller: session.me.user, taxes, allowOversell })) === named(key, body)
    );
  };
  useAgreed.setState({ asking: key });
  try {
    if (
      await isApproved(
        body,
        {
          key,
          owner,
          title: `Sale of ${displayMoney(totalsOf(sold.lines, taxes, sold.points).totalCents)}`,
        },
        isStill,
      )
    ) {
      const sale = named(key, body);
      useAgreed.setState({ sale });
      // The till may think that there is less than there is.
      if (!allowOversell) fetchAgain('prices');
      window.setTimeout(() => useAgreed.getState().sale === sale && useAgreed.setState({ sale: null }), HOLDS_MS);
    }
  } catch (error) {
    if (!isStill()) return;
    if (isCallError(error) && isKnownRefusal(error, true)) return tellRefusal(error);
    await tell({ title: 'Nothing was asked', message: sentenceOf(error) });
  } finally {
    if (useAgreed.getState().asking === key) useAgreed.setState({ asking: null });
  }
}

/** @throws CallError for a sale that something else refuses */
async function isApproved(
  body: SaleBody,
  request: Parameters<typeof approvedHere>[0],
  isStill: () => boolean,
): Promise<boolean> {
  try {
    await call(trySaleRoute, { body, idempotencyKey: request.key });
    return true;
  } catch (error) {
    if (isStill() && isCallError(error, 'approval_needed')) return approvedHere(request, error);
    throw error;
  }
}

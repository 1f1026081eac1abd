import { PAYMENT_TITLES } from '#domain/tender.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileDown, Printer, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createOrderRoute, type SaleReply } from '#contract/sale.ts';
import { receiptPdfRoute, receiptRoute } from '#contract/receipts.ts';
import { centsOf, displayMoney, minus, ZERO_CENTS } from '#domain/money.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { countWords } from '#web/entities/order/order-format.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { DOUBLE_PRESS_MS } from '../double-press.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { isDialogOpen, useHotkeys } from '#web/ui/layers/layers.ts';
import { SHORT_WINDOW, useMediaQuery } from '#web/ui/media-query.ts';
import { ReceiptPrint } from '#web/entities/receipt/receipt-print.tsx';
import { KeyHint } from '../cart/sums.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';

function readSold(text: string): SaleReply | null {
  try {
    return createOrderRoute.reply.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

// Keeps the change due in sight if somebody begins the next sale with a scan, a tap or a customer instead of New sale,
// and if it comes while the form of a customer covers the cart.
useCart.subscribe(({ sold, lines, customer }, { sold: before }) => {
  const begun = sold === null && (lines.length > 0 || customer !== null);
  const covered = before === null && isDialogOpen();
  const reply = begun ? readSold(before ?? '') : covered ? readSold(sold ?? '') : null;
  const change = reply ? centsOf(reply.data.change) : ZERO_CENTS;
  if (reply && change > 0) toast.info(`Sale ${reply.data.number}: change due ${displayMoney(change)}`);
});

/** The completed sale: the change due, earned points, its number and its receipt. */
export function SaleComplete({ sold }: { sold: string }) {
  const newSale = useCart((cart) => cart.newSale);
  const reply = useMemo(() => readSold(sold), [sold]);
  useEffect(() => {
    // An earlier build stored it in another form, so there is nothing to show.
    if (reply === null) newSale();
  }, [reply, newSale]);
  return reply && <Complete reply={reply} onNewSale={newSale} />;
}

/**
 * Ignores presses that come too early. New sale has the place and the focus of Pay, and the second half of a double
 * press on Pay must not remove the change due before anybody saw it.
 */
function useDeliberate(onNewSale: () => void): (event: { readonly timeStamp: number }) => void {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return useCallback(
    ({ timeStamp }) => {
      if (timeStamp - shownAt.current >= DOUBLE_PRESS_MS) onNewSale();
    },
    [onNewSale],
  );
}

function Complete({ reply, onNewSale: begin }: { reply: SaleReply; onNewSale: () => void }) {
  const { data: order } = reply;
  const onNewSale = useDeliberate(begin);
  const isShort = useMediaQuery(SHORT_WINDOW);
  useNewSaleKeys(onNewSale);
  const newSale = useRef<HTMLButtonElement>(null);
  useEffect(() => focusAtOnce(newSale.current), []);
  const change = centsOf(order.change);
  const isByPoints = (reply.points_redeemed ?? 0) > 0 && centsOf(order.total) === 0;
  const paidInCash = order.tenders.some(({ method }) => method === 'cash');
  return (
    <section aria-label="Sale complete" className="flex h-full flex-col">
      <div
        // Only a scrolling area is in the Tab order.
        {...(isShort && { tabIndex: 0, role: 'group', 'aria-label': 'This sale' })}
        className="flex min-h-0 grow flex-col overflow-y-auto px-4 pt-8 pb-4 [@media(max-height:640px)]:pt-3"
      >
        <div role="status" className="flex flex-col items-center gap-1 text-center">
          <CircleCheck
            aria-hidden
            className="size-9 text-accent-ink [@media(max-height:640px)]:hidden"
            strokeWidth={1.75}
          />
          <h2 className="mt-1 text-lg font-semibold">Sale complete</h2>
          {isByPoints ? (
            <>
              <p className="mt-5 text-base text-ink-2">Paid with points</p>
              <p className="text-2xl font-bold">{(reply.points_redeemed ?? 0).toLocaleString('en-US')}</p>
            </>
          ) : paidInCash && change === 0 ? (
            <p className="mt-5 text-2xl font-bold [@media(max-height:640px)]:mt-1">No change</p>
          ) : paidInCash ? (
            <>
              <p className="mt-5 text-base text-ink-2 [@media(max-height:640px)]:mt-1">Change due</p>
              <p className="max-w-full text-3xl font-bold text-accent-ink tabular-nums">{displayMoney(change)}</p>
            </>
          ) : (
            <>
              <p className="mt-5 text-base text-ink-2">Paid by card</p>
              <p className="text-2xl font-bold">{displayMoney(centsOf(order.total))}</p>
            </>
          )}
        </div>
        <Facts reply={reply} />
        <Shortfalls reply={reply} />
      </div>
      <footer className="flex shrink-0 flex-col gap-2 border-t border-line px-4 pt-3 pb-4">
        {/* Enter begins the next sale again, as the button says. */}
        <ReceiptActions orderId={reply.id} onPrinted={() => newSale.current?.focus()} />
        <Button
          ref={newSale}
          variant="primary"
          size="lg"
          onClick={onNewSale}
          className="h-15! w-full text-xl! font-semibold"
        >
          New sale
          <span aria-hidden className="ml-1 contents [@media(pointer:coarse)]:hidden">
            <KeyHint>Enter</KeyHint>
          </span>
        </Button>
      </footer>
    </section>
  );
}

const CONTROLS = 'button,a,input,textarea,select,[role=option]';

/** Enter and Esc begin the next sale wherever the focus is, except on a control that handles the key itself. */
function useNewSaleKeys(onNewSale: (event: KeyboardEvent) => void) {
  useHotkeys((event) => {
    if (event.defaultPrevented || event.repeat) return false;
    const target = event.target instanceof Element ? event.target : null;
    const isTaken = target?.closest(event.key === 'Escape' ? 'input,textarea' : CONTROLS) != null;
    if (!isTaken && (event.key === 'Escape' || event.key === 'Enter')) onNewSale(event);
    return false;
  });
}

function Facts({ reply }: { reply: SaleReply }) {
  const { data: order, points_awarded: earned, points_redeemed: used = 0, points_balance: balance = null } = reply;
  const rounding = centsOf(order.rounding);
  const tenders = order.tenders.filter(({ amount }) => centsOf(amount) !== 0);
  return (
    <dl className="mt-7 divide-y divide-line border-y border-line text-base">
      <Fact name="Order">{order.number}</Fact>
      <Fact name="Total">{displayMoney(centsOf(order.total))}</Fact>
      {inPlace(tenders).map(({ place, item: tender }) => (
        <Fact key={place} name={PAYMENT_TITLES[tender.method]}>
          {displayMoney(centsOf(tender.amount))}
        </Fact>
      ))}
      {rounding !== 0 && <Fact name="Rounding">{displayMoney(rounding)}</Fact>}
      <Fact name="Customer">{order.customer_name}</Fact>
      {used > 0 && (
        <Fact name="Points used">
          {used.toLocaleString('en-US')}, {displayMoney(minus(ZERO_CENTS, centsOf(order.redeemed ?? '0')))}
        </Fact>
      )}
      {earned > 0 && <Fact name="Points earned">{earned.toLocaleString('en-US')}</Fact>}
      {balance !== null && <Fact name="Points balance">{balance.toLocaleString('en-US')}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 py-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 truncate font-medium">{children}</dd>
    </div>
  );
}

/** The quantities sold beyond the books. Rule: stock/sell-anyway. */
function Shortfalls({ reply }: { reply: SaleReply }) {
  const unitOf = useUnitOf();
  const short = reply.data.line_items.filter((line) => line.shortfall > 0);
  if (short.length === 0) return null;
  const error = short
    .map((line) => `${countWords(line.shortfall, unitOf(line.product_id))} of ${line.name} not in stock`)
    .join(', ');
  return (
    <div role="alert" className="mt-4 flex gap-3 rounded-md bg-yellow-soft p-3.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <div>
        <h3 className="text-base font-semibold text-yellow">Inventory Warning</h3>
        <p className="text-sm text-ink-2">
          Order completed but inventory deduction failed: {error}. Stock was set to 0 and the item is to be counted.
        </p>
      </div>
    </div>
  );
}

const pdfAddress = (orderId: number, copy: boolean) =>
  `${receiptPdfRoute.path.replace(':id', String(orderId))}${copy ? '?copy=1' : ''}`;

/** Print and PDF. Everything after the first receipt is marked Copy. */
function ReceiptActions({ orderId, onPrinted }: { orderId: number; onPrinted: () => void }) {
  const [handedOut, setHandedOut] = useState(false);
  const [print, setPrint] = useState<'awaited' | 'shown' | null>(null);
  const queryClient = useQueryClient();
  const receipt = queryOptions({
    queryKey: [...queryKeys.orders, 'receipt', { orderId, copy: handedOut }],
    queryFn: ({ signal }) =>
      call(receiptRoute, { params: { id: orderId }, query: handedOut ? { copy: '1' } : {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Fetched in advance, so that it is there when somebody prints.
  const paper = useQuery(receipt).data?.data;

  /** Waits for the receipt if it is still being fetched. */
  async function printReceipt() {
    setPrint('awaited');
    try {
      await queryClient.query({ ...receipt, staleTime: 'static' });
      setPrint('shown');
    } catch (error) {
      setPrint(null);
      toast.error(`The receipt is not here yet. ${sentenceOf(error)}`);
    }
  }

  return (
    <div className="grid grid-cols-2 gap-2">
      <Button
        size="touch"
        busy={print === 'awaited'}
        icon={<Printer aria-hidden className="size-4" />}
        onClick={() => void printReceipt()}
      >
        {handedOut ? 'Print copy' : 'Print receipt'}
      </Button>
      <a
        href={pdfAddress(orderId, handedOut)}
        download
        onClick={() => setHandedOut(true)}
        className="inline-flex h-touch items-center justify-center gap-2 rounded-md border border-line-strong bg-raised text-base font-medium transition-colors select-none hover:bg-press active:bg-press"
      >
        <FileDown aria-hidden className="size-4" />
        PDF
      </a>
      {print === 'shown' && paper && (
        <ReceiptPrint
          receipts={[paper]}
          onPrinted={() => {
            setPrint(null);
            setHandedOut(true);
            onPrinted();
          }}
        />
      )}
    </div>
  );
}

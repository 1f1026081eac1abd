import { CreditCard } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent as KeyPress,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Cents, displayMoney } from '#domain/money.ts';
import { PAYMENT_TITLES, type PaymentMethod } from '#domain/tender.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Initials } from '#web/ui/controls/initials.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { SHORT_WINDOW, useMediaQuery } from '#web/ui/media-query.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { cx } from '#web/ui/cx.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { FlagNote } from '#web/entities/customer/flag-note.tsx';
import { UnderageMark } from '#web/entities/identity/underage-note.tsx';
import { askFirst, forgetApproval, useDecisionFirst } from './ask-first.ts';
import { Balance } from './balance.tsx';
import { CashPayment } from './cash-payment.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { isForOtherTotal, leavesNothing, settle, terminalSentence } from './payment.ts';
import { usePayment } from './use-payment.ts';
import { paySale } from '../sale/pay-sale.ts';
import { OrderLines, TotalBar } from './order-summary.tsx';
import { SaleChecking } from '../sale/sale-checking.tsx';
import { SaleRefused } from '../sale/sale-refused.tsx';
import { isOnItsWay, useSalePhase } from '../sale/sale-runner.ts';
import { UsePoints } from '../points/use-points.tsx';
import { SplitPayments } from './split-payment.tsx';
import { useOpeningPress } from './use-opening-press.ts';
import { KeyHint, Sums } from '../cart/sums.tsx';
import { useCartTotals, useTaxes } from '../cart/use-cart-sums.ts';
import { focusAtOnce, focusIfFree, focusWhenDrawn } from '#web/ui/layers/hand-focus.ts';

const METHODS = (['cash', 'card', 'split'] as const).map((value) => ({ value, label: PAYMENT_TITLES[value] }));

/**
 * The height of the field, the quick amounts and the number pad of touch screens. Every way to pay has it, so that their
 * buttons stay under the finger. Rule: payment/ways-to-pay.
 */
const AS_HIGH_AS_CASH = 'min-h-28 pointer-coarse:min-h-78.5';

/** Takes the payment of the cart. Rules: register/one-command, register/unknown-outcome. */
export function Checkout() {
  const sent = useCart((cart) => cart.sent);
  const phase = useSalePhase();
  if (sent !== null && phase.at !== 'saving') return <SaleChecking sent={sent} phase={phase} />;
  return <PaymentForm />;
}

function PaymentForm() {
  const lines = useCart((cart) => cart.lines);
  const customer = useCart((cart) => cart.customer);
  const closeCheckout = useCart((cart) => cart.closeCheckout);
  const phase = useSalePhase();
  const { payment, enterPayment } = usePayment();
  const taxes = useTaxes();
  const totals = useCartTotals();
  const total = totals.totalCents;
  const isShort = useMediaQuery(SHORT_WINDOW);
  const isTight = useMediaQuery('(pointer: coarse) and (max-height: 950px)') && !isShort;
  const [listed, setListed] = useState(false);
  const showsLines = isTight && listed;
  const isSplitBegun = payment.method === 'split' && payment.splits.length > 0;
  const payButton = useRef<HTMLButtonElement>(null);
  const saving = isOnItsWay(phase);
  const { name: seller } = useUser();
  const isEnough = settle(payment, total).ok;
  const isPaid = leavesNothing(payment, total);

  const maySellAnyway = useMay('sell-anyway');
  const first = useDecisionFirst(totals, payment.method === 'card');
  const isRefused = phase.at === 'refused';
  useEffect(() => {
    if (isRefused) forgetApproval();
  }, [isRefused]);
  // Cash is given back at once, a card is not.
  const isCard = payment.method !== 'cash';
  const waits = isCard && !saving && first.waits;
  const payNow = useCallback(() => void (waits ? askFirst(taxes) : paySale(taxes)), [taxes, waits]);
  // A card that may have been charged is not asked for again.
  const asksAnyway = isCard && (first.byManager || !maySellAnyway || payment.maybeCharged === 0);
  const sellAnyway = () => void (asksAnyway ? askFirst(taxes, true) : paySale(taxes, true));
  // The press that fills the amount enables Pay.
  const focusPay = () => focusWhenDrawn(() => payButton.current);
  const opening = useOpeningPress(total);
  const { isEcho, isOpening } = opening;
  const takesPay = useEffectEvent(() => {
    // A total that was covered before needs no further entry, and Pay could not get the focus until now.
    if ((payment.method === 'split' || isPaid) && isEnough) focusIfFree(payButton.current);
  });
  useEffect(() => {
    if (!isOpening) takesPay();
  }, [isOpening]);
  const onF4 = useCallback((atMs: number) => !isEcho(atMs) && payNow(), [isEcho, payNow]);
  useCheckoutKeys({ onPay: onF4, onCancel: closeCheckout });
  const isStale = isForOtherTotal(payment, total);
  useLayoutEffect(() => {
    if (!isStale || saving) return;
    enterPayment({ kind: 'total', total });
    if (total > 0) toast.info(`The total is ${displayMoney(total)} now. Enter the amount for it.`);
  }, [isStale, saving, enterPayment, total]);
  useLayoutEffect(() => {
    // Nothing is charged, and nothing is asked for before a card.
    if (isPaid && !saving && payment.method !== 'cash') enterPayment({ kind: 'method', method: 'cash' });
  }, [isPaid, saving, enterPayment, payment.method]);

  /** Stops Enter if the key is held, or if it is the second half of a double press that opened the checkout. */
  function stopEcho(event: KeyPress): void {
    if (event.key !== 'Enter' || !(event.repeat || isEcho(event.timeStamp))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section aria-label="Checkout" data-till onKeyDownCapture={stopEcho} className="flex h-full flex-col">
      <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line pr-3 pl-4">
        <div className="min-w-0 grow">
          <h2 className="text-lg font-semibold">Checkout</h2>
          <Truncate text={customer?.name ?? 'Guest Customer'} className="text-sm text-ink-2" />
        </div>
        {isShort && (
          <p className="text-2xl font-semibold">
            <span className="sr-only">Total </span>
            {displayMoney(total)}
          </p>
        )}
        <Initials name={seller} />
        <Button size="touch" disabled={saving} onClick={closeCheckout}>
          Cancel
        </Button>
      </header>
      {customer?.isUnderage && <UnderageMark className="mx-4 mt-2" />}
      {customer?.flag && <FlagNote flag={customer.flag} className="mx-4 mt-2" />}
      {isTight && <TotalBar lines={lines} totals={totals} open={showsLines} onOpen={setListed} />}
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        <OrderLines lines={lines} totals={totals} whole={isTight && !showsLines} />
        {isShort && (
          <div className="px-4 pb-2">
            <Sums totals={totals} />
          </div>
        )}
        <div
          hidden={showsLines}
          className="sticky bottom-0 flex max-h-full shrink-0 flex-col gap-3 overflow-y-auto border-t border-line bg-panel px-4 pt-2.5 [[hidden]]:hidden"
        >
          {/* Above the switch of the points, which would move under the finger when they come into the sums. */}
          {!isTight && !isShort && <Sums totals={totals} />}
          {customer && (
            // Gives its room to the payments that were made, but goes on looking after the points.
            <div hidden={isTight && isSplitBegun}>
              <UsePoints
                key={customer.id}
                customer={customer}
                disabled={saving}
                asked={phase.at === 'refused'}
                onDone={() => (isEnough ? focusPay() : focusAmount())}
              />
            </div>
          )}
          {isPaid ? (
            <p className="flex h-12.5 shrink-0 items-center text-base text-ink-2">
              Nothing is left to pay. Press Pay to record the sale.
            </p>
          ) : (
            <ToggleGroup<PaymentMethod>
              label="Payment method"
              size="touch"
              value={payment.method}
              onChange={(method) => enterPayment({ kind: 'method', method })}
              options={METHODS.map((method) => ({ ...method, disabled: saving || first.asking }))}
              className="w-full *:px-2!"
            />
          )}
          <div className={cx('flex shrink-0 flex-col', !isShort && AS_HIGH_AS_CASH)}>
            {payment.method === 'cash' && !isPaid && (
              <CashPayment total={total} disabled={saving} onPay={() => payNow()} onFilled={focusPay} />
            )}
            {isCard && first.needed && <DecisionFirst waits={waits} byManager={first.byManager} />}
            {payment.method === 'card' && !waits && <CardPayment total={total} maybeCharged={payment.maybeCharged} />}
            {payment.method === 'split' && !waits && (
              <SplitPayments total={total} disabled={saving} tight={isTight} onCovered={focusPay} />
            )}
          </div>
        </div>
      </div>
      <footer className={cx('shrink-0 px-4', isShort ? 'flex items-center gap-4 py-2' : 'pt-1 pb-4')}>
        <Balance payment={payment} total={total} stacked={isShort} />
        <Button
          ref={payButton}
          variant="primary"
          size="lg"
          busy={saving || first.asking}
          disabled={((!isEnough && !waits) || isOpening) && !saving}
          onClick={({ timeStamp }) => !isEcho(timeStamp) && payNow()}
          className={cx('text-xl! font-semibold', isShort ? 'min-w-0 grow px-3!' : 'h-15! w-full')}
        >
          {saving
            ? 'Saving the sale...'
            : waits
              ? first.byManager
                ? 'Ask a manager'
                : 'Check stock'
              : `Pay ${displayMoney(total)}`}
          {!saving && (isEnough || waits) && (
            <span aria-hidden className="ml-1 contents [@media(pointer:coarse)]:hidden">
              <KeyHint>F4</KeyHint>
            </span>
          )}
        </Button>
      </footer>
      {phase.at === 'refused' && (
        <SaleRefused refusal={phase.refusal} lines={lines} onSellAnyway={sellAnyway} onClosed={focusPay} />
      )}
    </section>
  );
}

/**
 * F4 pays, Esc goes back to the cart. An open dialog gets the keys first, and Esc elsewhere (in the search) is ignored.
 */
function useCheckoutKeys({ onPay, onCancel }: { onPay: (atMs: number) => void; onCancel: () => void }) {
  useHotkeys((event) => {
    // A completed sale keeps this handler for a moment, with an empty cart.
    if (!isPlain(event) || event.defaultPrevented || useCart.getState().stage !== 'checkout') return false;
    if (event.key === 'F4' && !event.repeat) onPay(event.timeStamp);
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === 'Escape' && (target === document.body || target.closest('[data-till]'))) onCancel();
    return event.key === 'F4';
  });
}

/** Says what is decided before a card is charged, or that it has been. */
function DecisionFirst({ waits, byManager }: { waits: boolean; byManager: boolean }) {
  const [before, after] = byManager
    ? ['A manager approves this before you take a card.', 'A manager has approved this.']
    : ['Not all of this is in stock. Decide before you take a card.', 'This is sold although it is not all in stock.'];
  return (
    <p role="status" className={cx('pb-3 text-sm', waits ? 'text-yellow' : 'text-ink-2')}>
      {waits ? before : after}
    </p>
  );
}

const UP_TO_AMOUNT = /([^$]+)(\$[\d,]+\.\d\d)?/g;

/** Focuses the field for the amount. */
function focusAmount(): void {
  focusAtOnce(document.querySelector<HTMLElement>('[data-till] [data-amount]'));
}

function CardPayment({ total, maybeCharged }: { total: Cents; maybeCharged: Cents }) {
  return (
    <section
      aria-label="Card"
      className="flex grow items-center justify-center gap-3 rounded-md border border-line p-3.5 pointer-coarse:flex-col pointer-coarse:text-center"
    >
      <CreditCard aria-hidden className="size-5 shrink-0 text-ink-2" />
      <p className="text-base text-ink-2">
        {[...terminalSentence(total, maybeCharged).matchAll(UP_TO_AMOUNT)].map(({ index, 1: words, 2: amount }) => (
          <Fragment key={index}>
            {words}
            {amount && <strong className="font-semibold text-ink">{amount}</strong>}
          </Fragment>
        ))}
      </p>
    </section>
  );
}

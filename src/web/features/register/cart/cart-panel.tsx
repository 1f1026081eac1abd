import { Pause, ShoppingCart, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { cartCount, cheaperTier, swapTier } from '#domain/cart.ts';
import { displayMoney } from '#domain/money.ts';
import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import type { SaleTotals } from '#domain/sale.ts';
import { useHeard } from '#web/api/events.ts';
import { useUser } from '#web/api/session/session.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { cx } from '#web/ui/cx.ts';
import { SHORT_WINDOW, useMediaQuery } from '#web/ui/media-query.ts';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { beginCheckout, BURN, burnSentence } from '../payment/begin-checkout.ts';
import { CustomerCard } from './cart-customer.tsx';
import { CartLineRow } from './line/cart-line.tsx';
import { focusCart, setLineCount } from './cart-focus.ts';
import { useCart } from './state/cart-store.ts';
import { splitSum } from '../payment/payment.ts';
import { KeyHint, Sums } from './sums.tsx';
import { useCartTotals, useShortages } from './use-cart-sums.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import { focusAtOnce, focusIfFree } from '#web/ui/layers/hand-focus.ts';

export const LineEditor = lazyPart(async () => (await import('./line/line-editor.tsx')).LineEditor);

export const HeldWords = lazyPart(async () => (await import('../held/held-chip.tsx')).HeldWords);
export const HeldChip = lazyPart(async () => (await import('../held/held-chip.tsx')).HeldChip);
export const HoldForm = lazyPart(async () => (await import('../held/hold-form.tsx')).HoldForm);

/** The part of the cart that gets the focus when the cart replaces a checkout or a completed sale. */
export type CartFocus = 'pay' | 'cart' | 'none';

/** The lines of the cart, its customer and its total. */
export function CartPanel({ onAddCustomer, focus }: { onAddCustomer: () => void; focus: CartFocus }) {
  const { lines, customer, sent, setCustomer } = useCart();
  const totals = useCartTotals();
  const shortages = useShortages(lines);
  const { byId } = useCatalogue();
  const [editing, setEditing] = useState<string | null>(null);
  const edited = lines.find((line) => line.key === editing);
  const locked = sent !== null;
  const isShort = useMediaQuery(SHORT_WINDOW);
  const parts = (
    <>
      <CustomerCard customer={customer} locked={locked} onAdd={onAddCustomer} onClear={() => setCustomer(null)} />
      <ListHeader count={cartCount(lines)} locked={locked} />
      {lines.length === 0 ? (
        <NothingYet takesFocus={focus === 'cart'} />
      ) : (
        <>
          <LineList newest={lines.length}>
            {lines.map((line, index) => {
              const price = totals.lines[index];
              const pricing = byId.get(line.productId)?.pricing;
              return (
                price && (
                  <CartLineRow
                    key={line.key}
                    line={line}
                    price={price}
                    cheaper={pricing ? cheaperTier(lines, line, tiersOf(pricing)) : null}
                    shortage={shortages.get(line.key)}
                    locked={locked}
                    onCount={setLineCount}
                    onEdit={setEditing}
                    onSwap={swap}
                  />
                )
              );
            })}
          </LineList>
        </>
      )}
    </>
  );
  return (
    <div className="flex h-full flex-col">
      {isShort ? (
        <div className="min-h-0 grow overflow-y-auto overscroll-contain">
          {parts}
          {lines.length > 0 && (
            <div className="px-4 py-3">
              <Sums totals={totals} />
            </div>
          )}
        </div>
      ) : (
        parts
      )}
      <CartFoot totals={totals} isEmpty={lines.length === 0} focusPay={focus === 'pay'} isShort={isShort} />
      {edited && (
        <Suspense fallback={null}>
          <LineEditor key={edited.key} line={edited} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </div>
  );
}

function swap(key: string, chosen: ChosenTier): void {
  const { lines, replaceLines } = useCart.getState();
  replaceLines(swapTier(lines, key, chosen));
  focusCart();
}

/** The empty cart. It has nothing that Enter could press, because Enter may still be held from New sale. */
function NothingYet({ takesFocus }: { takesFocus: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (takesFocus) focusIfFree(box.current);
  }, [takesFocus]);
  useHeard('checkoutOfNothing', () => {
    box.current?.focus();
    setAsked(true);
  });
  return (
    <div className="grid min-h-0 grow place-items-center">
      <div ref={box} data-cart role="group" aria-label="Cart" aria-live="polite" tabIndex={-1} className="rounded-lg">
        <EmptyPanel
          icon={<ShoppingCart strokeWidth={1.75} />}
          title="Cart is empty"
          hint={`${asked ? 'There is nothing to pay yet. ' : ''}Pick a product, search, or scan a barcode.`}
        />
      </div>
    </div>
  );
}

/** The number of items, with the actions on the whole cart; F8 holds it. */
function ListHeader({ count, locked }: { count: number; locked: boolean }) {
  const empty = useCart((cart) => cart.empty);
  const [holding, setHolding] = useState(false);
  const canHold = count > 0 && !locked;
  // Closed, because it would open again by itself with the next sale and take what is typed then.
  if (holding && !canHold) setHolding(false);
  useHotkeys((event) => {
    const isOurs = event.key === 'F8' && !event.repeat && isPlain(event);
    if (isOurs && canHold) setHolding(true);
    return isOurs;
  });
  async function burn() {
    if (!(await ask({ ...BURN, message: burnSentence(count, useCart.getState()) }))) return;
    empty();
    focusCart();
  }
  return (
    <>
      <div className="flex h-touch shrink-0 items-center border-b border-line pr-1 pl-4">
        <h2 className="min-w-0 grow truncate text-sm font-medium text-ink-2">
          {count.toLocaleString('en-US')} {count === 1 ? 'item' : 'items'}
        </h2>
        <Suspense fallback={null}>
          <HeldChip />
        </Suspense>
        {count > 0 && (
          <>
            <Button
              variant="ghost"
              size="touch"
              disabled={locked}
              aria-expanded={holding}
              aria-keyshortcuts="F8"
              title="Hold the cart (F8)"
              icon={<Pause aria-hidden className="size-4" />}
              onClick={() => setHolding(!holding)}
              className="gap-1.5! px-2.5! text-sm"
            >
              Hold
            </Button>
            <Button
              variant="ghost"
              size="touch"
              disabled={locked}
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => void burn()}
              className="gap-1.5! px-2.5! text-sm"
            >
              Empty Cart
            </Button>
          </>
        )}
      </div>
      {holding && (
        <Suspense fallback={null}>
          <HoldForm onClose={() => setHolding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The list of lines. A new line is brought into sight. */
function LineList({ newest, children }: { newest: number; children: React.ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(newest);
  useEffect(() => {
    if (newest > before.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    before.current = newest;
  }, [newest]);
  return (
    <ul
      ref={list}
      data-cart
      aria-label="Cart"
      tabIndex={-1}
      className="min-h-0 grow overflow-y-auto overscroll-contain"
    >
      {children}
    </ul>
  );
}

function CartFoot({
  totals,
  isEmpty,
  focusPay,
  isShort,
}: {
  totals: SaleTotals;
  isEmpty: boolean;
  focusPay: boolean;
  isShort: boolean;
}) {
  const { location_id: locationId } = useUser();
  const entered = useCart((cart) => splitSum(cart.payment));
  const pay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusPay) focusAtOnce(pay.current);
  }, [focusPay]);
  return (
    <footer className={cx('shrink-0 border-t border-line bg-panel px-4', isShort ? 'py-2' : 'pt-3 pb-4')}>
      {!isShort && <Sums totals={totals} />}
      {entered > 0 && (
        <p className="mt-1 flex justify-between gap-3 text-base font-medium text-yellow">
          Payments entered <span>{displayMoney(entered)}</span>
        </p>
      )}
      {locationId === null && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          You have no location yet, so you cannot sell. Ask an administrator to assign one.
        </p>
      )}
      <Button
        ref={pay}
        variant="primary"
        size="lg"
        disabled={isEmpty || locationId === null}
        onClick={() => void beginCheckout()}
        className={cx('w-full text-xl! font-semibold', !isShort && 'mt-3 h-15!')}
      >
        {isEmpty ? 'Pay' : `Pay ${displayMoney(totals.totalCents)}`}
        <span aria-hidden className="ml-1 contents [@media(pointer:coarse)]:hidden">
          {!isEmpty && <KeyHint>F4</KeyHint>}
        </span>
      </Button>
    </footer>
  );
}

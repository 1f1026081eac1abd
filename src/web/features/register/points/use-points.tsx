import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import {
  type CartPoints,
  goodsOf,
  pointsOff,
  type PointTerms,
  pointsThatFit,
  pointsWords,
} from '#domain/cart-points.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { type Cents, displayMoney, minus, ZERO_CENTS } from '#domain/money.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { typedPoints } from './typed-points.ts';
import { useCustomerAtTill } from './use-customer-at-till.ts';

/**
 * Points as a part of the payment. The usable points are shown at once, but none are used before somebody switches it
 * on. Rule: loyalty/in-the-cart.
 */
export function UsePoints({
  customer,
  disabled,
  asked,
  onDone,
}: {
  customer: CartCustomer;
  disabled: boolean;
  /** A dialog is asking about the points. */
  asked: boolean;
  /** Enter was pressed in the field, so the focus goes on to the payment. */
  onDone: () => void;
}) {
  const known = useCustomerAtTill(customer, asked);
  const lines = useCart((cart) => cart.lines);
  const used = useCart((cart) => cart.points);
  const setPoints = useCart((cart) => cart.setPoints);
  const [typed, setTyped] = useState<string | null>(null);
  // The reason for using fewer points than typed is shown after typing, because on the way to 500 the field holds 5.
  const [isLeft, setLeft] = useState(false);
  const whyId = useId();
  // Points that are used already can be changed and removed even while the balance is unknown.
  const terms = known.at === 'known' ? known.terms : used;
  const balance = known.at === 'known' ? known.balance : (used?.points ?? 0);
  if (terms === null) return <NotKnown known={known} />;

  const all = pointsThatFit(balance, terms, lines, balance);
  const most = all?.points ?? 0;
  const read = typed === null ? null : typedPoints(typed, { most, step: terms.redeemPoints, label: terms.label });
  // The typed text is shown as long as exactly that many points are used. A cart that is worth less now uses fewer.
  const entry = read?.points === (used?.points ?? 0) ? { text: typed ?? '', why: read.why } : null;
  const isOn = used !== null || entry !== null;
  const told = entry !== null && (isLeft || used !== null) ? entry.why : null;
  if (all === null && !isOn) return <TooFew balance={balance} terms={terms} goods={goodsOf(lines)} />;

  function change(points: CartPoints | null, text: string | null): void {
    setTyped(text);
    setPoints(points);
  }

  return (
    <section aria-label="Points">
      <Row>
        <Checkbox
          label="Use points"
          checked={isOn}
          disabled={disabled}
          className="h-touch grow gap-2! text-base! whitespace-nowrap"
          onChange={(on) => change(on ? all : null, null)}
        />
        {isOn ? (
          <>
            {/* On a phone it is in the bar of the totals, because there is no room for all in one row. */}
            <span className="text-base font-medium tabular-nums max-[640px]:sr-only">
              {displayMoney(minus(ZERO_CENTS, pointsOff(used)))}
            </span>
            <Amount
              points={used?.points ?? 0}
              most={most}
              step={terms.redeemPoints}
              text={entry?.text ?? null}
              toldBy={told === null ? undefined : whyId}
              disabled={disabled}
              onStep={(points) => change({ ...terms, points }, null)}
              onType={(text) => {
                const { points } = typedPoints(text, { most, step: terms.redeemPoints, label: terms.label });
                change(points === 0 ? null : { ...terms, points }, text);
              }}
              onFocus={(isIn) => setLeft(!isIn)}
              onDone={onDone}
            />
          </>
        ) : (
          all && (
            <p className="text-sm text-ink-2">
              {pointsWords(all)}, {displayMoney(pointsOff(all))} off
            </p>
          )
        )}
      </Row>
      {told !== null && (
        <p id={whyId} role="status" className="pb-1 text-sm text-yellow">
          {told}
        </p>
      )}
    </section>
  );
}

const STEP =
  'grid size-touch shrink-0 place-items-center text-ink-2 transition-colors select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40 -outline-offset-2';

/** The number of points, changed by whole steps or by typing. Arrows step. */
function Amount({
  points,
  most,
  step,
  text,
  toldBy,
  disabled,
  onStep,
  onType,
  onFocus,
  onDone,
}: {
  points: number;
  most: number;
  step: number;
  text: string | null;
  /** The id of the text that says why fewer points are used than typed. */
  toldBy: string | undefined;
  disabled: boolean;
  onStep: (points: number) => void;
  onType: (text: string) => void;
  onFocus: (isIn: boolean) => void;
  onDone: () => void;
}) {
  const canLess = points > step;
  const canMore = points + step <= most;

  function press(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Enter') onDone();
    else if (key === 'ArrowUp' && canMore) onStep(points + step);
    else if (key === 'ArrowDown' && canLess) onStep(points - step);
    else if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
  }

  return (
    <div
      role="group"
      aria-label="Points to use"
      className={cx(
        'flex shrink-0 overflow-hidden rounded-md border bg-raised focus-within:border-focus',
        toldBy ? 'border-yellow' : 'border-edge',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label="Fewer points"
        disabled={disabled || !canLess}
        onClick={() => onStep(points - step)}
        className={STEP}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label="Points to use"
        aria-describedby={toldBy}
        disabled={disabled}
        value={text ?? points.toLocaleString('en-US')}
        onFocus={({ target }) => {
          onFocus(true);
          target.select();
        }}
        onBlur={() => onFocus(false)}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={press}
        className="h-touch w-16 min-w-0 border-x border-line bg-transparent text-center text-base text-ink tabular-nums -outline-offset-2"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="More points"
        disabled={disabled || !canMore}
        onClick={() => onStep(points + step)}
        className={STEP}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** The points are not known yet, or could not be fetched. */
function NotKnown({ known }: { known: ReturnType<typeof useCustomerAtTill> }) {
  if (known.at !== 'failed') {
    return (
      <Row>
        <p role="status" className="text-sm text-ink-3">
          Looking up the points...
        </p>
      </Row>
    );
  }
  return (
    <Row>
      <p role="alert" className="grow text-sm text-yellow">
        Points could not be looked up. {known.why}
      </p>
      <Button size="touch" variant="ghost" onClick={known.retry} className="-mr-2 px-2! text-sm!">
        Try again
      </Button>
    </Row>
  );
}

function TooFew({ balance, terms, goods }: { balance: number; terms: PointTerms; goods: Cents }) {
  const { redeemPoints, redeemCents, label } = terms;
  const why =
    balance < redeemPoints
      ? `They can be used from ${redeemPoints.toLocaleString('en-US')} on.`
      : `They take off ${displayMoney(redeemCents)} at a time, and the goods come to ${displayMoney(goods)}.`;
  return (
    <Row>
      <p className="text-sm text-ink-2">
        {pointsText(balance, label)}. {why}
      </p>
    </Row>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex min-h-touch flex-wrap items-center gap-x-2.5">{children}</div>;
}

import { Banknote, CreditCard, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Cents, displayMoney } from '#domain/money.ts';
import { remainingOf, type SplitPayment, type TenderMethod, TOLERANCE_CENTS } from '#domain/tender.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { AmountField, NumberPad } from './amount-field.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { asTyped, leftOnCard, paymentSentence } from './payment.ts';
import { usePayment } from './use-payment.ts';

const CASH = { method: 'cash', label: 'Cash', icon: Banknote } as const;
const CARD = { method: 'card', label: 'Card', icon: CreditCard } as const;
const METHODS = [CASH, CARD];

/** Several payments for one sale, recorded as they were tendered. Rule: payment/split-entry. */
export function SplitPayments({
  total,
  disabled,
  tight = false,
  onCovered,
}: {
  total: Cents;
  disabled: boolean;
  /** The window has room for the number pad and one line of payments. */
  tight?: boolean;
  /** The last payment covers the sale, so the focus goes on to Pay. */
  onCovered: () => void;
}) {
  const { payment, enterPayment } = usePayment();
  const field = useRef<HTMLInputElement>(null);
  const remaining = remainingOf(total, payment.splits);
  const isOpen = remaining > 0;
  const goOn = useEffectEvent(() => {
    if (isOpen) focusAtOnce(field.current);
    else onCovered();
  });
  useEffect(() => goOn(), [isOpen]);
  // Each payment pushes the field and its buttons down, in a short window out of sight.
  const adding = useRef<HTMLDivElement>(null);
  const entries = payment.splits.length;
  useEffect(() => {
    adding.current?.scrollIntoView({ block: 'nearest' });
  }, [entries]);

  useEffect(() => {
    if (payment.splitRefused) focusAtOnce(field.current);
  }, [payment.splitRefused]);

  function add(method: TenderMethod) {
    enterPayment({ kind: 'split-add', total, method });
    const { splits } = useCart.getState().payment;
    if (splits.length > payment.splits.length && remainingOf(total, splits) <= TOLERANCE_CENTS) onCovered();
    else field.current?.focus();
  }

  const unentered = leftOnCard(payment);
  const type = (text: string) => enterPayment({ kind: 'split-amount', text, total });
  return (
    <section aria-label="Split Payment" className="flex flex-col gap-2">
      {unentered > 0 && (
        <p className="text-sm text-yellow">
          If {displayMoney(payment.maybeCharged)} was approved on the card terminal before, add it as a card payment and
          do not take it again.
        </p>
      )}
      {payment.splits.length > 0 && <Tenders disabled={disabled} inLine={tight && isOpen} />}
      {isOpen && (
        <>
          <AmountField
            inputRef={field}
            label="Amount of this payment"
            value={payment.splitAmount}
            placeholder={asTyped(remaining)}
            disabled={disabled}
            onChange={type}
            onEnter={() => add('cash')}
            problem={payment.splitRefused && paymentSentence(payment.splitRefused, 'split')}
          />
          <div ref={adding} className="grid grid-cols-2 gap-2">
            {METHODS.map(({ method, label, icon: Icon }) => (
              <Button
                key={method}
                size="touch"
                disabled={disabled}
                icon={<Icon aria-hidden className="size-4" />}
                onClick={() => add(method)}
              >
                Add {label.toLowerCase()}
              </Button>
            ))}
          </div>
          <NumberPad value={payment.splitAmount} onChange={type} />
        </>
      )}
    </section>
  );
}

/**
 * The payments so far, each as it was tendered.
 * @param inLine side by side in one line
 */
function Tenders({ disabled, inLine }: { disabled: boolean; inLine: boolean }) {
  const { payment, enterPayment } = usePayment();
  const list = useRef<HTMLUListElement>(null);
  const entries = payment.splits.length;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight, left: list.current.scrollWidth });
  }, [entries, inLine]);
  return (
    <div className={inLine ? 'flex flex-row-reverse items-center gap-2' : undefined}>
      <div className="flex shrink-0 items-center justify-between">
        <h3 className={inLine ? 'sr-only' : 'text-sm font-medium text-ink-2'}>Payments</h3>
        <Button
          variant="ghost"
          size="touch"
          disabled={disabled}
          onClick={() => enterPayment({ kind: 'split-cancel' })}
          className="-mr-2 px-2! text-sm!"
        >
          Cancel Split
        </Button>
      </div>
      <ul
        ref={list}
        aria-label="Payments"
        // Shows the last of many payments, so that the amount and its buttons stay in place.
        className={cx(
          'divide-line overflow-auto overscroll-contain rounded-md border border-line',
          inLine ? 'flex min-w-0 grow divide-x' : 'max-h-38 divide-y',
        )}
      >
        {inPlace(payment.splits).map(({ place, item: split }) => (
          <Tender
            key={place}
            split={split}
            disabled={disabled}
            inLine={inLine}
            onRemove={() => enterPayment({ kind: 'split-remove', index: place })}
          />
        ))}
      </ul>
    </div>
  );
}

function Tender({
  split,
  disabled,
  inLine,
  onRemove,
}: {
  split: SplitPayment;
  disabled: boolean;
  inLine: boolean;
  onRemove: () => void;
}) {
  const { label, icon: Icon } = split.method === 'cash' ? CASH : CARD;
  return (
    <li
      className={cx(
        'flex min-h-touch items-center pl-3',
        inLine ? 'max-w-full min-w-0 shrink-0 grow gap-1.5' : 'gap-2.5',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
      <div className="min-w-0 grow leading-5">
        <p className="flex justify-between gap-3 text-base">
          {label} <span className="font-semibold">{displayMoney(split.amountCents)}</span>
        </p>
        {split.method === 'card' && (
          <p className={cx('truncate text-ink-2', inLine ? 'text-xs' : 'text-sm')}>
            Take {displayMoney(split.amountCents)} on the card terminal
          </p>
        )}
      </div>
      <IconButton
        label={`Remove payment of ${displayMoney(split.amountCents)}`}
        size="touch"
        disabled={disabled}
        icon={<X className="size-4" />}
        onClick={onRemove}
      />
    </li>
  );
}

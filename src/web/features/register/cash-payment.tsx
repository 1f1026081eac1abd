import { useEffect, useRef } from 'react';
import { type Cents, displayMoney } from '#domain/money.ts';
import { quickAmounts } from '#domain/tender.ts';
import { cx } from '#web/ui/cx.ts';
import { AmountField, NumberPad } from './amount-field.tsx';
import { Chip } from './chip.tsx';
import { asTyped, balanceOf, typedCents } from './payment.ts';
import { usePayment } from './payment-store.ts';

/** Cash handed over, with the amounts a customer is likely to hand over, and what comes back. */
export function CashPayment({
  total,
  disabled,
  onPay,
  onFilled,
}: {
  total: Cents;
  disabled: boolean;
  onPay: () => void;
  /** A quick amount was chosen: on to Pay. */
  onFilled: () => void;
}) {
  const { payment, pay } = usePayment();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const receive = (text: string) => pay({ kind: 'received', text });
  return (
    <section aria-label="Cash" className="flex flex-col gap-2">
      <AmountField
        inputRef={field}
        label="Cash received"
        value={payment.received}
        disabled={disabled}
        onChange={receive}
        onEnter={onPay}
      />
      <div
        role="group"
        aria-label="Quick amounts"
        className="grid grid-cols-[repeat(auto-fit,minmax(0,1fr))] grid-flow-col gap-1.5"
      >
        {quickAmounts(total).map((amount) => (
          <Chip
            key={amount}
            chosen={payment.received !== '' && typedCents(payment.received) === amount}
            onPress={() => {
              receive(asTyped(amount));
              onFilled();
            }}
            className="px-1!"
          >
            {amount === total ? 'Exact' : displayMoney(amount).replace('.00', '')}
          </Chip>
        ))}
      </div>
      <NumberPad value={payment.received} onChange={receive} />
      <Balance {...balanceOf(payment, total)} started={payment.received !== ''} />
    </section>
  );
}

/** What comes back, or what is still owed. */
export function Balance({
  owedCents,
  changeCents,
  started,
}: {
  owedCents: Cents;
  changeCents: Cents;
  started: boolean;
}) {
  const owes = started && owedCents > 0;
  return (
    <p aria-live="polite" className="flex h-9 items-baseline justify-between text-base text-ink-2">
      <span>{owes ? 'Still owed' : 'Change due'}</span>
      <span className={cx('text-xl font-semibold', !started ? 'text-ink-3' : owes ? 'text-yellow' : 'text-accent-ink')}>
        {displayMoney(owes ? owedCents : changeCents)}
      </span>
    </p>
  );
}

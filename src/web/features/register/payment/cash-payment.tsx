import { type Cents, displayMoney } from '#domain/money.ts';
import { quickAmounts } from '#domain/tender.ts';
import { AmountField, NumberPad } from './amount-field.tsx';
import { Chip } from '#web/ui/controls/chip.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { asTyped, paymentSentence, typedAmount } from './payment.ts';
import { usePayment } from './use-payment.ts';

/** The cash received, with buttons for likely amounts. */
export function CashPayment({
  total,
  disabled,
  onPay,
  onFilled,
}: {
  total: Cents;
  disabled: boolean;
  onPay: () => void;
  /** A quick amount was chosen, so the focus goes on to Pay. */
  onFilled: () => void;
}) {
  const { payment, enterPayment } = usePayment();
  const receive = (text: string) => enterPayment({ kind: 'received', text, total });
  const received = typedAmount(payment.received);
  return (
    <section aria-label="Cash" className="flex flex-col gap-2">
      <AmountField
        inputRef={focusAtOnce}
        label="Cash received"
        value={payment.received}
        disabled={disabled}
        onChange={receive}
        onEnter={onPay}
        problem={received.ok ? null : paymentSentence(received.refused, 'cash')}
      />
      <div
        role="group"
        aria-label="Quick amounts"
        className="grid grid-cols-[repeat(auto-fit,minmax(0,1fr))] grid-flow-col gap-1.5"
      >
        {quickAmounts(total).map((amount) => (
          <Chip
            key={amount}
            chosen={payment.received !== '' && received.ok && received.value === amount}
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
    </section>
  );
}

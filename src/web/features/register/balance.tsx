import { type Cents, displayMoney } from '#domain/money.ts';
import { cx } from '#web/ui/cx.ts';
import { balanceOf, type Payment } from './payment.ts';

/** What comes back, or what is still owed, of cash or of a split; a card is charged to the cent. */
export function Balance({ payment, total, stacked }: { payment: Payment; total: Cents; stacked: boolean }) {
  if (payment.method === 'card') return null;
  const { owedCents, changeCents, overCents } = balanceOf(payment, total);
  const started = payment.method === 'split' || payment.received !== '';
  const owes = started && owedCents > 0;
  const name = overCents > 0 ? 'Too much on the card' : owes ? 'Still owed' : 'Change due';
  return (
    <p
      aria-live="polite"
      className={cx(
        'text-base text-ink-2',
        stacked ? 'flex shrink-0 flex-col' : 'flex h-9 items-baseline justify-between',
      )}
    >
      <span>{name}</span>
      <span
        className={cx(
          'text-xl font-semibold',
          !started ? 'text-ink-3' : overCents > 0 ? 'text-danger-ink' : owes ? 'text-yellow' : 'text-accent-ink',
        )}
      >
        {displayMoney(overCents > 0 ? overCents : owes ? owedCents : changeCents)}
      </span>
    </p>
  );
}

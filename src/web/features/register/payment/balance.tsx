import { type Cents, displayMoney } from '#domain/money.ts';
import { cx } from '#web/ui/cx.ts';
import { type Balance as Amounts, balanceOf, leavesNothing, type Payment } from './payment.ts';

/** The words, amount and colour of the line: too much, still owed, or change due. */
function shown({ owedCents, changeCents, overCents }: Amounts, started: boolean): [string, Cents, string] {
  if (overCents > 0) return ['Too much on the card', overCents, 'text-danger-ink'];
  if (!started) return ['Change due', changeCents, 'text-ink-3'];
  return owedCents > 0 ? ['Still owed', owedCents, 'text-yellow'] : ['Change due', changeCents, 'text-accent-ink'];
}

/**
 * The change due, or the amount still owed, of cash or of a split. A card is charged to the cent, so it has neither, nor
 * has a sale of which nothing is left to pay; both keep the room.
 */
export function Balance({ payment, total, stacked }: { payment: Payment; total: Cents; stacked: boolean }) {
  if (payment.method === 'card' || leavesNothing(payment, total)) return stacked ? null : <div className="h-9" />;
  const started = payment.method === 'split' || payment.received !== '';
  const [name, cents, colour] = shown(balanceOf(payment, total), started);
  return (
    <p
      aria-live="polite"
      className={cx(
        'text-base text-ink-2',
        stacked ? 'flex shrink-0 flex-col' : 'flex h-9 items-baseline justify-between',
      )}
    >
      <span>{name}</span>
      <span className={cx('text-xl font-semibold', colour)}>{displayMoney(cents)}</span>
    </p>
  );
}

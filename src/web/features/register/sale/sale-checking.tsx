import { useEffect, useRef } from 'react';
import { displayMoney } from '#domain/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusCart } from '../cart/cart-focus.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { askNow, useCommands } from '#web/api/commands/commands.ts';
import { Withdraw } from '#web/entities/command/withdraw.tsx';
import type { SentSale } from './cart-sales.ts';
import { useCart } from '../cart/state/cart-store.ts';
import type { SalePhase } from './sale-runner.ts';

function whyOf(phase: SalePhase, elsewhere: boolean): string {
  if (elsewhere) return 'Another window of yours is saving this sale.';
  return phase.at === 'checking' ? phase.sentence : '';
}

/**
 * No answer came, so the sale may be saved or not. The same key is sent again until it is known. The cashier can go on
 * with the next customer meanwhile. Rule: register/unknown-outcome.
 */
export function SaleChecking({ sent, phase }: { sent: SentSale; phase: SalePhase }) {
  const elsewhere = useCart((cart) => cart.elsewhere);
  const setAside = useCart((cart) => cart.setAside);
  const record = useCommands(({ records }) => records.get(sent.key) ?? null);
  const told = useRef<HTMLDivElement>(null);
  // Pay had the focus. No button may get it, because a second press would press it.
  useEffect(() => handFocusOn(() => told.current), []);
  const mustReload = phase.at === 'checking' && phase.code === 'reply_unexpected';
  return (
    <section aria-label="Checkout" className="flex h-full flex-col">
      <div className="grid min-h-0 grow place-items-center overflow-y-auto p-6">
        <div
          ref={told}
          role="status"
          tabIndex={-1}
          className="flex max-w-xs flex-col items-center gap-2 text-center text-balance"
        >
          <Spinner className="size-7! text-yellow" />
          <h2 className="mt-1 text-xl font-semibold">Checking whether this sale saved</h2>
          <p className="text-2xl font-semibold">{displayMoney(sent.totalCents)}</p>
          <p className="text-base text-ink-2">{whyOf(phase, elsewhere)}</p>
          <p className="text-base text-ink-2">
            The sale is saved on this till; we keep checking. It cannot be sold twice. Do not take the payment a second
            time.
          </p>
        </div>
      </div>
      <footer className="flex shrink-0 flex-col gap-2 px-4 pb-4">
        {mustReload ? (
          <Button size="lg" onClick={() => window.location.reload()}>
            Reload Application
          </Button>
        ) : (
          <Button size="lg" onClick={askNow}>
            Check now
          </Button>
        )}
        <Withdraw command={record} size="lg" />
        <Button
          variant="primary"
          size="lg"
          onClick={() => {
            setAside();
            focusCart();
          }}
        >
          Put aside, start the next sale
        </Button>
      </footer>
    </section>
  );
}

import { CircleAlert, Hourglass } from 'lucide-react';
import { displayMoney } from '#domain/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { askNow } from '#web/api/commands/commands.ts';
import type { AsideSale } from './cart-sales.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { isByCard } from '../payment/payment.ts';
import { IF_CHARGED } from './sale-failed.tsx';

/** The sales that were put aside because their answer is not known, each until it is. */
export function AsideSales({ sales }: { sales: readonly AsideSale[] }) {
  return (
    <ul
      aria-label="Sales put aside"
      className="max-h-48 shrink-0 divide-y overflow-y-auto divide-line border-b border-line bg-yellow-soft"
    >
      {sales.map((sale) => (
        <Aside key={sale.key} sale={sale} />
      ))}
    </ul>
  );
}

function Aside({ sale: { key, totalCents, customer, payment, refusal, isHold } }: { sale: AsideSale }) {
  const takeBack = useCart((cart) => cart.takeBack);
  const who = customer === null ? displayMoney(totalCents) : `${displayMoney(totalCents)}, ${customer.name}`;
  const Icon = refusal === null ? Hourglass : CircleAlert;
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-yellow" />
      <div className="min-w-0 grow" role="status">
        <p className="font-medium">
          {refusal === null
            ? `Checking whether this ${isHold ? 'cart is held' : 'sale saved'}`
            : `This ${isHold ? 'cart was not held' : 'sale was not saved'}`}
        </p>
        <p className="text-ink-2">
          {refusal === null ? who : `${who}. ${refusal}${!isHold && isByCard(payment) ? ` ${IF_CHARGED}` : ''}`}
        </p>
      </div>
      {refusal === null ? (
        <Button size="touch" variant="ghost" onClick={askNow}>
          Check now
        </Button>
      ) : (
        <Button size="touch" onClick={() => takeBack(key)}>
          Open
        </Button>
      )}
    </li>
  );
}

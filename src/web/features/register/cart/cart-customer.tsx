import { UserPlus, UserRound, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { pointsText } from '#domain/loyalty-points.ts';
import { emit } from '#web/api/events.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { focusCart } from './cart-focus.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';

export const CustomerLines = lazyPart(async () => (await import('../points/customer-lines.tsx')).CustomerLines);

/** The customer of the cart: a guest, or somebody with their points. */
export function CustomerCard({
  customer,
  locked,
  onAdd,
  onClear,
}: {
  customer: CartCustomer | null;
  locked: boolean;
  onAdd: () => void;
  onClear: () => void;
}) {
  const card = useRef<HTMLDivElement>(null);
  const id = customer?.id;
  const before = useRef(id);
  useEffect(() => {
    // Add Customer, to which the search would return the focus, is gone, and Enter must not clear the chosen customer.
    if (id !== undefined && id !== before.current) focusCart();
    before.current = id;
  }, [id]);
  return (
    <div ref={card} className="flex min-h-16 shrink-0 items-start gap-3 border-b border-line py-2.5 pr-3 pl-4">
      {customer ? (
        <IconButton
          label={`Open ${customer.name}`}
          size="touch"
          icon={<Person known />}
          className="-m-1"
          onClick={() => emit('showInView', { view: 'customers', recordId: customer.id })}
        />
      ) : (
        <Person />
      )}
      <div className="min-w-0 grow">
        <Truncate text={customer?.name ?? 'Guest Customer'} className="text-base font-medium" />
        {customer ? (
          <Suspense fallback={<p className="truncate text-sm text-ink-2">{pointsText(customer.points)}</p>}>
            <CustomerLines key={customer.id} customer={customer} />
          </Suspense>
        ) : (
          <p className="truncate text-sm text-ink-2">Earns no points</p>
        )}
      </div>
      {customer ? (
        <IconButton
          label="Clear Customer"
          size="touch"
          disabled={locked}
          icon={<X className="size-4.5" />}
          onClick={() => {
            onClear();
            handFocusOn(() => card.current?.querySelector('button'));
          }}
        />
      ) : (
        <Button
          size="touch"
          aria-keyshortcuts="F2"
          title="Add Customer (F2)"
          disabled={locked}
          className="px-3!"
          icon={<UserPlus aria-hidden className="size-4 max-[640px]:hidden" />}
          onClick={onAdd}
        >
          Add Customer
        </Button>
      )}
    </div>
  );
}

function Person({ known = false }: { known?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full',
        known ? 'bg-accent-soft text-accent-ink' : 'bg-neutral-soft text-ink-2',
      )}
    >
      <UserRound className="size-4.5" />
    </span>
  );
}

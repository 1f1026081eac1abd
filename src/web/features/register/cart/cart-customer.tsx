import { UserPlus, UserRound, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { customerEmail } from '#domain/customer-search.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { focusCart } from './cart-focus.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { idCheckedText } from '#web/entities/customer/id-checked.ts';

/** Who buys: a guest, or the customer with the points they have. */
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
  const { time_zone: timeZone } = useUser();
  const contact = customer === null ? '' : customer.phone || customerEmail(customer);
  const checked = idCheckedText(customer?.idCheckedAt, timeZone);
  const card = useRef<HTMLDivElement>(null);
  const id = customer?.id;
  const before = useRef(id);
  useEffect(() => {
    // Add Customer, which the search gives the focus back to, is gone; and Enter is not to clear who was chosen.
    if (id !== undefined && id !== before.current) focusCart();
    before.current = id;
  }, [id]);
  return (
    <div ref={card} className="flex h-16 shrink-0 items-center gap-3 border-b border-line pr-3 pl-4">
      <span
        aria-hidden
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-full',
          customer ? 'bg-accent-soft text-accent-ink' : 'bg-neutral-soft text-ink-2',
        )}
      >
        <UserRound className="size-4.5" />
      </span>
      <div className="min-w-0 grow">
        <Truncate text={customer?.name ?? 'Guest Customer'} className="text-base font-medium" />
        <Truncate
          text={
            customer ? [pointsText(customer.points), checked, contact].filter(Boolean).join(' · ') : 'Earns no points'
          }
          className="text-sm text-ink-2"
        />
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
          icon={<UserPlus aria-hidden className="size-4" />}
          onClick={onAdd}
        >
          Add Customer
        </Button>
      )}
    </div>
  );
}

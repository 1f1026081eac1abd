import { UserRound } from 'lucide-react';
import type { WireOrder } from '#contract/orders.ts';
import { emit } from '#web/api/events.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AddressLines } from '#web/entities/customer/address-lines.tsx';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { buyerOf } from '#web/entities/order/order-format.ts';

const MISSING = 'Not provided';

/** Placeholder addresses are never shown. Rule: orders/customer-tab. */
export function CustomerTab({ order }: { order: WireOrder }) {
  const { billing, customer_id: id } = order;
  const maySee = useMay('see-customers');
  const email = billing.email.endsWith('@customers.invalid') ? '' : billing.email;
  return (
    <div className="grid gap-x-10 gap-y-4 min-[860px]:grid-cols-2">
      <Facts label="Contact">
        <Fact name="Name">{buyerOf(order)}</Fact>
        <Fact name="Email" muted={email === ''}>
          {email || MISSING}
        </Fact>
        <Fact name="Phone" muted={billing.phone === ''}>
          {billing.phone || MISSING}
        </Fact>
        <Fact name="User ID" muted={id === 0}>
          {id === 0 ? 'Guest' : id}
        </Fact>
        {id !== 0 && maySee && (
          <Button
            size="sm"
            className="mt-1 self-start"
            icon={<UserRound aria-hidden className="size-3.5" />}
            onClick={() => emit('showInView', { view: 'customers', recordId: id })}
          >
            Open customer
          </Button>
        )}
      </Facts>
      <Facts label="Billing address">
        <Fact name="Address">
          <AddressLines address={billing} missing={MISSING} />
        </Fact>
      </Facts>
    </div>
  );
}

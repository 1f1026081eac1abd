import type { WireOrder } from '#contract/orders.ts';
import { AddressLines } from '#web/entities/customer/address-lines.tsx';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { displayAmount } from '#web/entities/order/order-format.ts';

/** Rule: orders/shipping-tab. */
export function ShippingTab({ order }: { order: WireOrder }) {
  const { shipping_lines: methods, currency } = order;
  return (
    <div className="grid gap-x-10 gap-y-4 min-[860px]:grid-cols-2">
      <Facts label="Shipping address">
        <Fact name="Address">
          <AddressLines address={order.shipping} missing="Not provided" />
        </Fact>
      </Facts>
      <Facts label="Shipping method">
        {methods.length === 0 ? (
          <Fact name="Method" muted>
            No shipping method selected
          </Fact>
        ) : (
          methods.map(({ method_title: title, total }) => (
            <Fact key={title} name={title}>
              {displayAmount(total, currency)}
            </Fact>
          ))
        )}
        <Fact name="Tracking" muted>
          No tracking information available
        </Fact>
      </Facts>
    </div>
  );
}

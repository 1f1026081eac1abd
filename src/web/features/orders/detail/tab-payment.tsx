import { centsOf } from '#domain/money.ts';
import { PAYMENT_TITLES } from '#domain/tender.ts';
import type { WireOrder } from '#contract/orders.ts';
import { OrderStatus } from '#web/entities/order/order-status-badge.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { useMay } from '#web/api/session/session.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { Refunds } from '../refund/refunds.tsx';
import { pointsWords } from './points-words.ts';
import { StatusChanger } from '../change/status-changer.tsx';

/** Rule: orders/payment-tab. */
export function PaymentTab({ order }: { order: WireOrder }) {
  const { currency, tenders } = order;
  const mayChange = useMay('change-orders');
  const hasChange = centsOf(order.change) > 0;
  return (
    <div className="grid gap-x-10 gap-y-4 min-[860px]:grid-cols-2">
      <div className="min-w-0">
        <Facts label="Payment">
          <Fact name="Method" muted={order.payment_method_title === ''}>
            {order.payment_method_title || 'Not specified'}
          </Fact>
          {(tenders.length > 1 || hasChange) &&
            inPlace(tenders).map(({ place, item: { method, amount } }) => (
              <Fact key={place} name={PAYMENT_TITLES[method]}>
                {displayAmount(amount, currency)}
              </Fact>
            ))}
          {order.date_paid === null && <Fact name="Paid">Not paid</Fact>}
          {hasChange && <Fact name="Change">{displayAmount(order.change, currency)}</Fact>}
          <Fact name="Transaction ID" muted={order.transaction_id === ''}>
            {order.transaction_id || 'N/A'}
          </Fact>
          <Fact name="Status">
            <OrderStatus order={order} />
          </Fact>
          <Fact name="Points" muted={pointsWords(order) === 'None'}>
            {pointsWords(order)}
          </Fact>
          <Fact name="Cashier">{order.employee_name}</Fact>
        </Facts>
        <Refunds order={order} />
      </div>
      {mayChange && (
        <section aria-label="Actions" className="min-w-0 self-start rounded-md border border-line p-3.5">
          <h3 className="mb-2.5 text-xs font-medium text-ink-3">Actions</h3>
          <StatusChanger order={order} />
        </section>
      )}
    </div>
  );
}

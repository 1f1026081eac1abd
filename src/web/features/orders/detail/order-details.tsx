import { useRef } from 'react';
import type { ListedOrder } from '#contract/orders.ts';
import { useEscapeToRow } from '#web/ui/grid/record-keys.ts';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { OrderActions } from './order-actions.tsx';
import { CustomerTab } from './tab-customer.tsx';
import { ItemsTab } from './tab-items.tsx';
import { NotesTab } from './tab-notes.tsx';
import { PaymentTab } from './tab-payment.tsx';
import { ShippingTab } from './tab-shipping.tsx';
import { loadErrorOf } from '../load-error.ts';
import { useOrderDetail } from '../orders-queries.ts';
import { type OrderTab, showTab } from '../list/orders-address.ts';

const TABS = [
  { value: 'items', label: 'Items', Panel: ItemsTab },
  { value: 'customer', label: 'Customer', Panel: CustomerTab },
  { value: 'shipping', label: 'Shipping', Panel: ShippingTab },
  { value: 'payment', label: 'Payment', Panel: PaymentTab },
  { value: 'notes', label: 'Notes', Panel: NotesTab },
] as const;

/** Everything about one order, shown below its row. */
export function OrderDetails({ listed, tab }: { listed: ListedOrder; tab: OrderTab }) {
  const details = useRef<HTMLElement>(null);
  useEscapeToRow(details);
  const { data, error, refetch } = useOrderDetail(listed.id);
  // The list shows a requested status at once; the details do too.
  const order = data && { ...data, status: listed.status };
  return (
    <section
      ref={details}
      aria-label={`Order ${listed.number}`}
      className="pr-3 pb-4 pl-[48px] text-sm max-[640px]:px-2"
    >
      <Tabs
        label={`Details of order ${listed.number}`}
        value={tab}
        onChange={(next) => showTab(listed.id, next)}
        items={TABS}
        actions={order && <OrderActions order={order} />}
      >
        {TABS.map(({ value, Panel }) => (
          <TabPanel key={value} value={value} className="min-h-44 px-2.5 pt-3">
            {order ? (
              <Panel order={order} />
            ) : error ? (
              <ErrorPanel
                title="Failed to load the order"
                error={loadErrorOf(error, 'Failed to fetch the order')}
                onRetry={refetch}
              />
            ) : (
              <Skeleton className="h-32" />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

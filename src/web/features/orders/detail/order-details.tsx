import { useRef } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { CustomerTab } from './tab-customer.tsx';
import { ItemsTab } from './tab-items.tsx';
import { NotesTab } from './tab-notes.tsx';
import { PaymentTab } from './tab-payment.tsx';
import { ShippingTab } from './tab-shipping.tsx';
import { type OrderTab, showTab } from '../list/orders-address.ts';
import { useEscapeToRow } from '../list/use-row-keys.ts';

const TABS = [
  { value: 'items', label: 'Items', Panel: ItemsTab },
  { value: 'customer', label: 'Customer', Panel: CustomerTab },
  { value: 'shipping', label: 'Shipping', Panel: ShippingTab },
  { value: 'payment', label: 'Payment', Panel: PaymentTab },
  { value: 'notes', label: 'Notes', Panel: NotesTab },
] as const;

/** Everything about one order, under its row. */
export function OrderDetails({ order, tab }: { order: WireOrder; tab: OrderTab }) {
  const details = useRef<HTMLElement>(null);
  useEscapeToRow(details);
  return (
    <section ref={details} aria-label={`Order ${order.number}`} className="pr-3 pb-4 pl-[48px] text-sm">
      <Tabs
        label={`Details of order ${order.number}`}
        value={tab}
        onChange={(next) => showTab(order.id, next)}
        items={TABS}
      >
        {TABS.map(({ value, Panel }) => (
          <TabPanel key={value} value={value} className="min-h-44 px-2.5 pt-3">
            <Panel order={order} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

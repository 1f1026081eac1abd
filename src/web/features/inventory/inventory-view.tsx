import { MapPinOff } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { useUser } from '#web/api/session/session.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { EmptyPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { type StockState, StockTab } from './stock/stock-tab.tsx';
import type { TabProps } from './tab-props.ts';

type TabId = 'stock' | 'purchase-orders' | 'suppliers' | 'attention';

/** The part of a view's remembered state that the Inventory Manager uses. */
interface InventoryState extends StockState {
  readonly stockTab: TabId;
}

interface InventoryViewProps {
  state: InventoryState;
  update: (change: Partial<InventoryState>) => void;
}

const PurchaseOrders = lazyPart(async () => (await import('./purchasing/purchase-orders.tsx')).PurchaseOrders);
const Suppliers = lazyPart(async () => (await import('./purchasing/supplier/suppliers.tsx')).Suppliers);
const AttentionList = lazyPart(async () => (await import('./attention/attention-list.tsx')).AttentionList);

const TABS: readonly { value: TabId; label: string; Content?: ComponentType<TabProps> }[] = [
  { value: 'stock', label: 'Stock' },
  { value: 'purchase-orders', label: 'Purchase orders', Content: PurchaseOrders },
  { value: 'suppliers', label: 'Suppliers', Content: Suppliers },
  { value: 'attention', label: 'Needs attention', Content: AttentionList },
];

/** The Inventory Manager: counts, restocks, purchase orders and suppliers. Rule: inventory/modes. */
export function InventoryView({ state, update }: InventoryViewProps) {
  const { location_id: locationId } = useUser();
  if (locationId === null) {
    return (
      <EmptyPanel
        icon={<MapPinOff aria-hidden />}
        title="No location"
        hint="You are not assigned to a location, so there is no stock to manage. Ask an administrator to assign you to one."
      />
    );
  }
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]">
      <Tabs
        label="Inventory Manager"
        value={state.stockTab}
        onChange={(stockTab) => update({ stockTab })}
        items={TABS.map(({ value, label }) => ({ value, label }))}
      >
        {TABS.map(({ value, label, Content }) => (
          <TabPanel key={value} value={value} className="min-h-0 grow overflow-hidden">
            <ErrorBoundary name={label} resetKey={`${value} ${locationId}`}>
              <Suspense fallback={<LoadingPanel label={`Loading ${label.toLowerCase()}...`} />}>
                {Content ? (
                  <Content key={locationId} search={state.search} onSearch={(search) => update({ search })} />
                ) : (
                  <StockTab key={locationId} state={state} update={update} />
                )}
              </Suspense>
            </ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

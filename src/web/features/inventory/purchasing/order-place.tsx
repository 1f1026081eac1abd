import type { Place, Tab } from './purchasing-state.ts';
import { EditOrder, NewOrder } from './editor/order-editor.tsx';
import { PurchaseOrderPage } from './order/order-page.tsx';
import { ReceivePage } from './receive/receive-page.tsx';

/** The page of one purchase order: viewing, editing, receiving, or a new one. */
export function OrderPlace({ tab, place }: { tab: Tab; place: Exclude<Place, { kind: 'list' }> }) {
  switch (place.kind) {
    case 'order':
      return <PurchaseOrderPage key={place.id} tab={tab} id={place.id} />;
    case 'edit':
      return <EditOrder key={place.id} tab={tab} id={place.id} />;
    case 'receive':
      return <ReceivePage key={place.id} tab={tab} id={place.id} />;
    case 'new':
      return <NewOrder tab={tab} />;
  }
}

import { Suspense, useState } from 'react';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { emit } from '#web/api/events.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { updateView } from '#web/shell/views/view-memory.ts';
import type { ViewId } from '#web/shell/views/views.ts';
import { showCustomer } from '#web/entities/customer/customer-command.ts';
import { EMPTY_CUSTOMER, type NewCustomer } from '#web/entities/customer/customer-rules.ts';
import { CustomerChooser } from './customer-chooser.tsx';
import { startingWith } from '#web/entities/customer/customer-words.ts';
import type { PopupProps } from '../popup-props.ts';
import { NewCustomerForm } from '#web/entities/customer/new-customer-part.ts';
import { IdScan } from '#web/entities/identity/id-scan-part.ts';
import { useTypedCard } from '#web/ui/scan/typed-card.ts';
import { useUnifiedSearch } from '../use-unified-search.ts';

/** Chooses the customer: an existing one, the guest, or a new one. Rule: customers/popup-panes. */
export function CustomerPopup({ view, text }: PopupProps) {
  const pane = useUnifiedSearch((search) => search.pane);
  const showPane = useUnifiedSearch((search) => search.showPane);
  const close = useUnifiedSearch((search) => search.close);
  /** The values of the new-customer form while the list is shown instead. Gone when the popup closes. */
  const [draft, setDraft] = useState<NewCustomer | null>(null);
  /**
   * The values that the form opened with. If nobody changed them, the next form opens with the text searched for by
   * then.
   */
  const [begun, setBegun] = useState(EMPTY_CUSTOMER);

  /** The last card that a handheld scanner typed. It may be scanned while any pane is open. */
  const [typedCard, setTypedCard] = useState<{ number: number; raw: string } | null>(null);
  const [scannedFrom, setScannedFrom] = useState<'list' | 'new-customer'>('list');
  useTypedCard((raw) => {
    if (pane !== 'id-scan') setScannedFrom(pane);
    setTypedCard({ number: (typedCard?.number ?? 0) + 1, raw });
    showPane('id-scan');
  });

  function choose(customer: CartCustomer | null): void {
    setCustomer(view, customer);
    close();
  }

  switch (pane) {
    case 'list':
      return (
        <CustomerChooser
          view={view}
          search={text}
          onChoose={choose}
          onOpen={(id) => {
            close(false);
            emit('showInView', { view: 'customers', recordId: id });
          }}
          onNew={() => {
            if (draft === null) setBegun({ ...EMPTY_CUSTOMER, ...startingWith(text) });
            showPane('new-customer');
          }}
        />
      );
    case 'new-customer':
      return (
        <Suspense fallback={<LoadingPanel label="Loading form..." />}>
          <NewCustomerForm
            start={draft ?? begun}
            onKeep={(filled) => setDraft(filled && isSame(filled, begun) ? null : filled)}
            onLeave={() => showPane('list')}
            onScan={() => {
              setTypedCard(null);
              setScannedFrom('new-customer');
              showPane('id-scan');
            }}
            onCreated={(customer, isNew) => {
              choose(customer);
              if (isNew) toast.success(`${customer.name} added`, showCustomer(customer.id));
            }}
          />
        </Suspense>
      );
    case 'id-scan':
      return (
        <Suspense fallback={<LoadingPanel label="Loading scanner..." />}>
          <IdScan
            typed={typedCard}
            onFields={(fields) => {
              setDraft({ ...(draft ?? begun), ...fields });
              showPane('new-customer');
            }}
            onKnown={choose}
            onLeave={() => showPane(scannedFrom)}
          />
        </Suspense>
      );
  }
}

function isSame(one: NewCustomer, other: NewCustomer): boolean {
  return (Object.keys(EMPTY_CUSTOMER) as (keyof NewCustomer)[]).every((field) => one[field] === other[field]);
}

/** On the register this sets the customer of the sale; on other views it filters by the customer. */
function setCustomer(view: ViewId, customer: CartCustomer | null): void {
  if (view === 'products') useCart.getState().setCustomer(customer);
  else {
    const { id, name } = customer ?? { id: 0, name: 'Guest Customer' };
    updateView(view, { customer: { id, name } });
  }
}

import { Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { useEscapeToRow } from '#web/ui/grid/record-keys.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { changeCustomerCommand, customerSubject } from '../customer-commands.ts';
import { fetchCustomer, useCustomer } from '../customers-queries.ts';
import { type CustomerTab, showTab } from '../list/customers-address.ts';
import { edit, showBanner, useCustomersState } from '../list/customers-state.ts';
import { OrdersTab } from '../orders/orders-tab.tsx';
import { RewardsTab } from '../rewards/rewards-tab.tsx';
import { CustomerActions } from '../tools/customer-actions.tsx';
import { draftOf } from './customer-draft.ts';
import { CustomerForm } from './customer-form.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { editingOf } from './sent-form.ts';
import { useDeleteCustomer } from './use-delete-customer.tsx';

const TABS = [
  { value: 'details', label: 'Details' },
  { value: 'rewards', label: 'Rewards' },
  { value: 'orders', label: 'Order History' },
] as const;

/** Everything about one customer, shown below their row. */
export function CustomerDetails({ customer, tab }: { customer: DirectoryEntry; tab: CustomerTab }) {
  const details = useRef<HTMLElement>(null);
  useEscapeToRow(details);
  useFocusAfterForm(details, customer.id);
  useSentForm(customer.id);
  const name = customerName(customer);
  return (
    <section ref={details} aria-label={name} className="relative pr-3 pb-4 pl-[48px] text-sm max-[640px]:px-2">
      <Actions customer={customer} />
      <Tabs label={`Details of ${name}`} value={tab} onChange={(next) => showTab(customer.id, next)} items={TABS}>
        <TabPanel value="details" className="min-h-44 px-2.5 pt-3">
          <DetailsTab customer={customer} />
        </TabPanel>
        <TabPanel value="rewards" className="min-h-44 px-2.5 pt-3">
          <RewardsTab customer={customer} />
        </TabPanel>
        <TabPanel value="orders" className="min-h-44 px-2.5 pt-3">
          <OrdersTab customer={customer} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

/** Returns the focus to the button that opened the form, once the form closes. */
function useFocusAfterForm(details: RefObject<HTMLElement | null>, id: number): void {
  const isEditing = useCustomersState((state) => state.editing.has(id));
  const was = useRef(isEditing);
  useEffect(() => {
    if (was.current && !isEditing) handFocusOn(() => details.current?.querySelector<HTMLElement>('[data-edit]'));
    was.current = isEditing;
  }, [details, isEditing]);
}

/** Shows a form that was sent again after a reload, until its answer is known. */
function useSentForm(id: number): void {
  const sent = useCommands(({ elsewhere }) => {
    const open = commands.openOf(changeCustomerCommand.kind, customerSubject(id));
    return open && !elsewhere.has(open.key) ? open : null;
  });
  const isEditing = useCustomersState((state) => state.editing.has(id));
  useEffect(() => {
    const form = sent && !isEditing ? changeCustomerCommand.readMemo(sent.memo) : null;
    if (sent && form) edit(id, editingOf(form, sent.key));
  }, [id, sent, isEditing]);
}

/** The actions beside the tabs. */
function Actions({ customer }: { customer: DirectoryEntry }) {
  const mayEdit = useMay('edit-customers');
  const mayDelete = useMay('delete-customers');
  const isEditing = useCustomersState((state) => state.editing.has(customer.id));
  const [busy, setBusy] = useState(false);
  const { open: deletion, remove } = useDeleteCustomer(customer);
  const name = customerName(customer);

  async function begin(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const seen = await fetchCustomer(customer.id);
      edit(customer.id, { seen, draft: draftOf(seen), meanwhile: [], sentKey: null });
      showTab(customer.id, 'details');
    } catch (error) {
      showBanner(`Failed to load customers data: ${sentenceOf(error)}`);
    } finally {
      setBusy(false);
    }
  }

  if (deletion?.state === 'unknown') return <Checking what="deletion" command={deletion} />;
  return (
    <div className="absolute top-1 right-3 z-1 flex gap-1 max-[640px]:static max-[640px]:justify-end">
      {mayEdit && !isEditing && (
        <IconButton
          data-edit
          label={`Edit ${name}`}
          icon={<Pencil aria-hidden className="size-4" />}
          onClick={() => void begin()}
        />
      )}
      {mayDelete && !isEditing && (
        <IconButton
          label={`Delete ${name}`}
          icon={<Trash2 aria-hidden className="size-4 text-danger-ink" />}
          disabled={deletion !== null}
          onClick={() => void remove()}
        />
      )}
      {!isEditing && <CustomerActions customer={customer} />}
    </div>
  );
}

function DetailsTab({ customer }: { customer: DirectoryEntry }) {
  const editing = useCustomersState((state) => state.editing.get(customer.id));
  const { data, error, refetch } = useCustomer(customer.id);
  if (editing) return <CustomerForm id={customer.id} editing={editing} />;
  if (data) return <CustomerFacts customer={data} />;
  if (error) return <ErrorPanel title="Failed to load customers data" error={error} onRetry={refetch} />;
  return (
    <div role="status" aria-label="Loading..." className="grid gap-4 min-[860px]:grid-cols-3">
      {[0, 1, 2].map((column) => (
        <Skeleton key={column} className="h-32" />
      ))}
    </div>
  );
}

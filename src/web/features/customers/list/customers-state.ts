import type { Customer, DirectoryEntry } from '#contract/customers.ts';
import { type LiveEvent, onLiveEvent } from '#web/api/queries/live.ts';
import type { RefusedFields } from '#web/entities/customer/refused-field.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import type { CustomerDraft } from '../detail/customer-draft.ts';
import { expand } from './customers-address.ts';

/** Rule: customers/highlight. */
const HIGHLIGHT_MS = 3000;

export interface Editing {
  /** What was there when the form was opened; the changes are those against it. */
  readonly seen: Customer;
  readonly draft: CustomerDraft;
  /** Fields that somebody else changed meanwhile, in words. */
  readonly meanwhile: readonly string[];
  /** Key of the command that has sent what this form holds; null while nothing is on its way. */
  readonly sentKey: string | null;
  /** Why the server refused a value, until it is typed anew. */
  readonly refused?: RefusedFields;
}

interface CustomersState {
  readonly selected: ReadonlyMap<number, DirectoryEntry>;
  /** Forms that are open. They stay as they are while another view is shown. */
  readonly editing: ReadonlyMap<number, Editing>;
  /** Just changed here. */
  readonly highlighted: ReadonlySet<number>;
  readonly adding: boolean;
  /** Whose row is brought into sight and gets the focus once it is there. */
  readonly wanted: number | null;
  /** What went wrong last; it stays until it is closed. */
  readonly banner: string | null;
}

export const useCustomersState = perOwner<CustomersState>(() => ({
  selected: new Map(),
  editing: new Map(),
  highlighted: new Set(),
  adding: false,
  wanted: null,
  banner: null,
}));

export function select(customers: readonly DirectoryEntry[], on: boolean): void {
  const selected = new Map(useCustomersState.getState().selected);
  for (const customer of customers) {
    if (on) selected.set(customer.id, customer);
    else selected.delete(customer.id);
  }
  useCustomersState.setState({ selected });
}

export function clearSelection(): void {
  useCustomersState.setState({ selected: new Map() });
}

/** Null closes the form. */
export function edit(id: number, state: Editing | null): void {
  const editing = new Map(useCustomersState.getState().editing);
  if (state === null) editing.delete(id);
  else editing.set(id, state);
  useCustomersState.setState({ editing });
}

export function showBanner(banner: string | null): void {
  useCustomersState.setState({ banner });
}

export function setAdding(adding: boolean): void {
  useCustomersState.setState({ adding });
}

export function goToRow(id: number | null): void {
  useCustomersState.setState({ wanted: id });
}

const highlights = new Map<number, ReturnType<typeof setTimeout>>();

/** Marks a row that was just changed, for a moment; each change begins a new one. */
export function highlight(id: number): void {
  const show = (on: boolean) =>
    useCustomersState.setState(({ highlighted }) => {
      const next = new Set(highlighted);
      if (on) next.add(id);
      else next.delete(id);
      return { highlighted: next };
    });
  clearTimeout(highlights.get(id));
  show(true);
  highlights.set(
    id,
    setTimeout(() => {
      highlights.delete(id);
      show(false);
    }, HIGHLIGHT_MS),
  );
}

/** A customer who is no more: neither selected nor open nor edited. */
export function forgetCustomer(id: number): void {
  expand(id, false);
  edit(id, null);
  const customer = useCustomersState.getState().selected.get(id);
  if (customer) select([customer], false);
}

/** Somebody else deleted or merged a customer: what is selected here must not count them any more. */
export function hearCustomers(event: LiveEvent): boolean {
  if (event.type !== 'customers' || event.parts?.includes('removed') !== true) return false;
  const customer = useCustomersState.getState().selected.get(event.customer_id);
  if (customer) select([customer], false);
  return false;
}
onLiveEvent(hearCustomers);

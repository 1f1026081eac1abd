import type { Customer, DirectoryEntry } from '#contract/customers.ts';
import { type LiveEvent, onLiveEvent } from '#web/api/queries/live.ts';
import type { RefusedFields } from '#web/entities/customer/refused-field.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import type { CustomerDraft } from '../detail/customer-draft.ts';
import { expand } from './customers-address.ts';

/** Rule: customers/highlight. */
const HIGHLIGHT_MS = 3000;

export interface Editing {
  /** The customer when the form was opened. Changes are relative to it. */
  readonly seen: Customer;
  readonly draft: CustomerDraft;
  /** The names of fields that somebody else changed meanwhile. */
  readonly meanwhile: readonly string[];
  /** The key of the command that sent this form; null if it is not being sent. */
  readonly sentKey: string | null;
  /** The server's reasons for refusing values, each until the value is changed. */
  readonly refused?: RefusedFields;
}

interface CustomersState {
  readonly selected: ReadonlyMap<number, DirectoryEntry>;
  /** The open forms. They stay unchanged while another view is shown. */
  readonly editing: ReadonlyMap<number, Editing>;
  /** Rows that this window changed a moment ago. */
  readonly highlighted: ReadonlySet<number>;
  readonly adding: boolean;
  /** The customer whose row is scrolled into sight and focused once it is there. */
  readonly wanted: number | null;
  /** The last error; it stays until somebody closes it. */
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

/** Highlights a row that was just changed, for a moment. Another change restarts that time. */
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

/** Removes a deleted customer from the selection, and closes their details and form. */
export function forgetCustomer(id: number): void {
  expand(id, false);
  edit(id, null);
  const customer = useCustomersState.getState().selected.get(id);
  if (customer) select([customer], false);
}

/** Handles the event that another person or window deleted or merged customers: removes them from the selection. */
export function hearCustomers(event: LiveEvent): boolean {
  if (event.type !== 'customers' || event.parts?.includes('removed') !== true) return false;
  const customer = useCustomersState.getState().selected.get(event.customer_id);
  if (customer) select([customer], false);
  return false;
}
onLiveEvent(hearCustomers);

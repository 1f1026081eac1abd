import { useEffect, useEffectEvent } from 'react';

/** A view to open, and a search in it. A feature cannot open another view itself. */
interface ShownInView {
  readonly view: 'products' | 'blueprint-fields' | 'orders' | 'adjustments' | 'history' | 'customers';
  /** An order or a customer to open there, even if the list does not show it. */
  readonly recordId?: number;
  /** The search text; left out, the view keeps its own. */
  readonly search?: string;
  /** A tab of the Inventory Manager. */
  readonly stockTab?: 'stock' | 'purchase-orders' | 'suppliers' | 'attention';
  readonly stockMode?: 'audit' | 'restock';
  /** A card of the register to show. Filters that would hide it are removed. */
  readonly productId?: number;
}

/** Public events: other scripts on the page may also raise and hear them on the window, by these names. */
const PUBLIC_EVENTS = [
  'openCustomerMode',
  'openProductMode',
  'openProductOnlyMode',
  'openAuditMode',
  'openPurchaseOrderMode',
  'openFilterMode',
  'close',
  'clearQuantitySelections',
  'checkout-started',
] as const;

/** Every event between shell and features, which cannot call each other, with its data. */
type Events = Record<(typeof PUBLIC_EVENTS)[number], undefined> & {
  /** Opens a view, with a search or a record. */
  showInView: ShownInView;
  /** Opens Settings. */
  openSettings: undefined;
  /** Moves the focus from the search into the list below it. */
  enterList: undefined;
  /** Somebody went to payment with an empty cart. */
  checkoutOfNothing: undefined;
};
type EventName = keyof Events;

const inside = new EventTarget();
const placeOf = (name: EventName): EventTarget => (PUBLIC_EVENTS.some((known) => known === name) ? window : inside);

export function emit<Name extends EventName>(
  name: Name,
  ...detail: Events[Name] extends undefined ? [] : [Events[Name]]
): void {
  placeOf(name).dispatchEvent(new CustomEvent(name, { detail: detail[0] }));
}

/** Returns a function that stops it. */
export function on<Name extends EventName>(name: Name, hear: (detail: Events[Name]) => void): () => void {
  const listener = (event: Event) => hear((event as CustomEvent<Events[Name]>).detail);
  placeOf(name).addEventListener(name, listener);
  return () => placeOf(name).removeEventListener(name, listener);
}

/** Listens while mounted. */
export function useHeard<Name extends EventName>(name: Name, hear: (detail: Events[Name]) => void): void {
  const heard = useEffectEvent(hear);
  useEffect(() => on(name, (detail) => heard(detail)), [name]);
}

import { useEffect, useEffectEvent } from 'react';

/** Where somebody is taken, and what is looked for there. A feature cannot open another view itself. */
interface ShownInView {
  readonly view: 'products' | 'orders' | 'adjustments' | 'history' | 'customers';
  /** An order or a customer that is opened there, whatever the list showed. */
  readonly recordId?: number;
  /** What it shows already stays when left out. */
  readonly search?: string;
  /** Of the Inventory Manager. */
  readonly stockTab?: 'stock' | 'purchase-orders' | 'suppliers' | 'attention';
  readonly stockMode?: 'audit' | 'restock';
  /** Of the register: the card that is shown. What hides it makes way. */
  readonly productId?: number;
}

/** Events of the product: they are raised and heard on the window, by these names, by others as well. */
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

/** What shell and features tell each other, who cannot call each other, and what comes with it. */
type Events = Record<(typeof PUBLIC_EVENTS)[number], undefined> & {
  /** The view opens with something to look for in it. */
  showInView: ShownInView;
  /** From the search into the list that it narrows. */
  enterList: undefined;
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

/** Returns what stops it. */
export function on<Name extends EventName>(name: Name, hear: (detail: Events[Name]) => void): () => void {
  const listener = (event: Event) => hear((event as CustomEvent<Events[Name]>).detail);
  placeOf(name).addEventListener(name, listener);
  return () => placeOf(name).removeEventListener(name, listener);
}

/** Hears it while mounted. */
export function useHeard<Name extends EventName>(name: Name, hear: (detail: Events[Name]) => void): void {
  const heard = useEffectEvent(hear);
  useEffect(() => on(name, (detail) => heard(detail)), [name]);
}

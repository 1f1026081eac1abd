/** Where somebody is taken, and what is looked for there. A feature cannot open another view itself. */
export interface ShownInView {
  readonly view: 'products' | 'orders' | 'adjustments' | 'history';
  /** What it shows already stays when left out. */
  readonly search?: string;
  /** Of the Inventory Manager. */
  readonly stockTab?: 'stock' | 'purchase-orders' | 'suppliers' | 'attention';
  readonly stockMode?: 'audit' | 'restock';
  /** Of the register: the card that is shown. What hides it makes way. */
  readonly productId?: number;
}

const SHOW_IN_VIEW = 'showInView';

/** Asks the shell to open a view with something to look for in it. */
export function showInView(shown: ShownInView): void {
  window.dispatchEvent(new CustomEvent(SHOW_IN_VIEW, { detail: shown }));
}

/** Hears what `showInView` asks for. Returns what stops it. */
export function onShowInView(show: (shown: ShownInView) => void): () => void {
  const hear = (event: Event) => show((event as CustomEvent<ShownInView>).detail);
  window.addEventListener(SHOW_IN_VIEW, hear);
  return () => window.removeEventListener(SHOW_IN_VIEW, hear);
}

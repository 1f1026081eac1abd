export const STOCK_TABS = ['stock', 'purchase-orders', 'suppliers', 'attention'] as const;

/** The state that a view remembers while another one is shown. Rule: workspace/memory. */
export interface ViewState {
  customer: { id: number; name: string } | null;
  productId: number | null;
  categoryId: number | null;
  search: string;
  /** Audit and restock exclude each other. The Inventory Manager starts in audit mode. */
  stockMode: 'audit' | 'restock' | null;
  /** The open tab of the Inventory Manager. */
  stockTab: (typeof STOCK_TABS)[number];
  blueprintField: string | null;
  blueprintValue: string | null;
}

/** The props that the shell passes to every view. A feature declares the ones that it uses. */
export interface ViewProps {
  state: ViewState;
  update: (change: Partial<ViewState>) => void;
}

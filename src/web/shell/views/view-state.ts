export const STOCK_TABS = ['stock', 'purchase-orders', 'suppliers', 'attention'] as const;

/** What a view remembers while another one is shown. Rule: workspace/memory. */
export interface ViewState {
  customer: { id: number; name: string } | null;
  productId: number | null;
  categoryId: number | null;
  search: string;
  /** Audit and restock exclude each other. Where none was chosen the Inventory Manager starts in audit mode. */
  stockMode: 'audit' | 'restock' | null;
  /** Which tab of the Inventory Manager is open. */
  stockTab: (typeof STOCK_TABS)[number];
  blueprintField: string | null;
  blueprintValue: string | null;
}

/** What the shell hands to every view. A feature declares the parts it uses in its own props. */
export interface ViewProps {
  state: ViewState;
  update: (change: Partial<ViewState>) => void;
}

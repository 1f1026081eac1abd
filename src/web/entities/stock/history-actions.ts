import type { HISTORY_ACTIONS } from '#contract/history.ts';
import type { SelectOption } from '#web/ui/fields/select.tsx';

export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** The kinds by which movements are narrowed. Rule: history/actions. */
export const ACTION_OPTIONS: readonly SelectOption<HistoryAction>[] = [
  { value: 'all', label: 'All actions' },
  { value: 'inventory_update', label: 'Inventory updates' },
  { value: 'stock_transfer', label: 'Stock transfers' },
  { value: 'stock_conversion', label: 'Stock conversions' },
  { value: 'manual_adjustment', label: 'Manual adjustments' },
  { value: 'order_deduction', label: 'Order deductions' },
  { value: 'restock', label: 'Restocks' },
];

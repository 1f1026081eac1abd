import { openView } from '#web/api/address/address.ts';
import { useHeard } from '#web/api/events.ts';
import { updateView } from './view-memory.ts';

/** The address parameter that names the open record of a view. */
const RECORD: Partial<Record<string, string>> = { orders: 'order', customers: 'customer' };

const NO_FILTER = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

/** Opens the view that a feature asks for: the order behind a movement, or the count of a product. */
export function useShowInView(): void {
  useHeard('showInView', ({ view, search, stockTab, stockMode, productId, recordId }) => {
    updateView(view, {
      ...(search !== undefined && { search }),
      ...(stockTab && { stockTab }),
      ...(stockMode && { stockMode }),
      ...(productId !== undefined && { ...NO_FILTER, productId }),
    });
    const record = RECORD[view];
    openView(view, recordId === undefined || !record ? undefined : { [record]: String(recordId) });
  });
}

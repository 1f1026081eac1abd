import { useAddress } from '#web/api/address/address.ts';
import { MANAGE } from './manage.ts';
import { isViewId, type ViewId } from './views.ts';

/**
 * The view is in the address, so that reload and Back work. An address without one means products. Null in Manage,
 * which is not a view.
 */
export function useView(): ViewId | null {
  const view = useAddress((address) => address.view);
  if (view === MANAGE || view.startsWith(`${MANAGE}/`)) return null;
  return isViewId(view) ? view : 'products';
}

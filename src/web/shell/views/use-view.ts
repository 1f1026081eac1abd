import { useAddress } from '#web/api/address/address.ts';
import { MANAGE } from './manage.ts';
import { isViewId, type ViewId } from './views.ts';

/**
 * The view is in the address, so that reload and Back work; none there means products. Null in the administration,
 * which is no view.
 */
export function useView(): ViewId | null {
  const view = useAddress((address) => address.view);
  if (view === MANAGE || view.startsWith(`${MANAGE}/`)) return null;
  return isViewId(view) ? view : 'products';
}

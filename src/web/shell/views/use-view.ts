import { useAddress } from '#web/api/address/address.ts';
import { isViewId, type ViewId } from './views.ts';

/** The view is in the address, so that reload and Back work; none there means products. */
export function useView(): ViewId {
  const view = useAddress((address) => address.view);
  return isViewId(view) ? view : 'products';
}

import { useSearch } from '@tanstack/react-router';
import { isViewId, type ViewId } from './views.ts';

/** The view is in the address, so that reload and Back work; none there means products. */
export function useView(): ViewId {
  const { view } = useSearch({ from: '/' });
  return isViewId(view) ? view : 'products';
}

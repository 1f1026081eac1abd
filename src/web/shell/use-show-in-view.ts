import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onShowInView } from '#web/api/show-in-view.ts';
import { useViewMemory } from './view-memory.ts';

const NO_FILTER = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

/** Takes people where a feature sends them: the order behind a movement, the count of a product. */
export function useShowInView(): void {
  const navigate = useNavigate();
  const update = useViewMemory((memory) => memory.update);
  useEffect(
    () =>
      onShowInView(({ view, search, stockTab, stockMode, productId }) => {
        update(view, {
          ...(search !== undefined && { search }),
          ...(stockTab && { stockTab }),
          ...(stockMode && { stockMode }),
          ...(productId !== undefined && { ...NO_FILTER, productId }),
        });
        void navigate({ to: '/', search: { view } });
      }),
    [navigate, update],
  );
}

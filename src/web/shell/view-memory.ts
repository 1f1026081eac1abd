import { perOwner } from '#web/api/per-owner.ts';
import type { ViewState } from './view-state.ts';
import type { ViewId } from './views.ts';

const FRESH: ViewState = {
  customer: null,
  productId: null,
  categoryId: null,
  search: '',
  stockMode: null,
  stockTab: 'stock',
  blueprintField: null,
  blueprintValue: null,
};

interface ViewMemory {
  views: Partial<Record<ViewId, ViewState>>;
  update: (view: ViewId, change: Partial<ViewState>) => void;
}

export const useViewMemory = perOwner<ViewMemory>((set) => ({
  views: {},
  update: (view, change) =>
    set(({ views }) => ({ views: { ...views, [view]: { ...(views[view] ?? FRESH), ...change } } })),
}));

export function useViewState(view: ViewId): ViewState {
  return useViewMemory((memory) => memory.views[view] ?? FRESH);
}

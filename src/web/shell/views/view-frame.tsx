import { Suspense } from 'react';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { LoadingPanel } from '#web/ui/status/panels.tsx';
import { ManageView } from './manage.ts';
import { updateView, useViewState } from './view-memory.ts';
import { type ViewDefinition, type ViewId, VIEWS } from './views.ts';

/** The view that the address names. It shows a skeleton while its code is fetched, and an error if it breaks. */
export function ViewFrame({ view }: { view: ViewId }) {
  const state = useViewState(view);
  const { View } = VIEWS[view];
  return (
    <ErrorBoundary name={VIEWS[view].title} resetKey={view}>
      <Suspense fallback={<ViewPlace view={VIEWS[view]} />}>
        <View state={state} update={(change) => updateView(view, change)} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function ManageFrame() {
  return (
    <ErrorBoundary name="Manage">
      <Suspense fallback={<LoadingPanel label="Loading Manage..." />}>
        <ManageView />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A placeholder while the code of a view is fetched. It keeps the width of the side panel, so that nothing moves. */
function ViewPlace({ view: { title, sidePanel } }: { view: ViewDefinition }) {
  return (
    <div className="flex h-full">
      <div className="min-w-0 grow">
        <LoadingPanel label={`Loading ${title}...`} />
      </div>
      {sidePanel && <div className="w-side-panel shrink-0 border-l border-line bg-panel max-[899px]:hidden" />}
    </div>
  );
}

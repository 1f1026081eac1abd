import { Skeleton } from '#web/ui/status/skeleton.tsx';

/** The outline of the workspace, shown until the signed-in person is known, so that nothing jumps when it is drawn. */
export function LoadingScreen() {
  return (
    <main aria-busy className="grid h-full grid-cols-[var(--spacing-sidebar)_1fr]">
      <h1 className="sr-only">Loading...</h1>
      <div className="border-r border-line bg-panel" />
      <div className="grid grid-rows-[var(--spacing-topbar)_1fr_var(--spacing-footer)]">
        <div className="flex items-center border-b border-line px-4">
          <Skeleton className="h-9 w-full max-w-xl" />
        </div>
        <div />
        <div className="border-t border-line bg-panel" />
      </div>
    </main>
  );
}

import { Suspense, useEffect, useState } from 'react';
import './commands/command-kinds.ts';
import { useHeard } from '#web/api/events.ts';
import { connectLive } from '#web/api/queries/live.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { preloadPrompts } from '#web/ui/layers/prompts.tsx';
import { prefetchExplanation } from '#web/entities/stock/figure/explain-stock.tsx';
import { StockExplanations } from '#web/entities/stock/figure/stock-figure.tsx';
import { useCartHeldOnEntry } from './views/hold-cart-on-entry.ts';
import { askForApprovals, dropApprovals, useApprovals } from './approvals/approval.ts';
import { Footer } from './bars/footer.tsx';
import { useForcedReload } from './forced-reload.ts';
import { leave } from './commands/left-behind.ts';
import { ServerGone } from './server-gone.tsx';
import { Sidebar } from './bars/sidebar.tsx';
import { SkipLink } from './bars/skip-link.tsx';
import { TopBar } from './bars/top-bar.tsx';
import { useShowInView } from './views/use-show-in-view.ts';
import { useView } from './views/use-view.ts';
import { ManageFrame, ViewFrame } from './views/view-frame.tsx';
import { VIEWS } from './views/views.ts';

const ScreenWatch = lazyPart(async () => (await import('#web/features/menus/screens/screen-watch.tsx')).ScreenWatch);
const SettingsDialog = lazyPart(
  async () => (await import('#web/features/settings/settings-dialog.tsx')).SettingsDialog,
);
const Approvals = lazyPart(async () => (await import('./approvals/approvals.tsx')).Approvals);
const FirstRunStrip = lazyPart(async () => (await import('./bars/first-run-strip.tsx')).FirstRunStrip);

/** The workspace: sidebar, top bar, footer, and the view or Manage page that the address names. */
export function Shell() {
  const view = useView();
  const user = useUser();
  const mayEditMenus = useMay('edit-menus');
  const mayConfigure = useMay('configure');
  const [watchFetched, setWatchFetched] = useState(false);
  const [approvalsFetched, setApprovalsFetched] = useState(false);
  const isApprovalAsked = useApprovals(({ queue }) => queue.length > 0);
  const [settings, setSettings] = useState<'never' | 'open' | 'closed'>('never');
  useHeard('openSettings', () => setSettings('open'));
  useForcedReload();
  useShowInView();
  useCartHeldOnEntry(view, user.id);

  useEffect(() => {
    document.title = `${view === null ? 'Manage' : VIEWS[view].title} · Tillwright`;
  }, [view]);
  useEffect(() => connectLive(), [user.id, user.location_id]);
  useEffect(() => {
    // Fetched early, so that dialogs also open while the network is down.
    const timer = window.setTimeout(() => {
      preloadPrompts();
      void SettingsDialog.fetch();
      void Approvals.fetch();
      prefetchExplanation();
      void ScreenWatch.fetch().then(setWatchFetched);
    }, 1500);
    return () => window.clearTimeout(timer);
  }, []);

  useEffect(() => askForApprovals(), [user.id]);
  useEffect(() => {
    // Without the dialog nobody can answer: the command is refused, and the next one tries to fetch it again.
    if (isApprovalAsked) void Approvals.fetch().then((there) => (there ? setApprovalsFetched(true) : dropApprovals()));
  }, [isApprovalAsked]);

  return (
    <div className="grid h-full grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]">
      <SkipLink />
      <Sidebar view={view} onSettings={() => setSettings('open')} />
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[var(--spacing-topbar)_auto_minmax(0,1fr)_var(--spacing-footer)]">
        <ErrorBoundary name="The top bar" level="light">
          <TopBar view={view} />
        </ErrorBoundary>
        <div>
          <ServerGone />
          {mayConfigure && (
            <ErrorBoundary name="Getting started" level="light">
              <Suspense fallback={null}>
                <FirstRunStrip />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        <main id="main" className="min-h-0 min-w-0 overflow-hidden">
          {view === null ? <ManageFrame /> : <ViewFrame view={view} />}
        </main>
        <ErrorBoundary name="The footer" level="light">
          <Footer view={view} />
        </ErrorBoundary>
      </div>
      <StockExplanations />
      {isApprovalAsked && approvalsFetched && (
        <Suspense fallback={null}>
          <Approvals key={user.id} />
        </Suspense>
      )}
      {mayEditMenus && watchFetched && (
        <Suspense fallback={null}>
          <ScreenWatch />
        </Suspense>
      )}
      {settings !== 'never' && (
        <Suspense fallback={null}>
          <SettingsDialog
            open={settings === 'open'}
            onOpenChange={(open) => setSettings(open ? 'open' : 'closed')}
            onLeave={leave}
          />
        </Suspense>
      )}
    </div>
  );
}

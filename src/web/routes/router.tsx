import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PAGES } from '#contract/pages.ts';
import { isViewId, VIEWS } from '#web/shell/views.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';
import { SignedOutOnly, SignedInOnly } from './session-gate.tsx';

const LoginView = lazyPart(async () => (await import('#web/features/login/login-view.tsx')).LoginView);
const Shell = lazyPart(async () => (await import('#web/shell/shell.tsx')).Shell);
const MenuDisplay = lazyPart(async () => (await import('./menu-display.tsx')).MenuDisplay);

const rootRoute = createRootRoute({
  component: () => (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  ),
  notFoundComponent: NotFound,
});

/** Where to go after signing in: a path of ours, nothing that leaves the site. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.login,
  // What is refused is set to undefined: left out, the address's own value would stand.
  validateSearch: (search): { from?: string } => ({ from: isOwnPath(search['from']) ? search['from'] : undefined }),
  component: () => (
    <SignedOutOnly>
      <LoginView />
    </SignedOutOnly>
  ),
});

const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.workspace,
  validateSearch: (search): { view?: string } => ({ view: isViewId(search['view']) ? search['view'] : undefined }),
  component: () => (
    <SignedInOnly>
      <ErrorBoundary name="The workspace" level="critical">
        <Shell />
      </ErrorBoundary>
    </SignedInOnly>
  ),
});

const menuDisplayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.menuDisplay,
  component: MenuDisplay,
});

async function fetchWorkspace(): Promise<void> {
  const view = new URLSearchParams(window.location.search).get('view');
  await Promise.all([Shell.fetch(), VIEWS[isViewId(view) ? view : 'products'].View?.fetch()]);
}

/** Fetches the first screen's code while the server is asked who is signed in, instead of after. */
export async function preloadFirstScreen(knownHere: boolean): Promise<void> {
  if (knownHere) return fetchWorkspace();
  await LoginView.fetch();
  void fetchWorkspace();
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, workspaceRoute, menuDisplayRoute]),
  defaultNotFoundComponent: NotFound,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

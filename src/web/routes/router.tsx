import { createRootRoute, createRoute, createRouter, notFound, Outlet, rootRouteId } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isManagePage, managedPage, managedView, type ManagePage, PAGES } from '#contract/pages.ts';
import { MANAGE, ManageView } from '#web/shell/views/manage.ts';
import { viewAddress, isViewId, VIEWS, type ViewId, type WorkspaceSearch } from '#web/shell/views/views.ts';
import { connectAddress, flushAddress, hearAddress, type Search } from '#web/api/address/address.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFound } from './not-found.tsx';
import { SignedOutOnly, SignedInOnly } from './session-gate.tsx';

const LoginView = lazyPart(async () => (await import('#web/features/login/login-view.tsx')).LoginView);
const ResetPasswordView = lazyPart(
  async () => (await import('#web/features/login/reset-password-view.tsx')).ResetPasswordView,
);
const Shell = lazyPart(async () => (await import('#web/shell/shell.tsx')).Shell);

const rootRoute = createRootRoute({
  component: () => (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  ),
  notFoundComponent: NotFound,
});

/** True for a path of this site, the only kind of address to open after signing in. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.login,
  // A refused value becomes undefined. If it were left out, the address's own value would remain.
  validateSearch: (search): { from?: string } => ({ from: isOwnPath(search['from']) ? search['from'] : undefined }),
  component: () => (
    <SignedOutOnly>
      <LoginView />
    </SignedOutOnly>
  ),
});

function textsOf(search: Readonly<Record<string, unknown>>): Search {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' && name !== 'view') texts[name] = value;
  return texts;
}

function isManaging(pathname: string): boolean {
  return pathname === PAGES.manage || pathname.startsWith(`${PAGES.manage}/`);
}

/** The page that an address of the administration names; null if it names none. */
function managePageOf(pathname: string): ManagePage | null {
  const name = pathname.startsWith(`${PAGES.manage}/`) ? pathname.slice(PAGES.manage.length + 1) : '';
  return isManagePage(name) ? name : null;
}

function viewOf(search: Readonly<Record<string, unknown>>): ViewId | undefined {
  return isViewId(search['view']) ? search['view'] : undefined;
}

/** The frame of the workspace and of the administration: one, so that going from one to the other keeps it. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: () => (
    <SignedInOnly>
      <ErrorBoundary name="The workspace" level="critical">
        <Shell />
      </ErrorBoundary>
    </SignedInOnly>
  ),
});

const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PAGES.workspace,
  // Each view reads its own parameters and handles bad ones.
  validateSearch: (search): WorkspaceSearch => ({ ...textsOf(search), view: viewOf(search) }),
});

const manageRoute = createRoute({ getParentRoute: () => shellRoute, path: PAGES.manage });

const managePageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: `${PAGES.manage}/$page`,
  beforeLoad({ params }) {
    // oxlint-disable-next-line typescript/only-throw-error -- what the router catches
    if (!isManagePage(params.page)) throw notFound({ routeId: rootRouteId });
  },
  // Each page reads its own parameters.
  validateSearch: (search): Search => textsOf(search),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.resetPassword,
  component: ResetPasswordView,
});

async function fetchWorkspace(): Promise<void> {
  if (isManaging(window.location.pathname)) return void (await Promise.all([Shell.fetch(), ManageView.fetch()]));
  const view = new URLSearchParams(window.location.search).get('view');
  await Promise.all([Shell.fetch(), VIEWS[isViewId(view) ? view : 'products'].View?.fetch()]);
}

/** Fetches the first screen's code while the server is asked who is signed in, instead of after. */
export async function preloadFirstScreen(knownHere: boolean): Promise<void> {
  if (window.location.pathname === PAGES.resetPassword) return void (await ResetPasswordView.fetch());
  if (knownHere) return fetchWorkspace();
  await LoginView.fetch();
  void fetchWorkspace();
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    shellRoute.addChildren([workspaceRoute, manageRoute, managePageRoute]),
    resetPasswordRoute,
  ]),
  defaultNotFoundComponent: NotFound,
  scrollRestoration: false,
  // Every value is a text, so a number of six digits is searched for digit by digit as typed.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search) {
    const texts = textsOf(search);
    const view = viewOf(search);
    const text = new URLSearchParams(view === undefined ? texts : { view, ...texts }).toString();
    return text === '' ? '' : `?${text}`;
  },
});

/** The views read their address from a store, which knows of a change before the router has drawn it. */
function hear({ pathname, search }: { pathname: string; search: string }): void {
  const said = Object.fromEntries(new URLSearchParams(search));
  const page = managePageOf(pathname);
  if (page !== null) return hearAddress(managedView(page), textsOf(said));
  if (isManaging(pathname)) return hearAddress(MANAGE, {});
  if (pathname !== PAGES.workspace) return;
  hearAddress(viewOf(said) ?? 'products', textsOf(said));
}

router.history.subscribe(({ location }) => hear(location));
hear(router.history.location);
connectAddress((view, search, how) => {
  const { pathname } = router.history.location;
  const page = managedPage(view);
  // Pages of the administration and the views lead to each other, and write into their own address only. From the sign-in page nothing leads
  // anywhere: the way would be the last person's.
  const isWithin = pathname === PAGES.workspace || isManaging(pathname);
  if (page !== null && (page === managePageOf(pathname) || (how === 'push' && isWithin))) {
    void router.navigate({ to: '/manage/$page', params: { page }, search, replace: how === 'replace' });
    return true;
  }
  const isHere = pathname === PAGES.workspace || (how === 'push' && isWithin);
  if (!isViewId(view) || !isHere) return false;
  void router.navigate({ to: PAGES.workspace, search: viewAddress(view, search), replace: how === 'replace' });
  return true;
});
// Not hotkeys: each key and press writes before anything acts on it, in dialogs, too.
window.addEventListener('pointerdown', flushAddress, true);
window.addEventListener('keydown', ({ key }) => key.length > 1 && key !== 'Backspace' && flushAddress(), true);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

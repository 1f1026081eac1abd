import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { restoreSession, useSession } from '#web/api/session/session.ts';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { LoadingScreen } from './loading-screen.tsx';

function Unreachable({ error }: { error: unknown }) {
  return (
    <main className="h-full">
      <h1 className="sr-only">Tillwright</h1>
      <ErrorPanel title="Tillwright is not answering" error={error} onRetry={restoreSession} />
    </main>
  );
}

/**
 * Leads to the sign-in page, which then returns to this address. Runs once: during the change the address is already
 * another.
 */
function GoToLogin() {
  const router = useRouter();
  useEffect(() => {
    const from = router.history.location.href;
    void router.navigate({ to: '/login', search: from === '/' ? {} : { from }, replace: true });
  }, [router]);
  return <LoadingScreen />;
}

/** Returns to the former address, including its search parameters. */
function GoBack() {
  const { history } = useRouter();
  const { from } = useSearch({ from: '/login' });
  useEffect(() => history.replace(from ?? '/'), [history, from]);
  return <LoadingScreen />;
}

/** Shows the workspace to people who are signed in. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'unknown') return <Unreachable error={session.error} />;
  if (session.status === 'signed-out') return <GoToLogin />;
  return children;
}

export function SignedOutOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'unknown') return <Unreachable error={session.error} />;
  if (session.status === 'signed-in') return <GoBack />;
  return children;
}

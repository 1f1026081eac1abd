import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { signInHintsRoute } from '#contract/auth.ts';
import { call } from '#web/api/call/call.ts';
import { useSession } from '#web/api/session/session.ts';
import { BrandMark } from '#web/ui/controls/brand.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LeftBehind } from './left-behind.tsx';
import { LoginForm } from './login-form.tsx';
import { useSignIn } from './use-sign-in.ts';

const DemoAccounts = lazyPart(async () => (await import('./demo-accounts.tsx')).DemoAccounts);

export function LoginView() {
  const signIn = useSignIn();
  const hasEnded = useSession((session) => session.status === 'signed-out' && session.ended);
  const hints = useQuery({
    queryKey: ['sign-in-hints'],
    queryFn: ({ signal }) => call(signInHintsRoute, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    // Aligned to the top, so that content that appears below moves nothing.
    <main className="login-ground h-full overflow-y-auto px-4 pt-[max(1.5rem,8vh)] pb-6">
      <div className="mx-auto w-full max-w-90">
        <BrandMark className="size-11" />
        <h1 className="mt-5 text-2xl font-semibold tracking-tight">Sign in to Tillwright</h1>
        <p className="mt-1 text-base text-ink-2">
          {hasEnded
            ? 'Your session has ended. Sign in again to go on where you were.'
            : 'Use the account your manager gave you.'}
        </p>
        <LeftBehind />
        <LoginForm signIn={signIn} />
      </div>
      <div className="mx-auto mt-6 w-full max-w-90">
        {hints.data?.demo && (
          <Suspense>
            <DemoAccounts accounts={hints.data.accounts} signIn={signIn} />
          </Suspense>
        )}
      </div>
    </main>
  );
}

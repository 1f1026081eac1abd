import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { checkResetLinkRoute } from '#contract/password-reset.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { BrandMark } from '#web/ui/controls/brand.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

function onOtherLink(run: () => void): () => void {
  window.addEventListener('hashchange', run);
  return () => window.removeEventListener('hashchange', run);
}

/** The page of a reset link, whose token follows the `#`. Rule: sign-in/reset-page. */
export function ResetPasswordView() {
  const token = useSyncExternalStore(onOtherLink, () => window.location.hash.slice(1));
  useEffect(() => {
    document.title = 'Set a new password · Tillwright';
  }, []);
  // Another link opened in the same window starts over.
  return <ResetPassword key={token} token={token} />;
}

export function ResetPassword({ token }: { token: string }) {
  const page = useId();
  const [done, setDone] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  const link = useQuery({
    // Not the token, because query keys go into the debug data.
    queryKey: ['reset-link', page],
    queryFn: ({ signal }) => call(checkResetLinkRoute, { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

  if (done) {
    return (
      <Place
        title="Your password is set"
        words="Use it from now on. The link no longer works, and you can close this page."
      />
    );
  }
  const why = ended ?? (isCallError(link.error, 'reset_link_not_valid') ? sentenceOf(link.error) : null);
  if (token === '' || why !== null) {
    return (
      <Place
        title="This link cannot be used"
        words={why ?? 'A part of it is missing. Open it from its message again, or ask the shop for a new one.'}
      />
    );
  }
  if (link.error) {
    return (
      <Place title="The link could not be checked" words={sentenceOf(link.error)}>
        <p className="mt-3 text-base text-ink-2">The link can still be used.</p>
        <Button size="touch" className="mt-5" busy={link.isFetching} onClick={() => void link.refetch()}>
          Try again
        </Button>
      </Place>
    );
  }
  return (
    <Place title="Set a new password" words="The link works once.">
      {link.data ? <ResetPasswordForm token={token} onDone={() => setDone(true)} onEnded={setEnded} /> : <Checking />}
    </Place>
  );
}

function Place({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <main className="login-ground h-full overflow-y-auto px-4 pt-[max(1.5rem,8vh)] pb-6">
      <div className="mx-auto w-full max-w-90">
        <BrandMark className="size-11" />
        <div role="status">
          <h1 className="mt-5 text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 text-base text-ink-2">{words}</p>
        </div>
        {children}
      </div>
    </main>
  );
}

/** A skeleton in the shape of the form. */
function Checking() {
  return (
    <div aria-busy className="mt-7 flex flex-col gap-4">
      <span className="sr-only">Checking the link...</span>
      <Skeleton className="mt-6.5 h-touch" />
      <Skeleton className="mt-12 h-touch" />
      <Skeleton className="mt-1 h-13" />
    </div>
  );
}

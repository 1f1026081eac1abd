import { useEffect, useState } from 'react';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { signIn } from '#web/api/session.ts';

const DEFAULT_WAIT_MS = 30_000;

export interface SignIn {
  busy: boolean;
  problem: string | null;
  /** Seconds until the next try is allowed; 0 when it is. */
  waitS: number;
  submit: (username: string, password: string) => Promise<void>;
}

/** Signs in, and says plainly why not: wrong, too often (with the wait, counting down), or no connection. */
export function useSignIn(): SignIn {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [waitS, setWaitS] = useState(0);

  useEffect(() => {
    if (waitS === 0) return;
    const timer = window.setTimeout(() => setWaitS(waitS - 1), 1000);
    return () => window.clearTimeout(timer);
  }, [waitS]);

  async function submit(username: string, password: string): Promise<void> {
    if (busy || waitS > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(username.trim(), password);
    } catch (error) {
      if (isCallError(error) && error.status === 429) {
        setWaitS(Math.max(1, Math.ceil((error.retryAfterMs ?? DEFAULT_WAIT_MS) / 1000)));
      } else if (isCallError(error) && (error.status === 401 || error.status === 422 || error.status === 400)) {
        setProblem('That username and password do not match.');
      } else {
        setProblem(sentenceOf(error));
      }
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, waitS, submit };
}

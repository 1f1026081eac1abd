import { useEffect, useState } from 'react';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { signIn } from '#web/api/session/session.ts';

const DEFAULT_WAIT_MS = 30_000;
const NO_WAIT = { name: '', seconds: 0 };

const sameName = (username: string) => username.trim().toLowerCase();

export interface SignIn {
  busy: boolean;
  problem: string | null;
  /** Seconds until this person may try again; 0 for now. Others may be allowed to sign in meanwhile. */
  waitS: (username: string) => number;
  submit: (username: string, password: string) => Promise<void>;
}

/** Signs in, or tells why that failed: wrong password, too many tries (with a countdown) or no connection. */
export function useSignIn(): SignIn {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, setWait] = useState(NO_WAIT);

  useEffect(() => {
    if (wait.seconds === 0) return;
    const timer = window.setTimeout(() => setWait({ ...wait, seconds: wait.seconds - 1 }), 1000);
    return () => window.clearTimeout(timer);
  }, [wait]);

  const waitS = (username: string) => (sameName(username) === wait.name ? wait.seconds : 0);

  async function submit(username: string, password: string): Promise<void> {
    if (busy || waitS(username) > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(username.trim(), password);
    } catch (error) {
      if (isCallError(error) && error.status === 429) {
        const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? DEFAULT_WAIT_MS) / 1000));
        setWait({ name: sameName(username), seconds });
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

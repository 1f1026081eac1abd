import { create } from 'zustand';
import { isCallError } from '#web/api/call-error.ts';
import { pendingNow } from './pending-store.ts';
import type { SentWork } from './pending-record.ts';

/** A large count takes its time. */
export const SEND_TIMEOUT_MS = 60_000;

interface SubmissionState<Done> {
  readonly busy: boolean;
  /** Why the last one failed; null when none did. */
  readonly error: unknown;
  /** It may be saved: the answer is not known, and asking again finds out. */
  readonly isUnknown: boolean;
  /** What the last one did, until it is dismissed. */
  readonly done: Done | null;
}

/**
 * Sends pending work once, however often it is asked: under a key that is kept with it, the work locked until the answer
 * is known. Source: design §4.2.
 */
export function createSubmission<Body extends object, Done>({
  kind,
  post,
  onDone,
  onFailed,
}: {
  kind: SentWork['kind'];
  post: (body: Body, key: string) => Promise<Done>;
  onDone: (done: Done) => void;
  onFailed: (error: unknown) => void;
}) {
  const useSubmission = create<SubmissionState<Done>>(() => ({
    busy: false,
    error: null,
    isUnknown: false,
    done: null,
  }));

  async function ask(key: string, body: Body): Promise<boolean> {
    useSubmission.setState({ busy: true, error: null });
    try {
      const done = await post(body, key);
      pendingNow().settleDone(key);
      useSubmission.setState({ busy: false, isUnknown: false, done });
      onDone(done);
      return true;
    } catch (error) {
      const isUnknown = isCallError(error) && error.ambiguous;
      if (!isUnknown) pendingNow().settleRefused(key);
      useSubmission.setState({ busy: false, error, isUnknown });
      onFailed(error);
      return false;
    }
  }

  return {
    useSubmission,
    /** True when it is done. */
    submit: async (body: Body): Promise<boolean> => {
      const key = pendingNow().send(kind, body as SentWork['body']);
      return key === null ? false : ask(key, body);
    },
    /** Asks again for the answer to what was sent; true when it is done. */
    askAgain: async (): Promise<boolean> => {
      const { sent } = pendingNow();
      if (sent?.kind !== kind || useSubmission.getState().busy) return false;
      return ask(sent.key, sent.body as Body);
    },
    dismiss: () => useSubmission.setState({ done: null }),
    forgetError: () => useSubmission.setState(({ isUnknown, error }) => ({ error: isUnknown ? error : null })),
  };
}

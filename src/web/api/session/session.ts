import { z } from 'zod';
import { create } from 'zustand';
import { loginRoute, logoutRoute, meRoute, type SessionUser, switchLocationRoute } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Permission } from '#domain/permissions.ts';
import { call, forgetReads, onSignedOut } from '../call/call.ts';
import { CallError, isCallError, sentenceOf } from '../call/call-error.ts';
import { queryClient } from '../queries/query-client.ts';
import { pause } from '../call/retry.ts';

/** All that the browser stores of a session: never a token, never the role. Rule: sign-in/cookie. */
const KEY = 'pos_user';
const storedUser = z.object({ name: z.string(), location: z.string().nullable() });
export type StoredUser = z.output<typeof storedUser>;

export type Me = ReplyOf<typeof meRoute>;

export type Session =
  /** The server is being asked who is signed in. `remembered` is the last person, to draw the first screen with. */
  | { status: 'loading'; remembered: StoredUser | null }
  | { status: 'signed-in'; me: Me }
  /** `ended` is true when the server ended the session while somebody was working. */
  | { status: 'signed-out'; ended: boolean }
  /** The server did not answer, which does not mean signed out. */
  | { status: 'unknown'; error: unknown };

// For everybody: it says who the owner is.
export const useSession = create<Session>(() => ({ status: 'loading', remembered: readStored() }));

function readStored(): StoredUser | null {
  try {
    return storedUser.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    // Another build wrote it, or there is no storage. The next sign-in writes it again.
    return null;
  }
}

/** Stores the name for the next start; the other tabs hear of it. A full storage does not keep anybody from signing in. */
function store(user: StoredUser | null): void {
  try {
    if (user === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // The storage is full or switched off: the next start asks the server.
  }
}

function become(session: Session): void {
  const before = useSession.getState();
  if (session.status === 'signed-in') {
    const { name, location } = session.me.user;
    store({ name, location });
    if (before.status === 'signed-in' && !samePlace(before.me, session.me)) {
      forgetReads();
      void queryClient.resetQueries();
    }
  }
  if (session.status === 'signed-out') {
    store(null);
    // While it is loading, only pages for everybody have asked for anything, and they wait for their answer.
    if (before.status !== 'loading') {
      forgetReads();
      queryClient.clear();
    }
  }
  useSession.setState(session, true);
}

/** True if data fetched before may still be shown: same person, same location. */
function samePlace(one: Me, other: Me): boolean {
  return one.user.id === other.user.id && one.user.location_id === other.user.location_id;
}

/**
 * Asks the server who is signed in, at start and again after "the server cannot be reached".
 * @param screen resolves when the following screen can be drawn without a fallback
 */
export async function restoreSession(screen?: Promise<void>): Promise<void> {
  if (useSession.getState().status === 'unknown') become({ status: 'loading', remembered: readStored() });
  const session = useSession.getState();
  const wasHere = session.status === 'loading' && session.remembered !== null;
  try {
    const [me] = await Promise.all([call(meRoute), screen]);
    become({ status: 'signed-in', me });
  } catch (error) {
    const isOut = isCallError(error) && error.status === 401;
    become(isOut ? { status: 'signed-out', ended: wasHere } : { status: 'unknown', error });
  }
}

/**
 * Checks the session again, because role, location or the session itself may have changed. Without an answer nothing
 * changes. Returns whether the state is known now.
 * @param retries how often it asks again when there is no answer
 */
export async function recheckSession(retries = 0): Promise<boolean> {
  if (useSession.getState().status !== 'signed-in') return true;
  try {
    const me = await call(meRoute, { retries });
    if (useSession.getState().status === 'signed-in') become({ status: 'signed-in', me });
    return true;
  } catch {
    // A 401 has already signed out. Any other error will show at the next call.
    return useSession.getState().status !== 'signed-in';
  }
}

/** @throws CallError `wrong_credentials`, or 429 with the time to wait */
export async function signIn(username: string, password: string): Promise<void> {
  await call(loginRoute, { body: { username, password } });
  become({ status: 'signed-in', me: await call(meRoute) });
}

/**
 * Ends the session on the server and here.
 * @throws CallError when the session goes on, or, where it is `ambiguous`, when nobody knows
 */
export async function signOut(): Promise<void> {
  try {
    await call(logoutRoute);
  } catch (error) {
    if (!isCallError(error)) throw error;
    // The answer may have been lost. Asking who is signed in tells.
    const isKnown = !error.ambiguous || (await recheckSession());
    if (error.status !== 401 && useSession.getState().status === 'signed-in') throw error.whereAmbiguous(!isKnown);
  }
  become({ status: 'signed-out', ended: false });
}

/** Tells somebody why signing out failed. */
export function whyStillSignedIn(error: unknown): string {
  const mayBeOut = isCallError(error) && error.ambiguous;
  return `${mayBeOut ? 'You may still be signed in.' : 'You are still signed in.'} ${sentenceOf(error)}`;
}

const ASK_AGAIN_MS = 2000;

/** Moves to another location. Resolves once the server has said where this session is, even if an answer was lost. */
export async function switchLocation(locationId: number): Promise<void> {
  let lost: CallError | null = null;
  try {
    await call(switchLocationRoute, { body: { location_id: locationId } });
  } catch (error) {
    if (!isCallError(error) || !error.ambiguous) throw error;
    lost = error;
  }
  // Only the server knows where the session is now.
  while (!(await recheckSession())) await pause(ASK_AGAIN_MS, undefined);
  const session = useSession.getState();
  if (session.status === 'signed-in' && session.me.user.location_id === locationId) return;
  throw (
    lost ??
    new CallError({ status: 0, code: 'moved_elsewhere', message: 'Another window has ended the session or moved it.' })
  );
}

/** Runs once at start. A session that ends on the server ends here and in the other tabs. */
export function watchSession(): void {
  onSignedOut(() => {
    if (useSession.getState().status === 'signed-in') become({ status: 'signed-out', ended: true });
  });
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) void recheckSession();
  });
}

/** The signed-in person, with taxes and locations. Only for use inside the workspace, where somebody is signed in. */
export function useMe(): Me {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in here');
  return session.me;
}

/** The signed-in person. Only for use inside the workspace. */
export function useUser(): SessionUser {
  return useMe().user;
}

/** True if an action is to be offered. The server decides whether it is allowed. */
export function useMay(permission: Permission): boolean {
  return useUser().permissions.includes(permission);
}

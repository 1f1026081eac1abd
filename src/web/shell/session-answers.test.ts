// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done, refused, serve } from '#testing/served-page.tsx';
import { onSignedOut } from '#web/api/call/call.ts';
import { type Session, signIn, signOut, switchLocation, useSession } from '#web/api/session/session.ts';

const CHARLOTTE = 20;
const DURHAM = 19;
const me = (location: number) => ({
  user: {
    id: 3,
    username: 'sasha',
    name: 'Sasha',
    email: 'sasha@shop.example',
    role: 'staff',
    location_id: location,
    location: location === DURHAM ? 'Durham' : 'Charlotte',
    time_zone: 'America/New_York',
    permissions: [],
  },
  taxes: [],
  locations: [],
  environment: 'production',
});
/** Where the server has the session. */
let there: number;
let fates: ('lost' | 'unheard' | Response)[];

beforeEach(() => {
  vi.useFakeTimers();
  there = CHARLOTTE;
  fates = [];
  useSession.setState({ status: 'signed-in', me: me(CHARLOTTE) } as unknown as Session, true);
  serve((call, body) => {
    const fate = fates.shift();
    if (fate === 'lost') throw new TypeError('the request was lost');
    if (fate instanceof Response) return fate;
    if (call === 'PUT /api/auth/location') there = (body as { location_id: number }).location_id;
    if (fate === 'unheard') throw new TypeError('the reply was lost');
    return done({ ...me(there), token: 'of a test' });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const placeNow = () => {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.me.user.location_id : session.status;
};

/** Its end, however long the waits between tries are. */
async function after(going: Promise<void>): Promise<string> {
  const told = going.then(
    () => 'there',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return told;
}

describe('going to another location', () => {
  it.each([
    ['its answer is lost', ['unheard']],
    ['the server goes away after it', [done(me(DURHAM)), ...Array<'lost'>(9).fill('lost')]],
  ] as const)('is told as the server knows it when %s', async (_when, lost) => {
    fates = [...lost];
    if (lost.length > 1) there = DURHAM;
    expect(await after(switchLocation(DURHAM))).toBe('there');
    expect(placeNow()).toBe(DURHAM);
  });

  it('did not take place when it never arrived, or was refused', async () => {
    fates = Array<'lost'>(6).fill('lost');
    expect(await after(switchLocation(DURHAM))).toContain('cannot be reached');
    fates = [refused(403, 'not_allowed', 'Not there.')];
    expect(await after(switchLocation(DURHAM))).toBe('Not there.');
    expect(placeNow()).toBe(CHARLOTTE);
  });
});

describe('signing out', () => {
  beforeEach(() => {
    const stop = onSignedOut(() => useSession.setState({ status: 'signed-out', ended: true }, true));
    return () => void stop();
  });

  it('took place when only its answer was lost', async () => {
    fates = ['lost', refused(401, 'login_required', 'Sign in.')];
    expect(await after(signOut())).toBe('there');
    expect(useSession.getState()).toEqual({ status: 'signed-out', ended: false });
  });

  it.each([
    ['did not take place when its request was lost', ['lost'], false],
    ['may have taken place while there is no answer at all', Array<'lost'>(6).fill('lost'), true],
  ] as const)('%s', async (_what, lost, isAmbiguous) => {
    fates = [...lost];
    const failed = expect(signOut()).rejects.toMatchObject({ status: 0, ambiguous: isAmbiguous });
    await vi.advanceTimersByTimeAsync(120_000);
    await failed;
    expect(placeNow()).toBe(CHARLOTTE);
  });
});

it('signs in where the storage of the browser is full', async () => {
  useSession.setState({ status: 'signed-out', ended: false }, true);
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await signIn('sasha', 'staff');
  expect(placeNow()).toBe(CHARLOTTE);
});

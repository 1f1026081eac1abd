import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ownedStores, perOwner, whenOwnerChanges } from './per-owner.ts';
import { type Session, useSession } from './session.ts';

const session = (id: number, locationId: number | null): Session =>
  ({ status: 'signed-in', me: { user: { id, location_id: locationId } } }) as Session;
const SIGNED_OUT: Session = { status: 'signed-out', ended: true };
const before = useSession.getState();

describe('a store that belongs to one person at one location', () => {
  const store = perOwner(() => ({ search: '' }));
  // The list is of the app's stores, not of those that tests make.
  ownedStores.splice(ownedStores.indexOf(store), 1);
  beforeEach(() => {
    useSession.setState(session(3, 20), true);
    store.setState({ search: 'gummies' });
  });
  afterAll(() => useSession.setState(before, true));

  it.each([
    ['another person', session(4, 20)],
    ['the same person at another location', session(3, 19)],
    ['the same person at no location', session(3, null)],
  ])('begins afresh for %s', (_who, next) => {
    useSession.setState(next, true);
    expect(store.getState().search).toBe('');
  });

  it('begins afresh for another person who comes after a session ended', () => {
    useSession.setState(SIGNED_OUT, true);
    useSession.setState(session(4, 20), true);
    expect(store.getState().search).toBe('');
  });

  it('goes on for whoever comes back to where their session ended, and while the server does not answer', () => {
    useSession.setState(SIGNED_OUT, true);
    useSession.setState(session(3, 20), true);
    useSession.setState({ status: 'unknown', error: null }, true);
    useSession.setState(session(3, 20), true);
    expect(store.getState().search).toBe('gummies');
  });

  it('says that somebody else has come, once', () => {
    let times = 0;
    const stop = whenOwnerChanges(() => (times += 1));
    useSession.setState(session(3, 20), true);
    useSession.setState(session(4, 20), true);
    useSession.setState(session(4, 20), true);
    stop();
    useSession.setState(session(3, 20), true);
    expect(times).toBe(1);
  });
});

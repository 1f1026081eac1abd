import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, useSession } from '../session/session.ts';
import { addressed, connectAddress, flushAddress, hearAddress, openView, type Search, useAddress } from './address.ts';
import { anyOf, day, flag, instant, oneOf, pageNumber, recordId, words, wordsOrNone } from './params.ts';

const list = addressed<{
  status: 'any' | 'paid';
  quick: 'today' | null;
  from: string;
  at: string | null;
  page: number;
  open: number | null;
  search: string;
  field: string | null;
  summing: boolean;
  chosen: number | null;
}>('orders', {
  status: oneOf('status', ['any', 'paid'], 'any'),
  quick: anyOf('quick', ['today']),
  from: day('from'),
  at: instant('at'),
  page: pageNumber('page'),
  open: recordId('order'),
  search: words('search', 5),
  field: wordsOrNone('field', 5),
  summing: flag('summary'),
  chosen: recordId('.chosen'),
});

let went: string[] = [];

beforeEach(() => {
  useAddress.setState({ view: 'orders', searches: {}, heard: 0 });
  went = [];
  connectAddress((view, search, how) => went.push(`${how} ${view} ${new URLSearchParams(search)}`.trim()) > 0);
});

describe('what an address says', () => {
  it('is read into filters, page, search and the open record', () => {
    hearAddress('orders', {
      status: 'paid',
      quick: 'today',
      from: '2026-02-28',
      at: '2026-02-28T15:04:00.000Z',
      page: '3',
      order: '12',
      search: 'jam',
      field: 'size',
      summary: 'yes',
    });
    expect(list.get()).toEqual({
      status: 'paid',
      quick: 'today',
      from: '2026-02-28',
      at: '2026-02-28T15:04:00.000Z',
      page: 3,
      open: 12,
      search: 'jam',
      field: 'size',
      summing: true,
      chosen: null,
    });
  });

  it.each<Search>([
    {
      status: 'PAID',
      quick: 'tomorrow',
      from: '2026-02-30',
      at: '2026-02-30T15:04:00.000Z',
      page: '0',
      order: 'x',
      summary: '1',
    },
    { status: '', quick: '', from: '28/02/2026', at: 'noon', page: '-1', order: '1e3', summary: 'no' },
    { status: '__proto__', from: '2026-13-01', page: '1.5', order: '99999999999', other: 'unknown' },
    {},
  ])('falls back where it cannot be read: %o', (said) => {
    expect(list.read(said)).toEqual(list.read({}));
  });

  it('is cut where it is too long', () => {
    expect(list.read({ search: 'marmalade' }).search).toBe('marma');
  });
});

describe('what a view writes', () => {
  it('replaces the address for a filter and pushes it for a record that is opened', () => {
    list.change({ status: 'paid' });
    list.change({ open: 12 }, 'push');
    expect(went).toEqual(['replace orders status=paid', 'push orders status=paid&order=12']);
  });

  it('leaves out what is as it is without being said', () => {
    list.change({ status: 'paid', page: 2 });
    list.change({ status: 'any', page: 1 });
    expect(went).toEqual(['replace orders status=paid&page=2', 'replace orders']);
  });

  it('goes nowhere when nothing changes', () => {
    list.change({ status: 'any', open: null });
    expect(went).toEqual([]);
  });

  it('ends the page of the search before', () => {
    list.change({ page: 4 });
    list.change({ search: 'jam' }, 'replace', ['page']);
    expect(list.get()).toMatchObject({ page: 1, search: 'jam' });
  });

  it('keeps out of the address what only the page remembers', () => {
    list.change({ chosen: 7 });
    list.change({ page: 2 });
    expect(went).toEqual(['replace orders page=2']);
    hearAddress('orders', { page: '3' });
    expect(list.get()).toMatchObject({ page: 3, chosen: 7 });
  });
});

describe('a view that is left', () => {
  it('comes back as it was', () => {
    list.change({ status: 'paid', open: 12 });
    hearAddress('history', {});
    expect(list.get()).toMatchObject({ status: 'paid', open: 12 });
    openView('orders');
    expect(went.at(-1)).toBe('push orders status=paid&order=12');
  });

  it('may be told something meanwhile, without the address of the present one', () => {
    hearAddress('history', {});
    list.change({ search: 'jam' });
    expect(went).toEqual([]);
    expect(list.get().search).toBe('jam');
  });

  it('shows what the address says when that is another thing than it remembers', () => {
    list.change({ status: 'paid', page: 2 });
    hearAddress('history', {});
    hearAddress('orders', { order: '5' });
    expect(list.get()).toMatchObject({ status: 'any', page: 1, open: 5 });
  });
});

describe('a state that is read again', () => {
  it('is the same object while the address says the same', () => {
    const before = list.get();
    useAddress.setState({ heard: 9, searches: { orders: { other: 'unknown' } } });
    expect(list.get()).toBe(before);
  });
});

describe('what is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shown at once, and comes into the address once typing rests', () => {
    list.change({ search: 'j' }, 'later');
    list.change({ search: 'ja' }, 'later');
    expect([list.get().search, went]).toEqual(['ja', []]);
    vi.advanceTimersByTime(1000);
    expect(went).toEqual(['replace orders search=ja']);
  });

  it('is in the address before somebody goes on from it', () => {
    list.change({ search: 'ja' }, 'later');
    flushAddress();
    vi.advanceTimersByTime(1000);
    expect(went).toEqual(['replace orders search=ja']);
  });
});

describe('another person', () => {
  const signedIn = (id: number) => ({ status: 'signed-in', me: { user: { id, location_id: 20 } } }) as Session;
  const before = useSession.getState();
  beforeEach(() => useSession.setState(signedIn(3), true));
  afterAll(() => useSession.setState(before, true));

  it('begins anew where somebody stood before', () => {
    list.change({ status: 'paid', open: 12 });
    useSession.setState(signedIn(4), true);
    expect(list.get()).toMatchObject({ status: 'any', open: null });
    expect(went.at(-1)).toBe('replace orders');
    hearAddress('orders', { order: '5' });
    expect(list.get().open).toBe(5);
  });

  it('does not come to what somebody else had open when their session ended', async () => {
    list.change({ status: 'paid', open: 12 });
    connectAddress(() => false);
    useSession.setState({ status: 'signed-out', ended: true }, true);
    useSession.setState(signedIn(4), true);
    connectAddress((view, search, how) => went.push(`${how} ${view} ${new URLSearchParams(search)}`.trim()) > 0);
    hearAddress('orders', { status: 'paid', order: '12' });
    await Promise.resolve();
    expect(list.get()).toMatchObject({ status: 'any', open: null });
    expect(went.at(-1)).toBe('replace orders');
  });

  it('is not whoever comes back to where their session ended', () => {
    list.change({ status: 'paid', open: 12 });
    useSession.setState({ status: 'signed-out', ended: true }, true);
    useSession.setState(signedIn(3), true);
    hearAddress('orders', { status: 'paid', order: '12' });
    expect(list.get()).toMatchObject({ status: 'paid', open: 12 });
  });
});

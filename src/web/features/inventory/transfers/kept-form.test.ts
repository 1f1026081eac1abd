import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError } from '#web/api/call/call-error.ts';
import { commands } from '#web/api/commands/commands.ts';
import { keyAfterRefusal } from '#web/api/commands/outcome.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { keptForm } from './kept-form.ts';

interface Draft {
  readonly reason: string;
}

const WITHDRAWN = new CallError({ status: 409, code: 'command_withdrawn', message: 'It was withdrawn.' });
const STAFF = { userId: 3, locationId: 20 };
const session = (userId: number): Session =>
  ({ status: 'signed-in', me: { user: { id: userId, name: 'Sam', location_id: 20, location: 'Main' } } }) as Session;

/** The same person opens a page in a browser with this storage. */
function open(disk: Map<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  });
  return keptForm<Draft>({
    name: 'transfer',
    read: (stored) => (stored ? (stored as Draft) : null),
    isWorthKeeping: ({ reason }) => reason !== '',
  });
}

function isDone(key: string): void {
  const record = { key, state: 'done' } as CommandRecord;
  commands.store.setState({ records: new Map([[key, record]]) });
}

describe('a transfer that is filled in', () => {
  const before = useSession.getState();
  beforeAll(() => {
    vi.stubGlobal('window', { addEventListener: () => undefined });
    useSession.setState(session(3), true);
  });
  afterEach(() => commands.store.setState({ records: new Map() }));
  afterAll(() => {
    vi.unstubAllGlobals();
    useSession.setState(before, true);
  });

  it('is there again after a reload, with the key it will be sent with', () => {
    const disk = new Map<string, string>();
    const form = open(disk);
    form.change(() => ({ reason: 'more for the shop' }));
    const reopened = open(disk);
    expect(reopened.keptNow()).toEqual({ reason: 'more for the shop' });
    expect(reopened.keyNow()).toBe(form.keyNow());
  });

  it('does not come back when the power failed before the browser had written that it is done', () => {
    const disk = new Map<string, string>();
    const form = open(disk);
    form.change(() => ({ reason: 'more for the shop' }));
    const onDisk = new Map(disk);
    const key = form.keyNow();
    isDone(key);
    form.settle(STAFF, key);
    const reopened = open(onDisk);
    expect(reopened.keptNow()).toBeNull();
    reopened.change(() => ({ reason: 'the next one' }));
    expect(reopened.keyNow()).not.toBe(key);
  });

  it('does not come back either when it was withdrawn before it was done', () => {
    const disk = new Map<string, string>();
    const form = open(disk);
    form.change(() => ({ reason: 'more for the shop' }));
    const onDisk = new Map(disk);
    const first = form.keyNow();
    form.putBack(STAFF, first, form.keptNow(), keyAfterRefusal(WITHDRAWN, first));
    const second = form.keyNow();
    expect(second).not.toBe(first);
    const killed = open(new Map(onDisk));
    isDone(second);
    killed.settle(STAFF, second);
    expect(killed.keptNow()).toBeNull();
    expect(open(onDisk).keptNow()).toBeNull();
  });

  it('is not taken away by the answer to an earlier one', () => {
    const form = open(new Map());
    form.change(() => ({ reason: 'the first one' }));
    const key = form.keyNow();
    form.change(() => null);
    form.change(() => ({ reason: 'the second one' }));
    form.settle(STAFF, key);
    form.putBack(STAFF, key, { reason: 'the first one' });
    expect(form.keptNow()).toEqual({ reason: 'the second one' });
  });

  it('that was refused goes back to whoever began it, not to whoever is here by then', () => {
    const form = open(new Map());
    form.change(() => ({ reason: 'more for the shop' }));
    const key = form.keyNow();
    form.change(() => null);
    useSession.setState(session(4), true);
    form.putBack(STAFF, key, { reason: 'more for the shop' });
    expect(form.keptNow()).toBeNull();
    useSession.setState(session(3), true);
    expect(form.keptNow()).toEqual({ reason: 'more for the shop' });
    expect(form.keyNow()).toBe(key);
  });
});

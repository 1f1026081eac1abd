import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { type PendingPart, readRecord } from './pending-record.ts';
import { createPending, restockStepped } from './pending-state.ts';

const m = (quantity: number) => toMilli(quantity * 1000);

const KEY = 'tillwright.inventory.pending.3.20';
const STAFF = { userId: 3, locationId: 20 };

function browser(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored));
  const waiting: (() => void)[] = [];
  const locked = new Set<PendingPart>();
  const done = new Set<string>();
  const made = createPending({
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    isLocked: (part) => locked.has(part),
    newKey: randomUUID,
    isDone: (key) => done.has(key),
    soon: (write) => void waiting.push(write),
  });
  const pass = () => {
    for (const write of waiting.splice(0)) write();
  };
  return { ...made, locked, done, items, pass, get: made.store.getState };
}

describe('work on stock', () => {
  it('outlives the page and another person at the same till', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setChange('7', m(-3), m(10));
    till.get().setRestock('8-1', m(4));
    till.openFor({ userId: 4, locationId: 20 });
    expect(till.get().counts.size + till.get().restocks.size).toBe(0);
    const reopened = browser(Object.fromEntries(till.items));
    reopened.openFor(STAFF);
    expect(reopened.get().counts.get('7')).toEqual({ deltaMilli: m(-3), seenMilli: m(10), counted: false });
    expect(reopened.get().restocks.get('8-1')).toBe(m(4));
  });

  it('is written once for many key presses, and leaves nothing behind when it is gone', () => {
    const till = browser();
    till.openFor(STAFF);
    for (const figure of [1, 12, 123]) till.get().setChange('7', m(figure), m(10));
    expect(till.items.has(KEY)).toBe(false);
    till.pass();
    expect(readRecord(till.items.get(KEY) ?? null).counts.get('7')?.deltaMilli).toBe(m(123));
    till.get().setChange('7', m(0), m(10));
    till.pass();
    expect(till.items.has(KEY)).toBe(false);
  });

  it('takes in what another window of the same person did', () => {
    const till = browser();
    till.openFor(STAFF);
    const other = browser();
    other.openFor(STAFF);
    other.get().setRestock('9', m(2));
    other.flush();
    till.items.set(KEY, other.items.get(KEY) ?? '');
    till.changedElsewhere(KEY);
    expect(till.get().restocks.get('9')).toBe(m(2));
    till.changedElsewhere(null);
    expect(till.get().restocks.get('9')).toBe(m(2));
  });

  it('hides the books only where numbers are counted', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setBlind(true);
    expect(till.get().entry).toBe('count');
    till.get().setEntry('change');
    expect(till.get().blind).toBe(false);
  });

  it('takes an item out of a restock at zero or below', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setRestock('7', m(2));
    till.get().setRestock('7', m(-1));
    expect(till.get().restocks.size).toBe(0);
    expect(restockStepped(undefined, -1000)).toBe(0);
    expect(restockStepped(m(2), -1000)).toBe(m(1));
    expect([restockStepped(toMilli(3456), 1000), restockStepped(toMilli(3456), -1000)]).toEqual([4456, 2456]);
  });
});

const ROWAN = { userId: 4, locationId: 20 };
const STAFF_ELSEWHERE = { userId: 3, locationId: 19 };

describe('work that was sent', () => {
  it('is locked until the answer is known; the restock beside it is not', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setChange('7', m(-3), m(10));
    till.locked.add('counts');
    till.get().setChange('7', m(5), m(10));
    till.get().discard('counts');
    till.get().setRestock('8', m(1));
    expect(till.get().counts.get('7')?.deltaMilli).toBe(m(-3));
    expect(till.get().restocks.size).toBe(1);
  });

  it('goes from its owner’s work once it is done, whoever is at the till by then', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setChange('7', m(-3), m(10));
    till.get().setRestock('8', m(1));
    const key = till.get().keys.counts;
    till.openFor(ROWAN);
    till.get().setChange('7', m(2), m(10));
    till.settle(STAFF, 'counts', key);
    expect(till.get().counts.get('7')?.deltaMilli).toBe(m(2));
    till.openFor(STAFF);
    expect([till.get().counts.size, till.get().restocks.size]).toEqual([0, 1]);
  });

  it('is there again when it was refused, even if the browser had not kept it', () => {
    const sent = new Map([['7', { deltaMilli: m(-3), seenMilli: m(10), counted: false }]]);
    const reopened = browser();
    reopened.openFor(STAFF);
    reopened.putBack(STAFF, { counts: sent }, 'sent before');
    expect(reopened.get().counts).toEqual(sent);
    expect(reopened.get().keys.counts).toBe('sent before');
  });

  it('does not come back when the power failed before the browser had written that it is done', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setChange('7', m(-3), m(10));
    till.get().setRestock('8', m(1));
    till.pass();
    const onDisk = Object.fromEntries(till.items);
    const { keys } = till.get();
    till.settle(STAFF, 'counts', keys.counts);
    const reopened = browser(onDisk);
    reopened.done.add(keys.counts);
    reopened.openFor(STAFF);
    expect([reopened.get().counts.size, reopened.get().restocks.size]).toEqual([0, 1]);
    expect(reopened.get().keys.restocks).toBe(keys.restocks);
    reopened.get().setChange('7', m(1), m(7));
    expect(reopened.get().keys.counts).not.toBe(keys.counts);
  });

  it('leaves a count alone that was begun after it', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setChange('7', m(-3), m(10));
    const { keys } = till.get();
    till.get().discard('counts');
    till.get().setChange('7', m(4), m(10));
    till.settle(STAFF, 'counts', keys.counts);
    expect(till.get().counts.get('7')?.deltaMilli).toBe(m(4));
  });

  it('has its own key again when it was discarded and taken back', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setRestock('8', m(1));
    const { keys } = till.get();
    till.get().discard('restocks')();
    expect(till.get().keys).toEqual(keys);
  });
});

describe('Undo of what was discarded', () => {
  it('puts back what is not there, and leaves what was entered since', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setCount('7', m(5), m(3));
    till.get().setCount('8', m(1), m(1));
    const undo = till.get().discard('counts');
    till.get().setCount('7', m(9), m(3));
    expect(undo()).toBe(true);
    expect(till.get().counts.get('7')?.deltaMilli).toBe(m(6));
    expect(till.get().counts.get('8')?.deltaMilli).toBe(m(0));
  });

  it('puts it back where it came from, not into the work of another location', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setRestock('7', m(5));
    till.get().setCount('8', m(5), m(3));
    const undo = [till.get().discard('restocks'), till.get().discard('counts')];
    till.openFor(STAFF_ELSEWHERE);
    for (const putBack of undo) putBack();
    expect(till.get()).toMatchObject({ restocks: new Map(), counts: new Map() });
    till.openFor(STAFF);
    expect(till.get().restocks.get('7')).toBe(m(5));
    expect(till.get().counts.get('8')?.deltaMilli).toBe(m(2));
  });

  it('does nothing once an audit was created: the books count them in by then', () => {
    const till = browser();
    till.openFor(STAFF);
    till.get().setCount('7', m(5), m(3));
    const undo = till.get().discard('counts');
    till.get().setCount('7', m(9), m(3));
    till.settle(STAFF, 'counts', till.get().keys.counts);
    expect(undo()).toBe(false);
    expect(till.get().counts.size).toBe(0);
  });
});

it('leaves out what of a stored record cannot be read', () => {
  expect(readRecord('{"version":1,"counts":[[').counts.size).toBe(0);
  expect(readRecord('{"version":2,"counts":[["7",1,1,0]]}').counts.size).toBe(0);
  const record = readRecord(
    JSON.stringify({
      version: 1,
      counts: [
        ['7', 1000, 2000, 0],
        ['x', 1, 1, 0],
        ['8', 0, 5, 0],
        ['9', -9, 5, 1],
        ['10-2', 0, 5000, 1],
      ],
      restocks: [['3', 1000], ['4', 0], 'nonsense'],
      blind: 'yes',
    }),
  );
  expect([...record.counts.keys()]).toEqual(['7', '10-2']);
  expect([...record.restocks.keys()]).toEqual(['3']);
  expect(record.blind).toBe(false);
});

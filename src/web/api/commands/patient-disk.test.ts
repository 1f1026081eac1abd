import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Disk } from './disk.testing.ts';
import { patient } from './patient-disk.ts';
import type { CommandRecord } from './record.ts';
import type { CommandStorage } from './disk.ts';

const RECORD: CommandRecord = {
  key: 'key-1',
  kind: 'refund',
  subject: 'order 17',
  title: 'Refund',
  owner: { userId: 3, name: 'Sasha', locationId: 20, location: 'Charlotte Central' },
  begunBy: null,
  request: { params: undefined, query: undefined, body: { amount: '10.88' } },
  memo: null,
  state: 'sending',
  refusal: null,
  sentAt: 1000,
};
const HUNG = 'The database of the browser does not answer.';

let disk: Disk;
let kept: number;
let storage: CommandStorage;
/** Lets the disk answer. */
let free: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  kept = 0;
  disk = new Disk();
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const later =
    <Given extends unknown[], Value>(work: (...given: Given) => Promise<Value>) =>
    async (...given: Given) => {
      await freed;
      return work(...given);
    };
  const slow: CommandStorage = {
    all: later(disk.all),
    get: later(disk.get),
    add: later(disk.add),
    amend: later(disk.amend),
    settle: later(disk.settle),
    remove: later(disk.remove),
  };
  storage = patient(slow, () => {
    kept += 1;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function hang(): Promise<void> {
  const adding = expect(storage.add(RECORD)).rejects.toThrow(HUNG);
  await vi.advanceTimersByTimeAsync(3000);
  await adding;
}

it('keeps nobody waiting for a disk that does not answer, the second time not at all', async () => {
  await hang();
  await expect(storage.get('key-1')).rejects.toThrow(HUNG);
  expect(kept).toBe(0);
});

it('forgets what was answered meanwhile, once the disk answers again', async () => {
  await hang();
  await expect(storage.remove(['key-1'])).rejects.toThrow(HUNG);
  free();
  await vi.advanceTimersByTimeAsync(0);
  expect(disk.records.size).toBe(0);
});

it('is asked at once when the disk has answered, and finds what was stored late', async () => {
  await hang();
  free();
  await vi.advanceTimersByTimeAsync(0);
  expect(await storage.all()).toMatchObject([{ key: 'key-1' }]);
});

it('is not said to store again because something can be read or deleted on a full disk', async () => {
  free();
  disk.full = true;
  await expect(storage.add(RECORD)).rejects.toThrow('full');
  await storage.all();
  await storage.get('key-1');
  await storage.amend('key-1', (record) => record);
  await storage.remove(['key-1']);
  expect(kept).toBe(0);
  disk.full = false;
  await storage.add(RECORD);
  expect(kept).toBe(1);
});

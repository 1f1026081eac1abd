import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { CallError } from '../call-error.ts';
import { Disk } from './disk.testing.ts';
import type { CommandDefinition, CommandOutcome } from './definition.ts';
import { type Commands, createCommands } from './engine.ts';
import { beginnerOf, type CommandOwner } from './record.ts';
import type { CommandStorage } from './storage.ts';

const refundRoute = route({
  name: 'refund',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/refunds',
  body: z.object({ amount: z.string() }),
  reply: z.object({ number: z.number() }),
  summary: 'A refund',
  tags: [],
  access: 'signed-in',
});
const refund: CommandDefinition<typeof refundRoute, { amount: string }> = {
  kind: 'refund',
  route: refundRoute,
  readMemo: (kept) => kept as { amount: string } | null,
};
const newCustomer: typeof refund = { ...refund, kind: 'customer', personal: true };
const SASHA: CommandOwner = { userId: 3, name: 'Sasha', locationId: 20, location: 'Charlotte Central' };
const ROWAN: CommandOwner = { userId: 4, name: 'Rowan', locationId: 20, location: 'Charlotte Central' };

/** A server that does each key once, and the network before it: what happens to the next tries. */
class Shop {
  readonly done = new Map<string, string>();
  readonly effects: string[] = [];
  fate: ('reply lost' | 'request lost' | CallError)[] = [];

  take(key: string, body: unknown): { reply: unknown; replayed: boolean } {
    const fate = this.fate.shift();
    const gone = new CallError({ status: 0, code: 'unreachable', message: 'No connection.' });
    if (fate === 'request lost') throw gone;
    if (fate instanceof CallError) throw fate;
    const written = JSON.stringify(body);
    const before = this.done.get(key);
    if (before !== undefined && before !== written) {
      throw new CallError({ status: 422, code: 'idempotency_key_reused', message: 'It happened, otherwise.' });
    }
    if (before === undefined) {
      this.done.set(key, written);
      this.effects.push(written);
    }
    if (fate === 'reply lost') throw gone;
    return { reply: { number: [...this.done.keys()].indexOf(key) + 1 }, replayed: before !== undefined };
  }
}

let disk: Disk;
let shop: Shop;
let keys: number;
let windows: { readonly engine: Commands; readonly alive: () => boolean }[];
let locked: Map<string, Promise<void>>;

/** A window of the browser. `kill` ends it in the middle of whatever it does. */
function page(who: CommandOwner | null = SASHA) {
  let alive = true;
  let owner = who;
  const sleeping: (() => void)[] = [];
  const problems: unknown[] = [];
  const unwatched: CommandOutcome['kind'][] = [];
  const never = new Promise<never>(() => undefined);
  const onlyAlive = <Value>(work: Promise<Value>) => work.then((value) => (alive ? value : never));
  const storage: CommandStorage = {
    all: () => onlyAlive(disk.all()),
    get: (key) => onlyAlive(disk.get(key)),
    add: (record) => onlyAlive(disk.add(record)),
    put: (record) => onlyAlive(alive ? disk.put(record) : never),
    remove: (removed) => onlyAlive(disk.remove(removed)),
  };
  const settled: string[] = [];
  const told = (definition: typeof refund): typeof refund => ({
    ...definition,
    onOutcome: ({ kind }, command, watched) => {
      settled.push(`${kind} of ${beginnerOf(command).name}`);
      if (!watched) unwatched.push(kind);
    },
  });
  let codeIsAway = false;
  const engine: Commands = createCommands({
    storage,
    load: async (kind) => {
      if (codeIsAway) throw new Error('the code could not be fetched');
      return told(kind === 'customer' ? newCustomer : refund);
    },
    post: async (_definition, { key, request }) => {
      await Promise.resolve();
      if (!alive) return never;
      const answer = shop.take(key, request);
      return alive ? answer : never;
    },
    whoNow: () => owner,
    newKey: () => `key-${(keys += 1)}`,
    now: () => 1000,
    wait: () => new Promise((resolve) => void sleeping.push(resolve)),
    lock: async (key, work) => {
      while (locked.has(key)) await locked.get(key);
      const held = work();
      const ended = held.catch(() => undefined);
      locked.set(key, Promise.race([ended, new Promise<void>((free) => void dying.push(free))]));
      await ended;
      locked.delete(key);
      return held;
    },
    announce: (key) =>
      windows.forEach((other) => other.engine !== engine && other.alive() && void other.engine.hear(key)),
    onNotKept: (error) => problems.push(error),
    onFailed: (error) => problems.push(error),
  });
  const dying: (() => void)[] = [];
  const self = {
    engine,
    problems,
    unwatched,
    settled,
    setCodeAway: (away: boolean) => {
      codeIsAway = away;
    },
    alive: () => alive,
    records: () => [...engine.store.getState().records.values()],
    kill: () => {
      alive = false;
      locked.clear();
      for (const free of dying) free();
    },
    become: (next: CommandOwner | null) => {
      owner = next;
      engine.resume();
    },
    /** Time passes: what waits asks again, until nothing changes any more. */
    settle: async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        sleeping.splice(0).forEach((wake) => wake());
      }
    },
    send: (amount = '10.88', subject = 'order 17', definition = refund) =>
      engine.send(told(definition), {
        subject,
        title: `Refund of ${amount}`,
        memo: { amount },
        params: undefined,
        query: undefined,
        body: { amount },
      }),
  };
  windows.push(self);
  return self;
}

beforeEach(() => {
  disk = new Disk();
  shop = new Shop();
  keys = 0;
  windows = [];
  locked = new Map();
});

describe('a command', () => {
  it('is on the disk before it is sent, and happens once', async () => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    const sending = till.send();
    expect(till.engine.openOf('refund', 'order 17')).toMatchObject({ state: 'sending' });
    expect(shop.effects).toEqual([]);
    await sending;
    expect(disk.records.get('key-1')).toMatchObject({ state: 'sending', request: { body: { amount: '10.88' } } });
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(outcomes).toMatchObject([{ kind: 'done', reply: { number: 1 }, first: true }]);
    expect(disk.records.get('key-1')).toMatchObject({ state: 'done', request: null, memo: null });
  });

  it('is not sent twice by a second press, nor by an edit, while its outcome is unknown', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    expect(await till.send('10.87')).toBe(false);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
  });

  it.each(['reply lost', 'request lost'] as const)('happens once when the %s, and says so', async (fate) => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    shop.fate = [fate, fate, fate];
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(outcomes).toMatchObject([{ kind: 'done', first: fate === 'request lost' }]);
  });

  it.each(['as it is kept', 'after it is sent', 'while it waits'] as const)(
    'is not done twice when the browser is killed %s',
    async (moment) => {
      const till = page();
      shop.fate = ['reply lost'];
      const sending = till.send();
      if (moment === 'after it is sent') await sending;
      if (moment === 'while it waits') await sending.then(() => new Promise((resolve) => setTimeout(resolve, 0)));
      till.kill();
      const again = page();
      await again.engine.open();
      expect(again.engine.openOf('refund', 'order 17')).toMatchObject({ state: 'unknown', memo: { amount: '10.88' } });
      await again.settle();
      expect(shop.effects).toHaveLength(1);
      expect(again.unwatched).toEqual(['done']);
    },
  );

  it('waits for the person who sent it, at the location where it was sent', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    till.become(ROWAN);
    await till.settle();
    expect(till.engine.openOf('refund', 'order 17')).toBeNull();
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    till.become({ ...SASHA, locationId: 19 });
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    till.become(SASHA);
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'done' }]);
    expect(shop.effects).toHaveLength(1);
  });

  it('settles the work of whoever sent it, though they have left by the time the answer comes', async () => {
    const till = page();
    const heard: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void heard.push(outcome));
    await till.send();
    till.become(ROWAN);
    await till.settle();
    expect(till.settled).toEqual(['done of Sasha']);
    expect([heard, till.unwatched]).toEqual([[], []]);
    expect(till.records()).toMatchObject([{ state: 'done' }]);
  });

  it('is found out, taken over and still settles the work of whoever began it', async () => {
    const till = page();
    shop.fate = ['request lost'];
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(ROWAN);
    shop.fate = [new CallError({ status: 409, code: 'sent_by_another', message: 'No.', details: { success: false } })];
    expect(await till.engine.askFor('key-1')).toBe('not recorded');
    expect(shop.effects).toEqual([]);
    await till.engine.takeOver('key-1');
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.settled).toEqual(['done of Sasha']);
    expect(await till.engine.askFor('key-1')).toBe('settled');
  });

  it('is asked for again though the code of its form could not be fetched', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    till.kill();
    const again = page();
    again.setCodeAway(true);
    await again.engine.open();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(again.problems).toHaveLength(1);
    again.setCodeAway(false);
    await again.settle();
    expect(again.records()).toMatchObject([{ state: 'done' }]);
    expect(shop.effects).toHaveLength(1);
  });

  it('that a proxy turned away is not taken for refused', async () => {
    const till = page();
    shop.fate = ['reply lost', new CallError({ status: 404, code: 'http_404', message: 'Not found' })];
    await till.send();
    await till.settle();
    expect(till.settled).toEqual(['done of Sasha']);
    expect(shop.effects).toHaveLength(1);
  });

  it('that is refused frees its form, and stays to be read when nobody was looking', async () => {
    const no = new CallError({
      status: 409,
      code: 'out_of_stock',
      message: 'There is not enough.',
      details: { success: false },
    });
    const till = page();
    const stop = till.engine.watch(refund, 'order 17', () => undefined);
    shop.fate = [no];
    await till.send();
    await till.settle();
    expect(till.records()).toEqual([]);
    expect(disk.records.size).toBe(0);
    stop();
    shop.fate = [no];
    await till.send();
    await till.settle();
    expect(till.records()).toMatchObject([{ state: 'refused', request: null, memo: { amount: '10.88' } }]);
    expect(till.unwatched).toEqual(['refused']);
    expect(await till.send()).toBe(true);
  });

  it('with personal data leaves none behind once its outcome is known', async () => {
    const till = page();
    shop.fate = [
      new CallError({
        status: 409,
        code: 'email_taken',
        message: 'Somebody has this address.',
        details: { success: false },
      }),
    ];
    await till.send('Maya Stone', 'new', newCustomer);
    await till.settle();
    expect(JSON.stringify([...disk.records.values()].map(({ memo, request }) => ({ memo, request })))).not.toContain(
      'Maya',
    );
  });

  it('whose key was used with another request happened, otherwise', async () => {
    const till = page();
    const outcomes: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void outcomes.push(outcome));
    shop.done.set('key-1', 'something else');
    await till.send();
    await till.settle();
    expect(outcomes).toMatchObject([{ kind: 'otherwise' }]);
    expect(till.records()).toMatchObject([{ state: 'done' }]);
  });

  it('is sent all the same when the browser cannot keep it, and that is said', async () => {
    const till = page();
    disk.full = true;
    await till.send();
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.problems.length).toBeGreaterThan(0);
  });
});

describe('two windows of one browser', () => {
  it('do not open again what one of them knows to be done, whatever order their writes come in', async () => {
    const till = page();
    await till.send();
    const open = { ...till.records()[0]!, state: 'unknown' as const };
    await till.settle();
    await disk.put(open);
    expect(disk.records.get('key-1')).toMatchObject({ state: 'done' });
    await till.engine.hear('key-1');
    expect(till.records()).toMatchObject([{ state: 'done' }]);
    expect(till.settled).toEqual(['done of Sasha']);
  });

  it('show the same command, and one of them asks', async () => {
    const [first, second] = [page(), page()];
    const heard: CommandOutcome[] = [];
    second.engine.watch(refund, 'order 17', (outcome) => void heard.push(outcome));
    shop.fate = ['reply lost'];
    await first.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(second.engine.openOf('refund', 'order 17')).not.toBeNull();
    expect(await second.send()).toBe(false);
    await first.settle();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
    expect(heard).toEqual([{ kind: 'elsewhere', state: 'done' }]);
  });

  it('go on asking in the other one when the first is killed', async () => {
    const [first, second] = [page(), page()];
    shop.fate = ['reply lost'];
    await first.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    first.kill();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
    expect(second.records()).toMatchObject([{ state: 'done' }]);
  });

  it('send one sale of the cart they share, whichever presses first', async () => {
    const [first, second] = [page(), page()];
    const sale = (cash: string) => ({
      subject: 'cart',
      title: 'Sale',
      memo: { amount: cash },
      key: 'cart-key',
      params: undefined,
      query: undefined,
      body: { amount: cash },
    });
    const sent = await Promise.all([first.engine.send(refund, sale('cash')), second.engine.send(refund, sale('card'))]);
    expect(sent.filter(Boolean)).toHaveLength(1);
    await first.settle();
    await second.settle();
    expect(shop.effects).toHaveLength(1);
  });
});

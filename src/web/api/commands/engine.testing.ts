import { z } from 'zod';
import { route } from '#contract/route.ts';
import { CallError } from '../call/call-error.ts';
import type { CommandDefinition, CommandOutcome } from './definition.ts';
import { Disk } from './disk.testing.ts';
import { type Commands, createCommands } from './engine.ts';
import { beginnerOf, type CommandOwner } from './record.ts';
import type { CommandStorage } from './disk.ts';

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
export const refund: CommandDefinition<typeof refundRoute, { amount: string }> = {
  kind: 'refund',
  route: refundRoute,
  readMemo: (kept) => kept as { amount: string } | null,
};
export const newCustomer: typeof refund = { ...refund, kind: 'customer', personal: true };
export const SASHA: CommandOwner = { userId: 3, name: 'Sasha', locationId: 20, location: 'Charlotte Central' };
export const ROWAN: CommandOwner = { userId: 4, name: 'Rowan', locationId: 20, location: 'Charlotte Central' };

const WITHDRAWN = 'withdrawn';
const FAULT = new CallError({ status: 500, code: 'internal_error', message: 'No.', details: { success: false } });

export const REFUSED = new CallError({
  status: 409,
  code: 'out_of_stock',
  message: 'There is not enough.',
  details: { success: false },
});

/** A server that carries out each key once, behind a network that can lose the next tries. */
export class Shop {
  readonly done = new Map<string, string>();
  readonly effects: string[] = [];
  reachable = true;
  /** Answers with an error of its own, whether or not it carried the command out. */
  broken = false;
  fate: ('reply lost' | 'request lost' | CallError)[] = [];

  take(key: string, body: unknown): { reply: unknown; replayed: boolean } {
    const fate = this.fate.shift();
    const gone = new CallError({ status: 0, code: 'unreachable', message: 'No connection.' });
    if (fate === 'request lost') throw gone;
    if (fate instanceof CallError) throw fate;
    const written = JSON.stringify(body);
    const before = this.done.get(key);
    if (before === WITHDRAWN) {
      throw new CallError({ status: 409, code: 'command_withdrawn', message: 'No.', details: { success: false } });
    }
    if (this.broken) throw FAULT;
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

export let disk: Disk;
export let shop: Shop;
let keys = 0;
let windows: { readonly engine: Commands; readonly alive: () => boolean }[];
let locked: Map<string, Promise<void>>;

/** A window of the browser. `kill` ends it at any point. */
export function page(who: CommandOwner | null = SASHA) {
  let alive = true;
  let owner = who;
  const sleeping: (() => void)[] = [];
  const waits: number[] = [];
  const problems: unknown[] = [];
  const unwatched: CommandOutcome['kind'][] = [];
  const never = new Promise<never>(() => undefined);
  const onlyAlive = <Value>(work: Promise<Value>) => work.then((value) => (alive ? value : never));
  const storage: CommandStorage = {
    all: () => onlyAlive(disk.all()),
    get: (key) => onlyAlive(disk.get(key)),
    add: (record) => onlyAlive(disk.add(record)),
    amend: (key, by) => onlyAlive(alive ? disk.amend(key, by) : never),
    settle: (record, nextOf) => onlyAlive(alive ? disk.settle(record, nextOf) : never),
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
    withdraw: async ({ key }) => {
      await Promise.resolve();
      const happened = shop.done.has(key) && shop.done.get(key) !== WITHDRAWN;
      if (!happened && shop.reachable) shop.done.set(key, WITHDRAWN);
      if (!shop.reachable) throw new CallError({ status: 0, code: 'unreachable', message: 'No connection.' });
      return { happened, partly: false };
    },
    approve: async ({ key }) => self.approves(key),
    whoNow: () => owner,
    newKey: () => `key-${(keys += 1)}`,
    now: () => self.now,
    wait: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => void sleeping.push(resolve));
    },
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
      windows.forEach((other) => other.engine !== engine && other.alive() && void other.engine.reread(key)),
    onNotKept: (error) => problems.push(error),
    onFailed: (error) => problems.push(error),
  });
  const dying: (() => void)[] = [];
  const self = {
    now: 1000,
    /** The answer of the person who is asked to approve. */
    approves: (_key: string): boolean => false,
    engine,
    problems,
    unwatched,
    /** How long it was to wait each time, in ms. */
    waits,
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
    wake: () => sleeping.splice(0).forEach((wake) => wake()),
    /** Lets time pass until nothing changes. */
    settle: async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        self.wake();
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

/** Starts over with another browser and an empty server. */
export function beginAnew(): void {
  disk = new Disk();
  shop = new Shop();
  keys = 0;
  windows = [];
  locked = new Map();
}

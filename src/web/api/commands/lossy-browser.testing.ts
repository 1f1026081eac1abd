import { createCall } from '../call/call.ts';
import { newUuid } from '../call/new-uuid.ts';
import type { AnyDefinition, KeptRequest } from './definition.ts';
import { Disk } from './disk.testing.ts';
import { createCommands } from './engine.ts';
import { overTheWire } from './over-the-wire.ts';
import type { CommandOwner, CommandRecord } from './record.ts';

/** The fate of the next request. With `no answer` the server carries it out, and the page waits for ever. */
export type Fate = 'reply lost' | 'request lost' | 'no answer';

/** The one form of every page. */
export const FORM = 'form';

/**
 * A browser with its disk, its pages and a network that can lose requests and replies. Its pages run the real engine
 * and the real client.
 */
export class LossyBrowser {
  static readonly #all = new Map<string, LossyBrowser>();
  /** Sends what a page asks; null for a request of somebody else, such as the server's own. */
  static readonly fetch = (address: string, init: RequestInit): Promise<Response> | null => {
    const browser = LossyBrowser.#all.get(new URL(address).origin);
    return browser ? browser.#send(address.slice(browser.origin.length), init) : null;
  };

  readonly origin: string = `http://browser-${LossyBrowser.#all.size}`;
  readonly disk = new Disk();
  readonly pages: LossyPage[] = [];
  readonly locks = new Map<string, Promise<unknown>>();
  readonly fates: Fate[] = [];
  /** The outcomes that forms were told. */
  readonly told: string[] = [];
  owner: CommandOwner | null;
  sent = 0;
  arrived = 0;
  /** The last answer that left the server, for messages of tests. */
  answer = '';
  readonly #ask: (path: string, init: RequestInit) => Promise<Response>;
  readonly #listening = new Set<() => void>();
  readonly #sleeping = new Set<() => void>();
  #isAwake = false;

  /** @param ask sends a request to the server in the name of whoever is signed in */
  constructor(owner: CommandOwner, ask: (path: string, init: RequestInit) => Promise<Response>) {
    this.owner = owner;
    this.#ask = ask;
    LossyBrowser.#all.set(this.origin, this);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const fate = this.fates.shift();
    this.sent += 1;
    this.#tell();
    if (fate === 'request lost') throw new TypeError('the request was lost');
    const reply = await this.#ask(path, init);
    this.answer = `${reply.status} ${await reply.clone().text()}`;
    this.arrived += 1;
    this.#tell();
    if (fate === 'no answer') return new Promise(() => undefined);
    if (fate === 'reply lost') throw new TypeError('the reply was lost');
    return reply;
  }

  #tell(): void {
    for (const look of this.#listening) look();
  }

  /** Resolves once this many requests were sent, or have arrived at the server and were answered. */
  traffic(kind: 'sent' | 'arrived', count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this[kind] < count) return;
        this.#listening.delete(look);
        resolve();
      };
      this.#listening.add(look);
      look();
    });
  }

  async open(definition: AnyDefinition): Promise<LossyPage> {
    const page = openPage(this, definition);
    this.pages.push(page);
    await page.engine.open();
    return page;
  }

  become(owner: CommandOwner): void {
    this.owner = owner;
    for (const { engine } of this.pages) engine.resume();
  }

  /** A command waits before its next try until somebody wakes it; afterwards none waits. */
  readonly sleep = (): Promise<void> =>
    new Promise((resolve) => {
      if (this.#isAwake) setTimeout(resolve);
      else this.#sleeping.add(resolve);
    });

  wake(): void {
    this.#isAwake = true;
    for (const wakeUp of this.#sleeping) wakeUp();
  }
}

export type LossyPage = ReturnType<typeof openPage>;

const raise = (error: unknown): never => {
  throw error;
};

function openPage(browser: LossyBrowser, definition: AnyDefinition) {
  const { disk, locks, told } = browser;
  let isAlive = true;
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  /** A page that was killed neither begins anything nor hears of anything. */
  function whileAlive<Value>(work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (isAlive)
        work().then(
          (value) => isAlive && resolve(value),
          (error: unknown) => isAlive && reject(error as Error),
        );
    });
  }
  const { post, withdraw } = overTheWire(createCall({ origin: browser.origin }).call, () => undefined);
  const engine = createCommands({
    storage: {
      all: () => whileAlive(disk.all),
      get: (key) => whileAlive(() => disk.get(key)),
      add: (record) => whileAlive(() => disk.add(record)),
      amend: (key, by) => whileAlive(() => disk.amend(key, by)),
      settle: (record, nextOf) => whileAlive(() => disk.settle(record, nextOf)),
      remove: (keys) => whileAlive(() => disk.remove(keys)),
    },
    load: () => Promise.resolve(definition),
    post: (one, command) => whileAlive(() => post(one, command)),
    withdraw: (command) => whileAlive(() => withdraw(command)),
    whoNow: () => browser.owner,
    newKey: newUuid,
    now: () => Date.now(),
    wait: browser.sleep,
    lock: (key, work) => {
      const before = locks.get(key);
      const held = whileAlive(async () => {
        await before;
        return whileAlive(work);
      });
      locks.set(
        key,
        Promise.race([held, death]).catch(() => undefined),
      );
      return held;
    },
    announce: (key) => {
      for (const other of browser.pages) if (other.engine !== engine && other.isAlive()) void other.engine.reread(key);
    },
    onNotKept: raise,
    onFailed: raise,
  });
  engine.watch(definition, FORM, ({ kind }) => void told.push(kind));
  return {
    engine,
    isAlive: () => isAlive,
    kill: () => {
      isAlive = false;
      die();
    },
    /** Presses the button of the form; false if nothing was sent. */
    press: (request: KeptRequest) =>
      engine.send(definition, { subject: FORM, title: 'A command', memo: null, ...(request as object) }),
    /** Resolves to the command of the form once it is as asked. */
    until: (isSo: (record: CommandRecord) => boolean) =>
      new Promise<CommandRecord>((resolve) => {
        const look = () => {
          const record = [...engine.store.getState().records.values()].find(isSo);
          if (!record) return;
          stop();
          resolve(record);
        };
        const stop = engine.store.subscribe(look);
        look();
      }),
  };
}

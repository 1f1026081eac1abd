import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { notDoneOnce } from './done-once.ts';
import { FaultProxy } from './fault-proxy.ts';
import { sharedOrigin } from './origin.ts';
import { KillableBrowser } from './killed-browser.ts';
import { randomFaults } from './random-faults.ts';
import { ShopServer } from './server.ts';
import { Shop, type Username } from './shop.ts';
import { Till } from './till.ts';
import { askPatiently } from './unknown-outcome.ts';
import { Watch } from './watch.ts';

export interface NetworkOptions {
  /**
   * The way from the pages to the server: straight, through a proxy that breaks what the test orders (`faults`), or
   * through one that loses requests and replies at random, as the lossy run has it.
   */
  network: 'direct' | 'scripted' | 'lossy';
  /** Of the random losses: the same seed loses the same again. */
  lossySeed: string;
}

interface TestFixtures extends NetworkOptions {
  /** Breaks connections of this test's pages, unless their network is `direct`. */
  faults: FaultProxy;
  /** Where the pages of this test come from: the server, or the proxy in front of it. */
  pagesOrigin: string;
  /** Who is signed in when the test begins; null: nobody. */
  as: Username | null;
  /** What went wrong in any page of the test; anything it was not told to expect fails the test. */
  watch: Watch;
  /** Has a browser watched, and attended to where the network is lossy. */
  prepare: (context: BrowserContext) => void;
  /** The shop as the person of `as` reaches it over the wire; as the manager when nobody is signed in. */
  shop: Shop;
  /** The register of the person of `as`. */
  till: Till;
  /** Another browser, signed in as somebody: a second till. */
  anotherTill: (username: Username) => Promise<Till>;
  /** A browser that can be killed and opened again; nobody is signed in. */
  killable: KillableBrowser;
}

interface WorkerFixtures {
  /** A server of one's own instead of the shared one: for tests that stop it. */
  ownServer: boolean;
  server: ShopServer | null;
  origin: string;
  /** Signs somebody in over the wire, once per worker. */
  signedIn: (username: Username) => Promise<Shop>;
}

async function openTill(
  browser: Browser,
  origin: string,
  shop: Shop,
  prepare: (context: BrowserContext) => void,
): Promise<Till> {
  const context = await browser.newContext({ baseURL: origin, storageState: shop.session });
  prepare(context);
  return new Till(await context.newPage());
}

function expectNoProblems(watch: Watch, faults: FaultProxy): void {
  expect(watch.problems(), 'what went wrong in the pages').toEqual([]);
  expect(notDoneOnce(faults.exchanges), 'commands that were not done once').toEqual([]);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  as: ['staff', { option: true }],
  network: ['direct', { option: true }],
  lossySeed: ['1', { option: true }],
  ownServer: [false, { option: true, scope: 'worker' }],

  server: [
    async ({ ownServer }, provide, { workerIndex }) => {
      if (!ownServer) return provide(null);
      const server = await ShopServer.create(`test-results/browser-server-${workerIndex}.log`);
      try {
        await server.start();
        await provide(server);
        await server.verifyBooks();
      } finally {
        await server.remove();
      }
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  origin: [async ({ server }, provide) => provide(server?.origin ?? sharedOrigin()), { scope: 'worker' }],

  signedIn: [
    async ({ origin }, provide) => {
      const shops = new Map<Username, Promise<Shop>>();
      await provide((username) => {
        const shop = shops.get(username) ?? Shop.signIn(origin, username);
        shops.set(username, shop);
        return shop;
      });
      for (const shop of shops.values()) await (await shop).close();
    },
    { scope: 'worker' },
  ],

  faults: async ({ origin, network, lossySeed }, provide, { titlePath }) => {
    const seed = [lossySeed, ...titlePath].join(' > ');
    const faults = await FaultProxy.open(origin, network === 'lossy' ? randomFaults(seed) : undefined);
    await provide(faults);
    await faults.close();
  },
  pagesOrigin: ({ origin, network, faults }, provide) => provide(network === 'direct' ? origin : faults.origin),

  baseURL: ({ pagesOrigin }, provide) => provide(pagesOrigin),
  storageState: async ({ as, signedIn }, provide) => provide(as === null ? undefined : (await signedIn(as)).session),
  watch: ({ pagesOrigin, faults }, provide) => provide(new Watch(pagesOrigin, faults)),
  prepare: ({ watch, network }, provide) =>
    provide((context) => {
      watch.follow(context);
      if (network === 'lossy') context.on('page', (page) => void askPatiently(page));
    }),

  context: async ({ context, prepare, watch, faults }, provide) => {
    prepare(context);
    await provide(context);
    expectNoProblems(watch, faults);
  },

  shop: async ({ as, signedIn }, provide) => provide(await signedIn(as ?? 'manager')),
  till: ({ page }, provide) => provide(new Till(page)),

  anotherTill: async ({ browser, pagesOrigin, signedIn, prepare }, provide) => {
    const opened: Page[] = [];
    await provide(async (username) => {
      const till = await openTill(browser, pagesOrigin, await signedIn(username), prepare);
      opened.push(till.page);
      return till;
    });
    for (const page of opened) await page.context().close();
  },

  killable: async ({ pagesOrigin, prepare, launchOptions, viewport, watch, faults }, provide) => {
    const browser = await KillableBrowser.create({ ...launchOptions, baseURL: pagesOrigin, viewport }, prepare);
    try {
      await provide(browser);
    } finally {
      await browser.remove();
    }
    expectNoProblems(watch, faults);
  },
});

export { expect };

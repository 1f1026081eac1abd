import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { notDoneOnce } from './faults/done-once.ts';
import { FaultProxy } from './faults/fault-proxy.ts';
import { KeptWindows } from './browser/kept-windows.ts';
import { KillableBrowser } from './faults/killed-browser.ts';
import { lossySeed, type NetworkOptions } from './faults/losses.ts';
import { randomFaults } from './faults/random-faults.ts';
import { ShopServer } from './shop/server.ts';
import { Shop, type Username } from './shop/shop.ts';
import { shopPattern } from './shop/shop-pattern.ts';
import { Till } from './pages/till.ts';
import { askPatiently } from './faults/unknown-outcome.ts';
import { Watch } from './browser/watch.ts';

interface TestFixtures extends NetworkOptions {
  /** `network`, or `lossy` for a test tagged `@losses`. */
  way: NetworkOptions['network'];
  /** Breaks connections of this test's pages, unless `way` is `direct`. */
  faults: FaultProxy;
  /** The origin of this test's pages: the server, or the proxy in front of it. */
  pagesOrigin: string;
  /** The person who is signed in when the test begins; null for nobody. */
  as: Username | null;
  /** The problems in the pages of the test. Any that the test did not expect fail it. */
  watch: Watch;
  /**
   * Watches a browser and, in the lossy run, presses "Check now" as a person would. Returns a function that stops it.
   */
  prepare: (context: BrowserContext) => () => void;
  /** Uses a browser that has not fetched any code of the app. */
  cold: boolean;
  /** The shop as the person of `as`; as the manager when nobody is signed in. */
  shop: Shop;
  /** The register of the person of `as`. */
  till: Till;
  /** Another browser, signed in as somebody: a second till. */
  anotherTill: (username: Username) => Promise<Till>;
  /** A browser that can be killed and opened again; nobody is signed in. */
  killable: KillableBrowser;
}

interface WorkerFixtures {
  /**
   * The server of this worker with a shop of its own. A test that stops it must start it again; a failed test gets a
   * new worker anyway.
   */
  server: ShopServer;
  origin: string;
  windows: KeptWindows;
  /** The origin of pages behind a proxy. It is the same for all tests, so that browser contexts can be reused. */
  door: Server;
  /** Signs somebody in through the API, once per worker. */
  signedIn: (username: Username) => Promise<Shop>;
}

function expectNoProblems(watch: Watch, faults: FaultProxy): void {
  expect(watch.problems(), 'what went wrong in the pages').toEqual([]);
  expect(notDoneOnce(faults.exchanges), 'commands that were not done once').toEqual([]);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  as: ['staff', { option: true }],
  network: ['direct', { option: true }],
  losesTagged: [false, { option: true }],
  cold: [false, { option: true }],

  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide, { workerIndex }) => {
      const server = await ShopServer.create(`test-results/browser-server-${workerIndex}.log`, shopPattern());
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

  windows: [
    async ({ browser }, provide) => {
      const windows = new KeptWindows(browser);
      await provide(windows);
      await windows.close();
    },
    { scope: 'worker' },
  ],

  door: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const door = createServer().listen(0, '127.0.0.1');
      await once(door, 'listening');
      await provide(door);
      door.close();
    },
    { scope: 'worker' },
  ],

  origin: [async ({ server }, provide) => provide(server.origin), { scope: 'worker' }],

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

  way: ({ network, losesTagged }, provide, { tags }) =>
    provide(losesTagged && tags.includes('@losses') ? 'lossy' : network),
  faults: async ({ origin, door, way }, provide, { titlePath }) => {
    const seed = [lossySeed, ...titlePath].join(' > ');
    const faults = new FaultProxy(origin, door, way === 'lossy' ? randomFaults(seed) : undefined);
    await provide(faults);
    faults.close();
  },
  pagesOrigin: ({ origin, way, faults }, provide) => provide(way === 'direct' ? origin : faults.origin),

  baseURL: ({ pagesOrigin }, provide) => provide(pagesOrigin),
  watch: ({ pagesOrigin, faults }, provide) => provide(new Watch(pagesOrigin, faults)),
  prepare: ({ watch, way }, provide) =>
    provide((context) => {
      const unwatch = watch.follow(context);
      if (way !== 'lossy') return unwatch;
      const attend = (page: Page) => void askPatiently(page);
      context.on('page', attend);
      return () => {
        context.off('page', attend);
        unwatch();
      };
    }),

  context: async (
    { browser, windows, cold, prepare, watch, faults, pagesOrigin, as, signedIn, viewport, hasTouch, isMobile },
    provide,
    testInfo,
  ) => {
    const like = { origin: pagesOrigin, viewport, hasTouch, isMobile };
    const context = cold ? await browser.newContext() : await windows.take(like);
    if (as !== null) await context.addCookies((await signedIn(as)).session.cookies);
    const unwatch = prepare(context);
    await provide(context);
    expectNoProblems(watch, faults);
    unwatch();
    if (!cold && testInfo.status === testInfo.expectedStatus) await windows.giveBack(like, context);
    else await context.close();
  },

  shop: async ({ as, signedIn }, provide) => provide(await signedIn(as ?? 'manager')),
  till: ({ page }, provide) => provide(new Till(page)),

  anotherTill: async ({ windows, pagesOrigin, signedIn, prepare, viewport, hasTouch, isMobile }, provide) => {
    const like = { origin: pagesOrigin, viewport, hasTouch, isMobile };
    const opened: { context: BrowserContext; unwatch: () => void }[] = [];
    await provide(async (username) => {
      const context = await windows.take(like);
      opened.push({ context, unwatch: prepare(context) });
      await context.addCookies((await signedIn(username)).session.cookies);
      return new Till(await context.newPage());
    });
    for (const { context, unwatch } of opened) {
      unwatch();
      await windows.giveBack(like, context);
    }
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

import { type Browser, expect, type Page, test as base } from '@playwright/test';
import { sharedOrigin } from './origin.ts';
import { ShopServer } from './server.ts';
import { Shop, type Username } from './shop.ts';
import { Till } from './till.ts';
import { Watch } from './watch.ts';

interface TestFixtures {
  /** Who is signed in when the test begins; null: nobody. */
  as: Username | null;
  /** What went wrong in any page of the test; anything it was not told to expect fails the test. */
  watch: Watch;
  /** The shop as the person of `as` reaches it over the wire; as the manager when nobody is signed in. */
  shop: Shop;
  /** The register of the person of `as`. */
  till: Till;
  /** Another browser, signed in as somebody: a second till. */
  anotherTill: (username: Username) => Promise<Till>;
}

interface WorkerFixtures {
  /** A server of one's own instead of the shared one: for tests that stop it. */
  ownServer: boolean;
  server: ShopServer | null;
  origin: string;
  /** Signs somebody in over the wire, once per worker. */
  signedIn: (username: Username) => Promise<Shop>;
}

async function openTill(browser: Browser, origin: string, shop: Shop, watch: Watch): Promise<Till> {
  const context = await browser.newContext({ baseURL: origin, storageState: shop.session });
  watch.follow(context);
  return new Till(await context.newPage());
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  as: ['staff', { option: true }],
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

  baseURL: ({ origin }, provide) => provide(origin),
  storageState: async ({ as, signedIn }, provide) => provide(as === null ? undefined : (await signedIn(as)).session),
  watch: ({ origin }, provide) => provide(new Watch(origin)),

  context: async ({ context, watch }, provide) => {
    watch.follow(context);
    await provide(context);
    expect(watch.problems(), 'what went wrong in the pages').toEqual([]);
  },

  shop: async ({ as, signedIn }, provide) => provide(await signedIn(as ?? 'manager')),
  till: ({ page }, provide) => provide(new Till(page)),

  anotherTill: async ({ browser, origin, signedIn, watch }, provide) => {
    const opened: Page[] = [];
    await provide(async (username) => {
      const till = await openTill(browser, origin, await signedIn(username), watch);
      opened.push(till.page);
      return till;
    });
    for (const page of opened) await page.context().close();
  },
});

export { expect };

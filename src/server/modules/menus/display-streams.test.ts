import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { holding } from '#server/testing/postgres/lock-waits.ts';
import { openShop } from '#server/testing/shop.ts';
import { listen } from '#server/testing/wire/event-stream.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await shop.app.listen({ port: 0 });
});
afterAll(() => shop.close());

const connections = () =>
  new Promise<number>((resolve, reject) =>
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

it('opens at most fifty streams of one address, even if they all come at once', async () => {
  const before = await connections();
  const catalogue = await holding(shop, 'lock table catalogue_version');
  const all = Promise.allSettled(
    Array.from({ length: 60 }, () => listen(shop, { headers: {} }, '/api/menus/events?location_id=20')),
  );
  await expect.poll(connections).toBe(before + 60);
  // The menu is being read.
  const waiting = `select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await catalogue.run(waiting)).rows[0] as unknown).not.toEqual({ n: 0 });
  await catalogue.letGo();
  const streams = (await all).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(streams).toHaveLength(50);
  for (const stream of streams) stream.close();
});

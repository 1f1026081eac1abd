import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp, Till } from '#server/testing/app.ts';
import { addedAt, openTills, USERS } from '#server/testing/trade/customers.ts';
import { writePastOrders } from '#server/testing/trade/past-orders.ts';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  ({ shop, till } = await openTills());
});
afterAll(() => shop.close());

async function sold(customerId: number | null, locationId: number, minute: number, isVoid = false): Promise<void> {
  await writePastOrders(shop.database.db, [{ customerId, locationId, minute, isVoid }]);
}

it('lists those first who bought last at the location, each once, and then all others by name', async () => {
  const people = new Map<number, string>();
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn']) {
    people.set((await addedAt(till, { first_name: name, email: `${name}@example.com` })).id, name);
  }
  const [, ben = 0, cleo = 0, dora = 0, emil = 0] = people.keys();
  // The location of the small shop's staff, and another.
  const [here, elsewhere] = [20, 19];
  await sold(emil, here, 1);
  await sold(cleo, here, 2);
  await sold(null, here, 3);
  await sold(emil, here, 4);
  await sold(dora, elsewhere, 5);
  await sold(ben, here, 6, true);

  const names = async (query: string) => {
    const { data, meta } = (await till.get(`${USERS}?role=customer&${query}`)).json<{
      data: { id: number }[];
      meta: { total: number };
    }>();
    return [meta.total, ...data.map(({ id }) => people.get(id))];
  };
  expect(await names('recent_first=1')).toEqual([6, 'Emil', 'Cleo', 'Ada', 'Ben', 'Dora', 'Finn']);
  // Pages go on where the last one ended, also in the middle of the recent ones.
  expect(await names('recent_first=1&per_page=1&page=1')).toEqual([6, 'Emil']);
  expect(await names('recent_first=1&per_page=3&page=1')).toEqual([6, 'Emil', 'Cleo', 'Ada']);
  expect(await names('recent_first=1&per_page=3&page=2')).toEqual([6, 'Ben', 'Dora', 'Finn']);
  // A search lists by name. So does a request that does not ask for the recent ones.
  expect(await names('recent_first=1&search=e')).toEqual(await names('search=e'));
  expect(await names('')).toEqual([6, 'Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn']);
});

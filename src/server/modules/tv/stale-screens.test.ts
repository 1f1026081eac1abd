import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireMenuDisplay, WireMenuShelf } from '#contract/menu-shelf.ts';
import type { WireTvDevice } from '#contract/tv.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { dataOf, type Screen, Screens } from '#server/testing/trade/screens.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { IS_LONG } from '#testing/times.ts';

let shop: TestApp;
let screens: Screens;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  manager = await shop.signIn('manager');
  screens = new Screens(shop, manager);
});
afterAll(() => shop.close());

const pair = (body?: object) => screens.pair(body);
const beat = (screen: Screen, more?: object) => screens.report(screen, more);
const device = async (id: number) =>
  dataOf<WireTvDevice[]>(await manager.get('/api/tv/devices')).find((one) => one.id === id);
/** Reports are written once a second. */
const written = (screen: Screen, told: object) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ is_written: boolean }>`
        SELECT report @> ${JSON.stringify(told)}::jsonb AND last_seen > now() - interval '900 milliseconds' AS is_written
          FROM tv_devices WHERE machine_id = ${screen.id}`.execute(shop.database.db);
      return rows[0]?.is_written;
    })
    .toBe(true);
/** The report of a screen that shows the right menu. */
async function dueOn(screen: Screen) {
  const [shelf, display] = await Promise.all(
    ['/api/menus/shelf', '/api/menus/display'].map((url) => shop.inject({ url, headers: screen.headers })),
  );
  if (!shelf || !display) throw new Error('no answer');
  const { revision, showing } = dataOf<WireMenuDisplay>(display);
  const { layout_id, theme_id } = showing;
  return { revision, shelf_version: dataOf<WireMenuShelf>(shelf).version, layout_id, theme_id };
}

it('a screen that shows what it should not is named, with what is wrong and since when', async () => {
  const screen = await pair();
  const { revision, shelf_version } = await dueOn(screen);
  const right = { revision, shelf_version };
  const items = [
    { product_id: SHOP.blueDream, price: '15.00', sold_out: false },
    { product_id: SHOP.papers, price: '1.50', sold_out: false },
    { product_id: SHOP.shirt, price: '25.00', sold_out: true },
  ];
  await beat(screen, right);
  await expect.poll(async () => (await device(screen.id))?.online).toBe(true);
  expect((await device(screen.id))?.wrong).toBeNull();
  await beat(screen, { ...right, shelf_version: 'a former one', items });
  await expect.poll(async () => (await device(screen.id))?.wrong).not.toBeNull();
  expect((await device(screen.id))?.wrong).toEqual({
    since: expect.any(String) as unknown,
    menu: false,
    schedule: false,
    shelf: true,
    items: [
      { product_id: SHOP.papers, name: 'Papers', shows: '$1.50', should_show: '$2.00' },
      { product_id: SHOP.shirt, name: 'Shirt', shows: 'Sold Out', should_show: 'Small $25.00' },
    ],
  });
  await beat(screen, right);
  await expect.poll(async () => (await device(screen.id))?.wrong).toBeNull();
  // Its versions are right, and yet it draws a price that does not hold: its clock is ahead of a planned one.
  const ahead = [{ product_id: SHOP.blueDream, price: '15.00', prices: ['15.00', '45.00', '60.00', '8.00'] }];
  const early = { ...right, items: ahead.map((item) => ({ ...item, sold_out: false })) };
  await beat(screen, early);
  await written(screen, early);
  expect((await device(screen.id))?.wrong).toBeNull();
  await beat(screen, early);
  await expect
    .poll(async () => (await device(screen.id))?.wrong?.items)
    .toEqual([{ product_id: SHOP.blueDream, name: 'Blue Dream', shows: '3.5 g $45.00', should_show: '3.5 g $40.00' }]);
});

it.runIf(IS_LONG)('a screen that shows another menu than its schedule says is named', async () => {
  const screen = await pair({ tv_number: 90 });
  const layout = dataOf<{ id: number }>(
    await manager.post('/api/proxy/flora-im/menus/configs', {
      name: 'Day',
      config_data: { singleMenu: { category: '25' } },
    }),
  );
  const tvs = [{ tv_number: 90, layout_id: layout.id }];
  dataOf(await manager.send('PUT', '/api/proxy/flora-im/store-configs/20', { store_name: 'Central', tvs }));
  const { layout_id, theme_id, ...versions } = await dueOn(screen);
  expect(layout_id).toBe(layout.id);
  for (const [shown, isWrong] of [
    [{ layout_id, theme_id }, false],
    // The address of the screen says what is shown.
    [{ layout_id: null, theme_id }, false],
    [{ layout_id: 999, theme_id }, true],
  ] as const) {
    for (let told = 0; told < 2; told += 1) {
      await beat(screen, { ...versions, ...shown });
      await written(screen, shown);
    }
    await expect.poll(async () => (await device(screen.id))?.wrong?.schedule ?? false).toBe(isWrong);
  }
});

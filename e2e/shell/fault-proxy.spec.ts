import { once } from 'node:events';
import { createServer } from 'node:http';
import { notDoneOnce } from '../support/faults/done-once.ts';
import { notMadeOnce } from '../support/shop/effects.ts';
import { type Exchange, FaultProxy } from '../support/faults/fault-proxy.ts';
import { randomFaults } from '../support/faults/random-faults.ts';
import { expect, test } from '../support/staff.ts';

// Tests of the proxy itself, on which the lossy run relies.
test.use({ network: 'scripted', as: 'staff' });

const ORDERS = 'POST /api/orders';

test(
  'loses the request of a sale, loses just a reply, or holds it back, and the till sells each once',
  { tag: '@long' },
  async ({ till, shop, faults }) => {
    test.slow();
    const product = 'Dab Tool Set';
    const customer = await till.readyToPay(shop, product);
    const nextSale = async () => {
      await till.newSale();
      await till.add(product);
      await till.chooseCustomer(customer.name);
      await till.goToCheckout();
      await till.method('Card').check();
    };
    const unheard = faults.loseRequests(ORDERS, 1);
    await till.pay.click();
    expect((await unheard.struck).status).toBeNull();
    expect(await shop.ordersOf(customer)).toHaveLength(0);
    await till.sold();
    expect(await shop.ordersOf(customer)).toHaveLength(1);

    await nextSale();
    const lost = faults.loseReplies(ORDERS, 1);
    await till.pay.click();
    expect((await lost.struck).status).toBe(200);
    expect(await shop.ordersOf(customer)).toHaveLength(2);
    await till.sold();
    const last = faults.seen(ORDERS).slice(-2);
    expect(last.map(({ fate }) => fate)).toEqual(['lose-reply', 'pass']);
    expect(new Set(last.map(({ key }) => key)).size).toBe(1);
    expect(await shop.ordersOf(customer)).toHaveLength(2);

    await nextSale();
    const held = faults.holdReplies(ORDERS);
    await till.pay.click();
    await held.struck;
    expect(await shop.ordersOf(customer)).toHaveLength(3);
    await expect(till.complete).toBeHidden();
    held.end();
    await till.sold();
  },
);

const command = (key: string, more: Partial<Exchange> = {}): Exchange => ({
  method: 'POST',
  path: '/api/orders',
  key,
  sentBy: '3@20',
  byPage: true,
  body: '{}',
  fate: 'pass',
  status: null,
  reply: '',
  delivered: false,
  ...more,
});

test('loses the same again with the same seed, and never so many reads in a row that a page gives up', () => {
  const fates = (seed: string) => {
    const choose = randomFaults(seed);
    return Array.from({ length: 4000 }, (_, place) => choose(command(`key-${Math.floor(place / 4)}`)));
  };
  const once = fates('one');
  expect(fates('one')).toEqual(once);
  expect(fates('other')).not.toEqual(once);
  const lostOf = Array.from({ length: 1000 }, (_, place) =>
    once.slice(place * 4, place * 4 + 4).filter((fate) => fate !== 'pass'),
  );
  for (const lost of [1, 2, 3, 4]) expect(lostOf.some(({ length }) => length === lost)).toBe(true);
  const share = (fate: string) => once.filter((one) => one === fate).length / once.length;
  expect(share('lose-reply')).toBeCloseTo(0.2, 1);
  expect(share('lose-request')).toBeCloseTo(0.1, 1);

  for (const read of [{ method: 'GET' }, { path: '/api/orders/7/refunds/preview' }]) {
    const choose = randomFaults('one');
    const reads = Array.from({ length: 4000 }, () => (choose(command('a-read', read)) === 'pass' ? '.' : 'x')).join('');
    expect(reads).toContain('xx');
    expect(reads).not.toContain('xxx');
  }
  const choose = randomFaults('one');
  const signIns = Array.from({ length: 100 }, (_, place) => choose(command(`${place}`, { path: '/api/auth/login' })));
  expect(new Set(signIns)).toEqual(new Set(['pass']));
});

test('sees a command that was done twice, changed under its key, or sent again under another', () => {
  const done = { status: 200, reply: '{"data":{"id":1,"number":"A"}}' };
  const lost = command('one', done);
  const told = command('one', { ...done, reply: '{"data":{"number":"A","id":1}}', delivered: true });
  expect(notDoneOnce([lost, told])).toEqual([]);
  expect(notDoneOnce([lost, { ...told, reply: '{"data":{"id":2}}' }])).toEqual([
    'done twice under one key: POST /api/orders',
  ]);
  expect(notDoneOnce([lost, { ...told, body: '{"reason":"edited"}' }])).toEqual([
    'two bodies under one key: POST /api/orders',
  ]);
  expect(notDoneOnce([lost, { ...told, key: 'two' }])).toEqual(['done again under another key: POST /api/orders']);
  expect(notDoneOnce([lost, { ...told, key: 'two' }, told])).toEqual([]);

  const refused = command('one', {
    status: 409,
    reply: '{"success":false,"code":"receipt_conflict"}',
    delivered: true,
  });
  const mended = { ...told, body: '{"reason":"edited"}' };
  expect(notDoneOnce([refused, mended])).toEqual([]);
  expect(notDoneOnce([{ ...refused, delivered: false }, mended])).toEqual([
    'two bodies under one key: POST /api/orders',
  ]);

  const another = command('one', {
    status: 409,
    reply: '{"success":false,"code":"sent_by_another"}',
    delivered: true,
  });
  expect(notDoneOnce([another, { ...mended, sentBy: '2@20' }])).toEqual([]);
  expect(notDoneOnce([another, mended])).toEqual(['two bodies under one key: POST /api/orders']);

  const signOut = { path: '/api/auth/logout', status: 200 };
  expect(notDoneOnce([command('one', signOut), command('two', { ...signOut, delivered: true })])).toEqual([]);
});

test('sees an effect that no command has ordered', () => {
  const before = { orders: { made: 40, commanded: 0 } };
  expect(notMadeOnce(before, { orders: { made: 43, commanded: 3 } })).toEqual([]);
  expect(notMadeOnce(before, { orders: { made: 44, commanded: 3 } })).toEqual(['orders: 4 made of 3 commands']);
});

test('breaks the connection of a page when the server breaks its own', async () => {
  const server = createServer((incoming) => incoming.socket.destroy()).listen(0, '127.0.0.1');
  const door = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(door, 'listening')]);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const faults = new FaultProxy(`http://127.0.0.1:${port}`, door);
  await expect(fetch(`${faults.origin}/api/orders`)).rejects.toThrow('fetch failed');
  faults.close();
  door.close();
  server.close();
});

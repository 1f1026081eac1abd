import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelProductImportRoute, importProductsRoute } from '#contract/catalogue-files.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { edited, productFiles } from '#server/testing/trade/product-files.ts';
import { listen } from '#server/testing/wire/event-stream.ts';
import { importCatalogue } from './service.ts';

let here: TestApp;
let there: TestApp;
let manager: Till;
let other: Till;

beforeAll(async () => {
  here = await testApp();
  there = await testApp({ database: here.database });
  await openShop(here);
  await there.app.listen({ port: 0 });
  manager = await here.signIn('manager');
  other = await here.signIn('manager');
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const nameOf = async (id: number): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM products WHERE id = ${id}`.execute(here.database.db);
  return rows[0]?.name;
};

/** A file that gives the papers another name. */
async function renaming(name: string) {
  const { exported, fileOf } = productFiles(manager);
  return fileOf(edited(await exported(), SHOP.papers, { Name: name }));
}

/** Renames the papers by a file. The import waits at its comparison until `during` is done. */
async function importing(key: string, name: string, during: () => Promise<unknown>) {
  const file = await renaming(name);
  const client = await here.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM products WHERE id = $1 FOR UPDATE', [SHOP.papers]);
    const answer = manager.post(importProductsRoute.path, file, { 'idempotency-key': key });
    try {
      await during();
    } finally {
      await client.query('ROLLBACK');
    }
    return await answer;
  } finally {
    client.release();
  }
}

/** Asks another server process to cancel, and waits until the one that imports has heard it. */
async function cancel(by: Till, key: string): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const stop = here.app.deps.live.subscribe(({ type }) => {
      if (type !== 'import_cancel') return;
      stop();
      resolve();
    });
  });
  const { headers } = by;
  const reply = await there.inject({
    method: 'POST',
    url: cancelProductImportRoute.path,
    headers,
    payload: { key },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  await heard;
}

it('tells the person who runs it how far it is, through any server process, and nobody else', async () => {
  const key = randomUUID();
  const [mine, theirs] = [await listen(there, manager), await listen(there, other)];
  const at = { type: 'import', user_id: manager.userId, key };
  const answer = await importing(key, 'Thin papers', () =>
    expect.poll(() => mine.events).toContainEqual({ ...at, phase: 'comparing', done: 0, total: 1 }),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await expect.poll(() => mine.events).toContainEqual({ ...at, phase: 'products', done: 1, total: 1 });
  await expect.poll(() => theirs.events).toContainEqual({ type: 'catalogue', product_ids: [SHOP.papers] });
  expect(theirs.events).not.toContainEqual(expect.objectContaining({ type: 'import' }));
  mine.close();
  theirs.close();
});

it('is cancelled by the person who runs it through any server process, and leaves nothing', async () => {
  const key = randomUUID();
  const before = await nameOf(SHOP.papers);
  const answer = await importing(key, 'Thick papers', () => cancel(manager, key));
  expect(refusalOf(answer)).toEqual([409, 'import_cancelled']);
  expect(await nameOf(SHOP.papers)).toBe(before);
});

it('is cancelled before it begins, too', async () => {
  const key = randomUUID();
  await cancel(manager, key);
  const answer = await importing(key, 'No papers', () => Promise.resolve());
  expect(refusalOf(answer)).toEqual([409, 'import_cancelled']);
});

it('that was done is not undone by cancelling it, nor done again, when its answer was lost', async () => {
  const key = randomUUID();
  const file = await renaming('Late papers');
  const first = await manager.post(importProductsRoute.path, file, { 'idempotency-key': key });
  await cancel(manager, key);
  const again = await manager.post(importProductsRoute.path, file, { 'idempotency-key': key });
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  expect(await nameOf(SHOP.papers)).toBe('Late papers');
});

it('cannot be cancelled by somebody else', async () => {
  const key = randomUUID();
  const answer = await importing(key, 'Brown papers', () => cancel(other, key));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await nameOf(SHOP.papers)).toBe('Brown papers');
});

it('leaves nothing, whichever of its steps it is cancelled at', async () => {
  const row = { Type: 'simple', SKU: 'LAMP-1', Name: 'Lamp', Categories: 'Lamps', 'Regular price': '9', Stock: '4' };
  const { file } = productFiles(manager).fileOf([row]);
  const left = async () => {
    const { rows } = await sql<object>`
      SELECT (SELECT count(*) FROM products WHERE sku = 'LAMP-1') + (SELECT count(*) FROM categories WHERE name = 'Lamps') AS goods,
             (SELECT count(*) FROM stock_movements) AS movements, (SELECT count(*) FROM import_sources) AS links,
             (SELECT count(*) FROM audit_trail WHERE action = 'catalogue_import') AS audits`.execute(here.database.db);
    return rows;
  };
  const before = await left();
  const isRefusedAt = async (step: number): Promise<boolean> => {
    let asked = 0;
    const imported = importCatalogue(here.database.db, Buffer.from(file, 'base64'), {
      ...{ fileName: 'lamps.csv', source: 'woocommerce', locationId: 20, dryRun: false },
      isCancelled: () => (asked += 1) === step,
    });
    return (
      (await imported.then(
        () => null,
        ({ code }: { code: string }) => code,
      )) === 'import_cancelled'
    );
  };
  let step = 1;
  for (; await isRefusedAt(step); step += 1) expect(await left()).toEqual(before);
  expect(step).toBeGreaterThan(5);
  expect(await left()).not.toEqual(before);
});

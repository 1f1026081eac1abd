import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBackup } from './backup/write.ts';
import { restoreBackup } from './backup/restore.ts';
import { verifyBooks } from './books/verify.ts';
import { clientConfig } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/pool.ts';
import { inTransaction } from './db/transaction.ts';
import { loadDemoShop } from './demo/load/load.ts';
import { createLog } from './log.ts';
import { importCatalogue } from './modules/catalogue-import/service.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { answerOf } from './testing/wire/order-answer.ts';
import { HAS_POSTGRES_15, type Postgres15, startPostgres15 } from './testing/postgres/postgres-15.ts';
import { eighth, grinder, sale } from './testing/sales.ts';
import { addCustomer, openShop } from './testing/shop.ts';
import { IS_LONG } from '#testing/times.ts';

if (!HAS_POSTGRES_15) {
  process.stdout.write(
    'PostgreSQL 15 is not installed here, so its tests are left out (Debian: apt-get install postgresql-15).\n',
  );
}

describe.skipIf(!HAS_POSTGRES_15)('on PostgreSQL 15, the oldest that is supported', () => {
  const log = createLog('error');
  let server: Postgres15;

  beforeAll(async () => {
    server = await startPostgres15();
  });
  afterAll(() => server.stop());

  /** A migrated database of its own, as another test's. */
  async function database(name: string) {
    const client = new pg.Client(clientConfig(server.url));
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const connection = server.url.replace('/shop?', `/${name}?`);
    await migrate(connection, log);
    const handle = openDatabase(connection, log);
    return { ...handle, connection, url: connection };
  }

  const brokenIn = async (connection: string) =>
    (await verifyBooks(connection)).checks.filter(({ broken }) => broken > 0);

  it('migrates, sells, refunds and keeps its books', async () => {
    const opened = await database('sales');
    const shop: TestApp = await testApp({ database: opened });
    await openShop(shop);
    const till = await shop.signIn('manager');
    const customer = await addCustomer(shop);
    const reply = await till.post('/api/orders', sale([grinder, eighth], { customer_id: customer }));
    expect(reply.statusCode, reply.body).toBe(200);
    const { id, line_items: lines } = answerOf(reply).data;
    const body = { lines: [{ line_id: lines[0]?.id, quantity: 1, restock: true }] };
    expect((await till.post(`/api/orders/${id}/refunds`, body)).statusCode).toBe(201);
    for (const url of ['/api/orders?search=zoe', '/api/orders/summary', '/api/inventory/attention?location_id=20'])
      expect((await till.get(url)).statusCode, url).toBe(200);
    await shop.close();
    await opened.close();
    expect(await brokenIn(opened.connection)).toEqual([]);
  });

  it.runIf(IS_LONG)('imports a catalogue', async () => {
    const opened = await database('imported');
    await opened.pool.query(`insert into locations (id, name) values (20, 'Central')`);
    const rows =
      'ID,Type,SKU,Name,Published,Stock,Regular price,Sale price,Categories\n7,simple,MUG,Mug,1,5,12.50,,Mugs';
    const options = { fileName: 'shop.csv', source: 'woocommerce', locationId: 20, dryRun: false };
    const report = await importCatalogue(opened.db, new TextEncoder().encode(rows), options);
    expect(report.counts).toMatchObject({ created: 1, stockSet: 1 });
    await opened.close();
    expect(await brokenIn(opened.connection)).toEqual([]);
  });

  it.runIf(IS_LONG)('loads the demo shop, backs it up and puts it back', async () => {
    const [from, to] = [await database('demo'), await database('restored')];
    await inTransaction(from.db, (tx) => loadDemoShop(tx, { asOf: new Date('2026-11-20T23:00:00Z') }));
    for (const { close } of [from, to]) await close();
    const folder = await mkdtemp(join(tmpdir(), 'tillwright-15-backup-'));
    await writeBackup(from.connection, join(folder, 'shop.tgz'));
    await restoreBackup(to.connection, join(folder, 'shop.tgz'));
    await rm(folder, { recursive: true });
    expect(await brokenIn(to.connection)).toEqual([]);
  });
});

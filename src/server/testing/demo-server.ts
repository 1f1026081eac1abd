import { inTransaction } from '#server/db/transaction.ts';
import { loadDemoShop } from '#server/demo/load/load.ts';
import { testApp, type TestApp } from './app.ts';

/** The demo shop behind a real port of this machine, as `npm start` would serve it. */
export async function demoServer(): Promise<TestApp & { readonly address: string }> {
  const shop = await testApp();
  await inTransaction(shop.database.db, (tx) => loadDemoShop(tx, { asOf: new Date('2026-11-20T23:00:00Z') }));
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...shop, address };
}

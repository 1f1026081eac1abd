import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const { shop, staff: till, manager } = await staffedShop();

it('sells a product whose fields are being edited while an import runs', async () => {
  let edit: Promise<unknown> | undefined;
  await inTransaction(shop.database.db, async (importing) => {
    await sql`UPDATE products SET name = 'Papers, long' WHERE id = ${SHOP.papers}`.execute(importing);
    edit = manager.send('PUT', `/api/proxy/woocommerce/products/${SHOP.grinder}`, {
      meta_data: [{ key: '_blueprint_nose', value: 'Steel' }],
    });
    await untilWaiting(shop);
    const reply = await till.post('/api/orders', sale([grinder]));
    expect(reply.statusCode, reply.body).toBe(200);
  });
  expect(await edit).toMatchObject({ statusCode: 200 });
});

/** Looks again at the terms under its lock, as a sale does that has met changes of the catalogue twice. */
it('sells a product whose fields are being edited, though the edit waits for the terms of the sale', async () => {
  expect((await till.post('/api/orders', sale([grinder]))).statusCode).toBe(200);
  const { rows } = await shop.database.pool.query<{ terms: string; template: object }>(
    `select version || '.' || c.xmin as terms, response -> 'template' as template
       from catalogue_version c, idempotency_keys where response ? 'template' limit 1`,
  );
  let edit: Promise<unknown> | undefined;
  await inTransaction(shop.database.db, async (selling) => {
    await sql`SELECT FROM catalogue_version FOR SHARE`.execute(selling);
    // A wait would end in a deadlock, which one of the two survives by trying again.
    await sql`SET LOCAL lock_timeout = 300`.execute(selling);
    edit = manager.send('PUT', `/api/proxy/woocommerce/products/${SHOP.grinder}`, {
      meta_data: [{ key: '_blueprint_nose', value: 'Brass' }],
    });
    await untilWaiting(shop);
    const recorded = await sql<{ outcome: string }>`
      SELECT record_priced_sale(${randomUUID()}, 'POST /api/orders', '\\x01', ${rows[0]?.terms},
        ${JSON.stringify(rows[0]?.template)}::jsonb) ->> 'outcome' AS outcome`.execute(selling);
    expect(recorded.rows).toEqual([{ outcome: 'sold' }]);
  });
  expect(await edit).toMatchObject({ statusCode: 200 });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp, Till } from '#server/testing/app.ts';
import { USERS, addedAt, closeAgreed, openTills, tablesSaying } from '#server/testing/trade/customers.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => closeAgreed(shop));

const keyed = (key: string) => ({ 'idempotency-key': key });

it('forgets somebody whose values went on by a chain of merges that were undone', async () => {
  const added = async (first_name: string, more: object = { email: `${first_name}@example.com` }) =>
    (await addedAt(till, { first_name, last_name: '', ...more })).id;
  const merge = async (kept: number, merged: number): Promise<number> => {
    const reply = await manager.post(
      `/api/customers/${kept}/merge`,
      { merge_id: merged },
      keyed(`${merged}-into-${kept}`),
    );
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: { id: number } }>().data.id;
  };
  const undo = async (id: number): Promise<void> => {
    const reply = await manager.post(`/api/customers/merges/${id}/undo`, {}, keyed(`undoing-merge-${id}`));
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const [other, cy, al] = [await added('Bea'), await added('Cy'), await added('Al')];
  const earlier = await merge(other, cy);
  await undo(earlier);
  const ada = await added('Quimby', { billing: { phone: '704-555-0177', address_1: '5 Elm Street' } });
  const first = await merge(cy, ada);
  const second = await merge(al, cy);
  await undo(second);
  await undo(first);
  const told = async () =>
    (
      await sql<{ id: number }>`
        SELECT (a.details ->> 'merge_id')::integer AS id FROM audit_trail a JOIN audit_personal p ON p.audit_id = a.id
         WHERE a.action IN ('customer_merged', 'customer_unmerged') ORDER BY a.id`.execute(shop.database.db)
    ).rows.map(({ id }) => id);
  const before = await told();
  expect(before.slice(-6)).toEqual([earlier, earlier, first, second, second, first]);

  expect((await manager.send('DELETE', `${USERS}/${ada}`)).json()).toMatchObject({ outcome: 'forgotten' });
  expect(await tablesSaying(shop, ['Quimby', '704-?555-?0177', 'Elm Street'])).toEqual([]);
  // A merge from before is not about them.
  expect(await told()).toEqual(before.slice(0, -4));
  const { rows } = await sql<{ kept: boolean }>`
    SELECT changed IS NOT NULL AS kept FROM customer_merges WHERE id >= ${earlier} ORDER BY id`.execute(
    shop.database.db,
  );
  expect(rows).toEqual([{ kept: true }, { kept: false }, { kept: false }]);
});

it('leaves answers about others alone whose note or merge has the number of the customer', async () => {
  const added = async (first_name: string) =>
    (await addedAt(till, { first_name, email: `${first_name}@example.org` })).id;
  const [gone, kept, other] = [await added('Gus'), await added('Kay'), await added('Ole')];
  for (const table of ['customer_notes', 'customer_merges'])
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${gone}, false)`.execute(shop.database.db);
  const noted = await till.post(
    `/api/customers/${kept}/notes`,
    { text: 'Likes jazz.' },
    keyed('a-note-of-that-number'),
  );
  const merged = await manager.post(
    `/api/customers/${kept}/merge`,
    { merge_id: other },
    keyed('a-merge-of-that-number'),
  );
  expect([noted.json(), merged.json()]).toMatchObject([{ data: { id: gone } }, { data: { id: gone } }]);
  expect((await manager.send('DELETE', `${USERS}/${gone}`)).json()).toMatchObject({ outcome: 'removed' });
  const { rows } = await sql<{ response: object }>`
    SELECT response FROM idempotency_keys WHERE key LIKE '%-of-that-number' ORDER BY key`.execute(shop.database.db);
  expect(rows.map(({ response }) => response)).toEqual([merged.json(), noted.json()]);
});

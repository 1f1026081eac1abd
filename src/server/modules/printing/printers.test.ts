import { networkInterfaces } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrinter } from '#contract/label-printers.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let manager: Till;
let cashier: Till;

beforeAll(async () => {
  shop = await testApp({ env: { LOCAL_PRINTERS: '1' } });
  await openShop(shop);
  manager = await shop.signIn('manager');
  cashier = await shop.signIn('staff');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`DELETE FROM label_printers`.execute(shop.database.db);
});

const PRINTERS = '/api/labels/printers';
const fields = (part: object = {}) => ({
  name: 'Zebra',
  host: '127.0.0.1',
  port: 9100,
  dpi: 203,
  width: 2.25,
  height: 1.25,
  ...part,
});
const added = async (part: object = {}): Promise<LabelPrinter> => {
  const reply = await manager.post(PRINTERS, fields(part));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: LabelPrinter }>().data;
};
const listed = async (): Promise<LabelPrinter[]> => (await cashier.get(PRINTERS)).json<{ data: LabelPrinter[] }>().data;

describe('printers of a location', () => {
  it('are added, changed by a version and deleted by managers, and seen by everybody there', async () => {
    const { id, version } = await added({ name: ' Counter ', darkness: 12, offset_x: -0.05 });
    expect(await listed()).toMatchObject([{ id, name: 'Counter', darkness: 12, offset_x: -0.05, offset_y: 0 }]);
    const change = (part: object) =>
      manager.send('PUT', `${PRINTERS}/${id}`, { ...fields(part), expected_version: version });
    expect((await change({ dpi: 300 })).json()).toMatchObject({ data: { dpi: 300, version: 2, darkness: null } });
    const late = await change({ name: 'Late' });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect(late.json()).toMatchObject({ current: { name: 'Zebra', version: 2 } });
    expect(refusalOf(await manager.post(PRINTERS, fields({ name: 'ZEBRA' })))).toEqual([409, 'label_printer_exists']);
    expect(refusalOf(await cashier.post(PRINTERS, fields({ name: 'Mine' })))).toEqual([403, 'not_allowed']);
    const elsewhere = await shop.signIn('manager', { locationId: 19 });
    expect(refusalOf(await elsewhere.send('DELETE', `${PRINTERS}/${id}`))).toEqual([404, 'not_found']);
    expect((await manager.send('DELETE', `${PRINTERS}/${id}?expected_version=2`)).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_trail WHERE entity = 'label_printer' AND entity_id = ${String(id)} ORDER BY id`.execute(
      shop.database.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'label_printer_created',
      'label_printer_changed',
      'label_printer_deleted',
    ]);
  });

  it('have one default', async () => {
    const first = await added({ is_default: true });
    const second = await added({ name: 'Second', is_default: true });
    expect((await listed()).map(({ id, is_default: on }) => [id, on])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
  });

  it('have a private address', async () => {
    const strict = await testApp({ database: shop.database });
    const by = await strict.signIn('manager');
    const refused = async (host: string) => (await by.post(PRINTERS, fields({ name: host, host }))).statusCode;
    for (const host of [
      '127.0.0.1',
      '::1',
      '8.8.8.8',
      '169.254.169.254',
      'fe80::1',
      '0.0.0.0',
      '::ffff:8.8.8.8',
      '2130706433',
      'a b',
      '',
      // This machine in its network.
      ...Object.values(networkInterfaces()).flatMap((own) => own?.map(({ address }) => address) ?? []),
    ])
      expect([host, await refused(host)]).toEqual([host, 422]);
    for (const host of ['10.1.2.3', '172.31.0.9', '192.168.1.50', 'fd00::5', 'zebra-front.lan'])
      expect([host, await refused(host)]).toEqual([host, 201]);
    await strict.close();
  });
});

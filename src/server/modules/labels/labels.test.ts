import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type LabelPrint, labelPrintsRoute } from '#contract/label-prints.ts';
import type { OwnLabelTemplate } from '#contract/label-templates.ts';
import { toWireTemplate } from '#contract/labels.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const { shop, staff: cashier, manager } = await staffedShop();

const trail = async (entity: string, entityId: number | string): Promise<unknown[]> => {
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_trail WHERE entity = ${entity} AND entity_id = ${String(entityId)} ORDER BY id`.execute(
    shop.database.db,
  );
  return rows.map(({ action }) => action);
};

describe('own templates of a location', () => {
  const URL = '/api/labels/templates';
  const named = (name: string, part: object = {}) => ({
    template: { ...toWireTemplate(TEMPLATES[0]), template_name: name, ...part },
  });
  const made = async (name: string): Promise<OwnLabelTemplate> => {
    const reply = await manager.post(URL, named(name));
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json<{ data: OwnLabelTemplate }>().data;
  };
  const change = (id: number, name: string, version: number, by = manager) =>
    by.send('PUT', `${URL}/${id}`, { ...named(name), expected_version: version });
  const listed = async (by = cashier): Promise<OwnLabelTemplate[]> =>
    (await by.get(URL)).json<{ data: OwnLabelTemplate[] }>().data;

  it('are seen by everybody there, changed by a version and deleted, and each change is in the audit trail', async () => {
    const { id, version } = await made(' Jar lids ');
    expect((await listed()).find((one) => one.id === id)?.template.template_name).toBe('Jar lids');
    const changed = await change(id, 'Lids', version);
    expect(changed.json()).toMatchObject({ data: { version: 2, template: { template_name: 'Lids' } } });
    const late = await change(id, 'Late', version);
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect(late.json()).toMatchObject({ current: { version: 2, template: { template_name: 'Lids' } } });
    expect(refusalOf(await manager.send('DELETE', `${URL}/${id}?expected_version=1`))).toEqual([
      409,
      'changed_meanwhile',
    ]);
    expect((await manager.send('DELETE', `${URL}/${id}?expected_version=2`)).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
    expect(refusalOf(await change(id, 'Gone', 2))).toEqual([404, 'not_found']);
    expect(await trail('label_template', id)).toEqual([
      'label_template_created',
      'label_template_changed',
      'label_template_deleted',
    ]);
  });

  it('have one name each, in any case, and are those of their location', async () => {
    const { id } = await made('Shelf');
    expect(refusalOf(await manager.post(URL, named('SHELF')))).toEqual([409, 'label_template_exists']);
    const elsewhere = await shop.signIn('manager', { locationId: 19 });
    expect(await listed(elsewhere)).toEqual([]);
    expect(refusalOf(await change(id, 'Theirs', 1, elsewhere))).toEqual([404, 'not_found']);
    expect((await elsewhere.post(URL, named('Shelf'))).statusCode).toBe(201);
  });

  it('are refused when they cannot be printed, and for staff that may not edit products', async () => {
    const { grid } = toWireTemplate(TEMPLATES[0]);
    const wide = await manager.post(URL, named('Wide', { grid: { ...grid, columns: 9 } }));
    expect(refusalOf(wide)).toEqual([422, 'not_valid']);
    expect(wide.json<{ error: string }>().error).toMatch(/do not fit on the page/);
    expect(refusalOf(await manager.post(URL, named('  ')))).toEqual([422, 'not_valid']);
    expect(refusalOf(await cashier.post(URL, named('Mine')))).toEqual([403, 'not_allowed']);
  });

  it('are made once when the answer was lost and the till asks again', async () => {
    const key = { 'idempotency-key': 'label-template-lost-1' };
    const first = await manager.post(URL, named('Once'), key);
    const again = await manager.post(URL, named('Once'), key);
    expect(again.json()).toEqual(first.json());
    expect((await listed()).filter(({ template }) => template.template_name === 'Once')).toHaveLength(1);
  });
});

describe('printed labels', () => {
  const URL = '/api/labels/prints';
  const label = (part: object = {}) => ({
    product_id: SHOP.grinder,
    name: 'Grinder',
    price: '23.90',
    copies: 2,
    ...part,
  });
  const print = (labels: object[], by = cashier) =>
    by.post(URL, { template: 'Avery 5160 (30-up)', method: 'pdf', labels });
  const told = async (by = cashier) => labelPrintsRoute.reply.parse((await by.get(URL)).json());
  const pricesOf = (prints: readonly LabelPrint[]) =>
    prints.map(({ tier, price, tier_price: of }) => [tier?.label, price, of]);

  it('are recorded with product, price, tier, template, who and when', async () => {
    const tier = { label: '3.5 g', quantity: 3.5 };
    const reply = await print([
      label(),
      label({ tier, price: null, tier_price: '40.00' }),
      { name: 'Sale', copies: 1 },
    ]);
    expect(reply.statusCode, reply.body).toBe(201);
    const { last, priced } = await told();
    expect(last).toHaveLength(3);
    expect(last[0]).toMatchObject({ product_id: null, name: 'Sale', template: 'Avery 5160 (30-up)', method: 'pdf' });
    expect(last[2]).toMatchObject({ product_id: SHOP.grinder, price: '23.90', copies: 2, tier: null });
    expect(pricesOf(priced)).toEqual([
      ['3.5 g', null, '40.00'],
      [undefined, '23.90', null],
    ]);
    expect(await trail('location', 20)).toContain('labels_printed');
    // The newest label with a price counts; one without a price says nothing about it.
    await print([label({ price: '25.00' })]);
    await print([label({ price: null })]);
    expect(pricesOf((await told()).priced)).toEqual([
      ['3.5 g', null, '40.00'],
      [undefined, '25.00', null],
    ]);
    expect((await told(await shop.signIn('staff', { locationId: 19 }))).last).toEqual([]);
  });

  it('are refused of a product that there is not', async () => {
    expect(refusalOf(await print([label({ product_id: 999_999 })]))).toEqual([422, 'product_unknown']);
    expect(refusalOf(await print([label({ copies: 6001 })]))).toEqual([400, 'invalid_request']);
    expect(refusalOf(await print([]))).toEqual([400, 'invalid_request']);
  });
});

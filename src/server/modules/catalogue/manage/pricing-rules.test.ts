import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type PricingRule, pricingRulesRoute } from '#contract/pricing-rules.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const PATH = '/api/manage/pricing-rules';
const FLOWER = 1;
const ROLLS = 2;

const { shop, staff, manager } = await staffedShop();

const list = async () => pricingRulesRoute.reply.parse((await manager.get(PATH)).json()).data;
const ruleOf = async (id: number) => (await list()).find((rule) => rule.id === id);
const put = (id: number, body: object, by = manager) => by.send('PUT', `${PATH}/${id}`, body);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const gram = (min: number, price: string) => ({ min, price, label: `${min} g`, unit: 'g' });
/** The flower's prices as a till gets them. */
async function atTheTill(): Promise<string[]> {
  const reply = await staff.get(`/api/proxy/flora-im/products?include=${SHOP.blueDream}`);
  const [product] = reply.json<{ data: { blueprintPricing: { ruleGroups: { tiers: { price: string }[] }[] } }[] }>()
    .data;
  return product?.blueprintPricing.ruleGroups.flatMap(({ tiers }) => tiers.map(({ price }) => price)) ?? [];
}

it('lists rules with their tiers, and how many products each prices', async () => {
  expect(await ruleOf(FLOWER)).toMatchObject({ name: 'Flower', begins: null, products: 1, price_class: null });
  expect((await ruleOf(ROLLS))?.tiers).toMatchObject([
    { conversion_ratio: { input_amount: 0.7, output_unit: 'pre-roll' } },
  ]);
});

it('changes the tiers of a rule at once, and the audit trail has both', async () => {
  const { version, tiers } = (await ruleOf(FLOWER)) as PricingRule;
  const reply = await put(FLOWER, { tiers: [gram(7, '65.00'), gram(1, '16.00')], version });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await atTheTill()).toEqual(['16.00', '65.00', '8.00']);
  const [row] = (
    await sql<{ details: object }>`SELECT details FROM audit_trail WHERE action = 'pricing_rule_changed'`.execute(
      shop.database.db,
    )
  ).rows;
  expect(row?.details).toMatchObject({ tiers: { from: tiers, to: [{ min: 1 }, { min: 7 }] } });
  const late = await put(FLOWER, { tiers, version });
  expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  expect(late.json()).toMatchObject({ current: { tiers: [{ price: '16.00' }, { price: '65.00' }] } });
  expect((await put(FLOWER, { tiers })).statusCode).toBe(200);
  expect(refusalOf(await put(FLOWER, { tiers }))).toEqual([422, 'nothing_to_do']);
});

it('schedules a change, which begins at its instant, and calls one off', async () => {
  const body = { blueprint_id: 39, name: 'Flower', product_type: 'flower', tiers: [gram(1, '17.00')] };
  const before = await atTheTill();
  const later = (await manager.post(PATH, { ...body, begins: inHours(2) })).json<{ data: PricingRule }>().data;
  expect(await ruleOf(later.id)).toMatchObject({ name: 'Flower', tiers: [{ price: '17.00' }] });
  expect(await atTheTill()).toEqual(before);
  expect((await manager.send('DELETE', `${PATH}/${later.id}`)).statusCode).toBe(200);
  expect(await ruleOf(FLOWER)).toBeDefined();

  await manager.post(PATH, { ...body, begins: inHours(2) });
  await sql`UPDATE pricing_rules SET valid_from = now() WHERE valid_from > now()`.execute(shop.database.db);
  await sql`UPDATE catalogue_version SET next_change_at = now() - interval '1 second'`.execute(shop.database.db);
  await sql`SELECT begin_due_terms()`.execute(shop.database.db);
  expect(await atTheTill()).toEqual(['17.00', '8.00']);
  expect(await ruleOf(FLOWER)).toBeUndefined();
});

it('copies a rule to another class, and deletes one with all that it was', async () => {
  const body = { blueprint_id: 39, name: 'Top', product_type: 'flower', price_class: 'Top', tiers: [gram(1, '20.00')] };
  const made = await manager.post(PATH, body);
  expect(made.statusCode, made.body).toBe(201);
  expect(refusalOf(await manager.post(PATH, body))).toEqual([409, 'pricing_rule_exists']);
  const { id } = made.json<{ data: PricingRule }>().data;
  await manager.post(PATH, { ...body, begins: inHours(5) });
  expect((await manager.send('DELETE', `${PATH}/${id}`)).statusCode).toBe(200);
  expect((await list()).filter(({ name }) => name === 'Top')).toEqual([]);
});

it('is renamed with what it was and what it is to become, and never to the name of another', async () => {
  const body = { blueprint_id: 39, product_type: 'flower', price_class: 'Renamed' };
  const make = async (name: string, price: string, more: object = {}) => {
    const made = await manager.post(PATH, { ...body, name, tiers: [gram(1, price)], ...more });
    expect(made.statusCode, made.body).toBe(201);
    return made.json<{ data: PricingRule }>().data;
  };
  const past = await make('Old', '10.00');
  const present = await make('Old', '11.00', { begins: inHours(1) });
  await sql`UPDATE pricing_rules SET valid_from = now() WHERE id = ${present.id}`.execute(shop.database.db);
  const coming = await make('Old', '12.00', { begins: inHours(2) });
  const other = await make('Other', '30.00', { begins: inHours(3) });
  expect(await ruleOf(past.id)).toBeUndefined();
  expect(refusalOf(await put(present.id, { name: other.name }))).toEqual([409, 'pricing_rule_exists']);
  expect((await put(present.id, { name: 'Newly' })).statusCode).toBe(200);
  const left = (await list()).filter(({ price_class: named }) => named === 'Renamed');
  expect(left.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: present.id, name: 'Newly' },
    { id: coming.id, name: 'Newly' },
    { id: other.id, name: 'Other' },
  ]);
});

it.each([
  { tiers: [gram(1, '1.00'), { ...gram(1, '2.00'), label: 'other' }] },
  { tiers: [gram(1, '1.00'), { ...gram(2, '2.00'), label: '1 G' }] },
  { product_type: 'preroll', tiers: [gram(1, '1.00')] },
  { begins: '2020-01-01T00:00:00.000Z', tiers: [gram(1, '1.00')] },
  { blueprint_id: 9999, tiers: [gram(1, '1.00')] },
])('refuses what could not be sold rightly: %o', async (body) => {
  const reply = await manager.post(PATH, { blueprint_id: 39, name: 'New', product_type: 'flower', ...body });
  expect(refusalOf(reply)).toEqual([422, 'not_valid']);
});

it('is for managers and administrators', async () => {
  for (const reply of [
    await staff.get(PATH),
    await staff.post(PATH, { blueprint_id: 39, name: 'x', product_type: 'flower', tiers: [gram(1, '1.00')] }),
    await put(ROLLS, { name: 'x' }, staff),
    await staff.send('DELETE', `${PATH}/${ROLLS}`),
  ])
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
});

it('is not deleted by somebody who has not seen its last change', async () => {
  const made = await manager.post(PATH, {
    blueprint_id: 39,
    name: 'Seen',
    product_type: 'flower',
    price_class: 'Seen',
    tiers: [gram(1, '9.00')],
  });
  const { id, version } = made.json<{ data: PricingRule }>().data;
  await put(id, { tiers: [gram(1, '8.00')], version });
  const late = await manager.send('DELETE', `${PATH}/${id}?version=${version}`);
  expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  expect(late.json()).toMatchObject({ current: { tiers: [{ price: '8.00' }] } });
  const now = (await ruleOf(id))?.version;
  expect((await manager.send('DELETE', `${PATH}/${id}?version=${now}`)).statusCode).toBe(200);
  expect(await ruleOf(id)).toBeUndefined();
});

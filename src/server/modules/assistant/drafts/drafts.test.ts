import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft, ToolCard } from '#contract/assistant-cards.ts';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { type ScriptedCall, type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { KINDS } from './kinds/kinds.ts';

let shop: TestApp;
let model: ScriptedModel;
let manager: Till;
let staff: Till;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp({ env: { OPENAI_BASE_URL: `${model.url}/v1` } });
  await openShop(shop);
  [manager, staff] = [await shop.signIn('manager'), await shop.signIn('staff')];
  await sql`INSERT INTO suppliers (id, name) VALUES (7, 'Catawba Farms')`.execute(shop.database.db);
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

async function cardsOf(calls: readonly ScriptedCall[], by: Till): Promise<ToolCard[]> {
  model.play({ calls }, { text: 'A draft waits for you.' });
  const reply = await by.post('/api/ai/direct', { message: 'Please.' });
  const lines = reply.body.split('\n').filter((line) => line.startsWith('data: '));
  return lines
    .map((line) => JSON.parse(line.slice(6)) as ChatEvent)
    .flatMap((line) => (line.type === 'tool_result' ? [line.data.card] : []));
}
async function drafted(call: ScriptedCall, by = manager): Promise<Draft> {
  const [card] = await cardsOf([call], by);
  expect(card?.error).toBe('');
  if (!card?.draft) throw new Error('nothing was drafted');
  return card.draft;
}
const tokenOf = async (id: number, by = manager): Promise<string> =>
  (await by.get(`/api/ai/drafts/${id}`)).json<{ approval_token: string }>().approval_token;
const approve = async (id: number, token: string, by = manager) =>
  by.post(`/api/ai/drafts/${id}/approve`, { approval_token: token });
const undo = (id: number, by = manager) => by.post(`/api/ai/drafts/${id}/undo`);
const priceOf = async (): Promise<number> =>
  Number(
    (
      await sql<{ c: number }>`SELECT regular_price_cents AS c FROM products WHERE id = ${SHOP.grinder}`.execute(
        shop.database.db,
      )
    ).rows[0]?.c,
  );

const ORDER = {
  name: 'draft_purchase_order',
  input: { supplier_id: 7, items: [{ product_id: SHOP.grinder, quantity: 12 }], reason: 'Nearly sold out.' },
};
const PRICE = { name: 'draft_price_change', input: { product_id: SHOP.grinder, regular_price: '25.00' } };
const FIELDS = {
  name: 'draft_product_fields',
  input: { product_id: SHOP.blueDream, fields: [{ name: 'nose', value: 'pine' }] },
};

const WHOLE = { place: 'whole', category: 'Flower' };
const LAYOUT = {
  name: 'draft_menu_layout',
  input: { name: 'Weekend', orientation: 'vertical', panels: [WHOLE] },
};
const COUNT = {
  name: 'draft_count_list',
  input: { items: [{ product_id: SHOP.grinder }, { product_id: SHOP.shirt, variation_id: SHOP.shirtLarge }] },
};
const LABELS = {
  name: 'draft_label_sheet',
  input: { name: 'New shirts', items: [{ product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, copies: 12 }] },
};
const SAMPLES = { ORDER, FIELDS, PRICE, LAYOUT, COUNT, LABELS };

interface Layout {
  id: number;
  name: string;
  version: number;
  is_active: boolean;
  config_data: { orientation?: string; isDualMenu?: boolean; singleMenu?: { category: string } };
}
const layouts = async (by = manager): Promise<Layout[]> =>
  (await by.get('/api/proxy/flora-im/menus/configs?config_type=layout')).json<{ data: Layout[] }>().data;

describe('a draft', () => {
  it('changes nothing until a person approves it, once, and is undone', async () => {
    const draft = await drafted(ORDER);
    const orders = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::integer AS n FROM purchase_orders WHERE deleted_at IS NULL`.execute(
          shop.database.db,
        )
      ).rows[0]?.n;
    expect(draft).toMatchObject({
      state: 'proposed',
      may_approve: true,
      reason: 'Nearly sold out.',
      changes: [{ item: 'Grinder', before: '10 in stock', after: '12' }],
    });
    const weighed = { ...ORDER, input: { ...ORDER.input, items: [{ product_id: SHOP.blueDream, quantity: 250.5 }] } };
    expect(await drafted(weighed)).toMatchObject({
      changes: [{ item: 'Blue Dream', before: '100 g in stock', after: '250.5 g' }],
    });
    expect(await orders()).toBe(0);
    const token = await tokenOf(draft.id);
    const approved = (await approve(draft.id, token)).json<{ draft: Draft }>().draft;
    expect(approved).toMatchObject({ state: 'approved', result: { view: 'purchasing' } });
    expect([await orders(), await stockOf(shop, SHOP.grinder)]).toEqual([1, 10]);
    expect(refusalOf(await approve(draft.id, token))).toEqual([409, 'status_conflict']);
    expect((await undo(draft.id)).json()).toMatchObject({ draft: { state: 'undone' } });
    expect(await orders()).toBe(0);
    const how = expect.stringMatching(/^drafted by the assistant, approved by manager/) as string;
    const { rows } = await sql<{ details: object }>`
      SELECT details FROM audit_trail WHERE entity = 'draft' ORDER BY id`.execute(shop.database.db);
    // Texts may name a customer, who can be forgotten: the chain has none.
    expect(rows.map(({ details }) => details)).toEqual([{ kind: draft.kind, how }, { kind: draft.kind }]);
    const admin = await shop.signIn('administrator');
    const page = (await admin.get(`/api/manage/audit?entity=draft&entity_id=${draft.id}`)).json<{ data: object[] }>();
    const { title } = draft;
    const made = approved.result?.label;
    const changes = { [`Grinder: ${draft.changes[0]?.field}`]: { from: '10 in stock', to: '12' } };
    expect(page.data).toMatchObject([
      { action: 'draft_undone', details: { title, made } },
      { action: 'draft_approved', details: { title, made, how, changes } },
    ]);
    expect(refusalOf(await undo(draft.id))).toEqual([409, 'status_conflict']);
  });

  it('of a price and of fields is applied and undone by the normal service', async () => {
    const price = await drafted(PRICE);
    await approve(price.id, await tokenOf(price.id));
    expect(await priceOf()).toBe(2500);
    await undo(price.id);
    expect(await priceOf()).toBe(2390);
    const fields = await drafted(FIELDS);
    const nose = async () =>
      (
        await sql<{
          n: string | null;
        }>`SELECT meta ->> '_blueprint_nose' AS n FROM products WHERE id = ${SHOP.blueDream}`.execute(shop.database.db)
      ).rows[0]?.n;
    await approve(fields.id, await tokenOf(fields.id));
    expect(await nose()).toBe('pine');
    await undo(fields.id);
    expect(await nose()).toBe(null);
    const report = await verifyBooks(shop.database.connection);
    expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('of the price of a variation leaves the others as they are, archived and named ones, too', async () => {
    const db = shop.database.db;
    await sql`
      INSERT INTO variations (id, product_id, name, regular_price_cents, attributes, position, status) VALUES
        (5033, 503, NULL, 2600, '[{"name": "Size", "option": "Small"}]', 2, 'trash'),
        (5034, 503, 'One of a kind', 9900, '[]', 3, 'publish')`.execute(db);
    const rows = async () =>
      (
        await sql<{ id: number; price: number; name: string | null; status: string }>`
          SELECT id, regular_price_cents::integer AS price, name, status FROM variations WHERE product_id = 503 ORDER BY id`.execute(
          db,
        )
      ).rows.map(({ id, price, name, status }) => [id, price, name, status]);
    const before = await rows();
    const call = (id: number, price: string) => ({
      name: 'draft_price_change',
      input: { product_id: SHOP.shirt, variation_id: id, regular_price: price },
    });
    const draft = await drafted(call(SHOP.shirtSmall, '26.50'));
    expect((await approve(draft.id, await tokenOf(draft.id))).statusCode).toBe(200);
    expect(await rows()).toEqual(
      before.map((row) => (row[0] === SHOP.shirtSmall ? [row[0], 2650, row[2], row[3]] : row)),
    );
    expect((await undo(draft.id)).statusCode).toBe(200);
    expect(await rows()).toEqual(before);
    const [archived] = await cardsOf([call(5033, '26.50')], manager);
    expect(archived).toMatchObject({ draft: null, error: expect.stringContaining('archived') as string });
    await sql`UPDATE variations SET sale_price_cents = 2000 WHERE id = 5032`.execute(db);
    expect((await drafted(call(SHOP.shirtLarge, '30.00'))).changes).toEqual([
      { item: 'Shirt - Large', field: 'Price', before: '$27.00', after: '$30.00' },
      { item: 'Shirt - Large', field: 'Sale price (stays)', before: '$20.00', after: '$20.00' },
    ]);
    const [below] = await cardsOf([call(SHOP.shirtLarge, '20.00')], manager);
    expect(below).toMatchObject({ draft: null, error: expect.stringContaining('sale price') as string });
    await sql`UPDATE variations SET sale_price_cents = NULL WHERE id = 5032`.execute(db);
  });

  it('is prepared as tools read: not for longer than five seconds', async () => {
    await inTransaction(shop.database.db, async (tx) => {
      await sql`LOCK TABLE suppliers IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const [card] = await cardsOf([ORDER], manager);
      expect(card).toMatchObject({ draft: null, error: expect.stringContaining('longer than 5 seconds') as string });
    });
  }, 20_000);

  it('of a menu layout is saved by the normal service, shown on no screen, changed with its version, and undone', async () => {
    const draft = await drafted(LAYOUT);
    expect(draft.changes).toContainEqual({
      item: 'Weekend',
      field: 'Whole screen',
      before: '',
      after: 'Flower: cards or table by number, pictures, price with each product',
    });
    expect(await layouts()).toEqual([]);
    const approved = (await approve(draft.id, await tokenOf(draft.id))).json<{ draft: Draft }>().draft;
    expect(approved.result).toMatchObject({ label: 'Layout Weekend', view: 'menu' });
    expect(await layouts()).toMatchObject([
      { name: 'Weekend', is_active: false, config_data: { orientation: 'vertical', singleMenu: { category: '25' } } },
    ]);

    const sides = {
      name: 'draft_menu_layout',
      input: {
        layout: 'weekend',
        panels: [
          { place: 'left', category: 'accessories', view_mode: 'table' },
          { place: 'right', category: '25', show_images: false },
        ],
      },
    };
    const change = await drafted(sides);
    expect(change.changes.map(({ field, before, after }) => [field, before === '', after === ''])).toEqual([
      ['Whole screen', false, true],
      ['Left', true, false],
      ['Right', true, false],
    ]);
    const stale = await drafted(sides);
    expect((await approve(change.id, await tokenOf(change.id))).statusCode).toBe(200);
    expect(refusalOf(await approve(stale.id, await tokenOf(stale.id)))).toEqual([409, 'changed_meanwhile']);
    expect(await layouts()).toMatchObject([{ config_data: { isDualMenu: true, orientation: 'vertical' } }]);
    // The first is not undone over the second; the second is, and then there is a later version all the same.
    expect(refusalOf(await undo(draft.id))).toEqual([409, 'changed_meanwhile']);
    expect((await undo(change.id)).statusCode).toBe(200);
    expect(await layouts()).toMatchObject([{ config_data: { singleMenu: { category: '25' } } }]);
    const [kept] = await layouts();
    await manager.send('DELETE', `/api/proxy/flora-im/menus/configs/${kept?.id}`);
    const fresh = await drafted(LAYOUT);
    await approve(fresh.id, await tokenOf(fresh.id));
    expect((await undo(fresh.id)).statusCode).toBe(200);
    expect(await layouts()).toEqual([]);
  });

  it('of a list of items to count, or of labels, is kept with its items and opened from there', async () => {
    const count = await drafted(COUNT);
    expect(count).toMatchObject({
      title: 'Count list, 2 items',
      changes: [
        { item: 'Grinder', field: 'To count', after: 'to be counted' },
        { item: 'Shirt - Large', before: '0 on the books' },
      ],
    });
    expect((await approve(count.id, await tokenOf(count.id))).json()).toMatchObject({
      draft: {
        result: {
          view: 'adjustments',
          items: [
            { product_id: SHOP.grinder, variation_id: null, quantity: null },
            { product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, quantity: null },
          ],
        },
      },
    });
    expect((await undo(count.id)).json()).toMatchObject({ draft: { state: 'undone' } });
    const labels = await drafted(LABELS, staff);
    expect(labels.title).toBe('New shirts, 12 labels of 1 item');
    expect((await approve(labels.id, await tokenOf(labels.id, staff), staff)).json()).toMatchObject({
      draft: {
        result: {
          label: 'New shirts, 12 labels of 1 item',
          view: 'labels',
          items: [{ product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, quantity: 12 }],
        },
      },
    });
  });

  it('shows every text that a model wrote into it to the person who approves it', async () => {
    const written = {
      ORDER: { ...ORDER.input, notes: 'Send the rest to another address.' },
      FIELDS: { ...FIELDS.input, fields: [{ name: 'nose', value: 'pine and pepper' }] },
      PRICE: PRICE.input,
      LAYOUT: { ...LAYOUT.input, name: 'Late evening' },
      COUNT: { ...COUNT.input, name: 'Back room' },
      LABELS: LABELS.input,
    };
    const leaves = (part: unknown): string[] =>
      typeof part === 'string'
        ? [part]
        : typeof part === 'object' && part !== null
          ? Object.values(part).flatMap(leaves)
          : [];
    for (const kind of Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]) {
      const draft = await drafted({ name: SAMPLES[kind].name, input: written[kind] });
      const seen = [draft.title, ...draft.changes.flatMap(({ before, after }) => [before, after])].join('\n');
      const { rows } = await sql<{ content: unknown }>`SELECT content FROM ai_drafts WHERE id = ${draft.id}`.execute(
        shop.database.db,
      );
      const texts = leaves(rows[0]?.content).filter((text) => text.includes(' '));
      expect([kind, texts.filter((text) => !seen.includes(text))]).toEqual([kind, []]);
      expect((await manager.post(`/api/ai/drafts/${draft.id}/reject`)).statusCode).toBe(200);
    }
  });

  it('has a sample of every kind here', () => {
    expect(Object.values(SAMPLES).map(({ name }) => name)).toEqual(KINDS.map(({ tool }) => tool));
  });

  it.each(Object.entries(SAMPLES))('%s is nothing to staff and managers of another location', async (_, call) => {
    const draft = await drafted(call);
    const token = await tokenOf(draft.id);
    for (const role of ['staff', 'manager'] as const) {
      const by = await shop.signIn(role, { locationId: 19 });
      expect(refusalOf(await by.get(`/api/ai/drafts/${draft.id}`))).toEqual([404, 'not_found']);
      expect(refusalOf(await approve(draft.id, token, by))).toEqual([404, 'not_found']);
      expect(refusalOf(await by.post(`/api/ai/drafts/${draft.id}/reject`))).toEqual([404, 'not_found']);
      expect(refusalOf(await undo(draft.id, by))).toEqual([404, 'not_found']);
    }
    const moved = await shop.signIn('manager');
    const own = await drafted(call, moved);
    const ownToken = await tokenOf(own.id, moved);
    await moved.send('PUT', '/api/auth/location', { location_id: 19 });
    expect(refusalOf(await approve(own.id, ownToken, moved))).toEqual([403, 'not_allowed']);
    expect((await manager.post(`/api/ai/drafts/${draft.id}/reject`)).statusCode).toBe(200);
  });

  it('is not approved when the shop has changed since, and not undone over a later change', async () => {
    const stale = await drafted(PRICE);
    const token = await tokenOf(stale.id);
    await manager.send('PUT', `/api/manage/products/${SHOP.grinder}`, { name: 'Grinder', regular_price: '24.00' });
    expect(refusalOf(await approve(stale.id, token))).toEqual([409, 'changed_meanwhile']);
    expect(await priceOf()).toBe(2400);
    const draft = await drafted(PRICE);
    await approve(draft.id, await tokenOf(draft.id));
    await manager.send('PUT', `/api/manage/products/${SHOP.grinder}`, { name: 'Grinder', regular_price: '26.00' });
    expect(refusalOf(await undo(draft.id))).toEqual([409, 'changed_meanwhile']);
    await manager.send('PUT', `/api/manage/products/${SHOP.grinder}`, { name: 'Grinder', regular_price: '23.90' });
  });

  it('belongs to its person, its content and their role at this moment', async () => {
    const draft = await drafted(ORDER);
    const token = await tokenOf(draft.id);
    for (const by of [staff, await shop.signIn('manager'), await shop.signIn('administrator', { locationId: 19 })]) {
      expect(refusalOf(await by.get(`/api/ai/drafts/${draft.id}`))).toEqual([404, 'not_found']);
      expect(refusalOf(await approve(draft.id, token, by))).toEqual([404, 'not_found']);
    }
    const other = await drafted(ORDER);
    expect(refusalOf(await approve(draft.id, await tokenOf(other.id)))).toEqual([409, 'changed_meanwhile']);
    for (const wrong of ['', 'a', token.slice(1)])
      expect(refusalOf(await approve(draft.id, wrong))).toEqual([409, 'changed_meanwhile']);
    await sql`UPDATE ai_drafts SET content = jsonb_set(content, '{items,0,quantity_milli}', '99000') WHERE id = ${draft.id}`.execute(
      shop.database.db,
    );
    expect(refusalOf(await approve(draft.id, token))).toEqual([409, 'changed_meanwhile']);
    const price = await drafted(PRICE);
    const ofPrice = await tokenOf(price.id);
    await sql`UPDATE users SET role = 'staff' WHERE id = ${manager.userId}`.execute(shop.database.db);
    expect(refusalOf(await approve(price.id, ofPrice))).toEqual([403, 'not_allowed']);
    await sql`UPDATE users SET role = 'manager' WHERE id = ${manager.userId}`.execute(shop.database.db);
    expect((await manager.post(`/api/ai/drafts/${price.id}/reject`)).json()).toMatchObject({
      draft: { state: 'rejected' },
    });
    expect(refusalOf(await approve(price.id, ofPrice))).toEqual([409, 'status_conflict']);
    expect(await priceOf()).toBe(2390);
  });

  it('is for the location where it was drafted, and lapses after a day', async () => {
    const moving = await shop.signIn('manager');
    const draft = await drafted(ORDER, moving);
    const token = await tokenOf(draft.id, moving);
    await moving.send('PUT', '/api/auth/location', { location_id: 19 });
    expect(refusalOf(await approve(draft.id, token, moving))).toEqual([403, 'not_allowed']);
    await moving.send('PUT', '/api/auth/location', { location_id: 20 });
    await sql`UPDATE ai_drafts SET created_at = now() - interval '25 hours' WHERE id = ${draft.id}`.execute(
      shop.database.db,
    );
    expect(refusalOf(await approve(draft.id, token, moving))).toEqual([409, 'status_conflict']);
  });

  it('that the role may not approve is not offered, and refused when asked for all the same', async () => {
    const cards = await cardsOf([PRICE, FIELDS], staff);
    expect(cards.map(({ error, draft }) => [error !== '', draft])).toEqual([
      [true, null],
      [true, null],
    ]);
    const names = ((model.asked[0]?.body['tools'] ?? []) as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    );
    expect(names).toContain('draft_purchase_order');
    expect(names).not.toContain('draft_price_change');
  });

  it.each([
    ['a supplier there is not', { ...ORDER, input: { ...ORDER.input, supplier_id: 99 } }],
    ['an item there is not', { ...ORDER, input: { ...ORDER.input, items: [{ product_id: 999_999, quantity: 1 }] } }],
    [
      'a variable product without its variation',
      { ...ORDER, input: { ...ORDER.input, items: [{ product_id: SHOP.shirt, quantity: 1 }] } },
    ],
    ['a price of what tiers price', { ...PRICE, input: { product_id: SHOP.blueDream, regular_price: '1.00' } }],
    ['a price that is none', { ...PRICE, input: { product_id: SHOP.grinder, regular_price: '-1' } }],
    ['an item that is named twice', { ...COUNT, input: { items: [{ product_id: 502 }, { product_id: 502 }] } }],
    ['labels of nothing', { ...LABELS, input: { items: [] } }],
    ['a layout that is not there', { ...LAYOUT, input: { layout: 'Sunday', orientation: 'vertical' } }],
    [
      'a category that is not there',
      { ...LAYOUT, input: { name: 'X', panels: [{ place: 'whole', category: 'Gold' }] } },
    ],
    ['a panel twice', { ...LAYOUT, input: { name: 'X', panels: [WHOLE, { ...WHOLE, place: 'left' }] } }],
    ['the present price', { ...PRICE, input: { product_id: SHOP.grinder, regular_price: '23.90' } }],
  ])('is not made of %s', async (_, call) => {
    const [card] = await cardsOf([call], manager);
    expect(card?.draft).toBe(null);
    expect(card?.error).not.toBe('');
  });
});

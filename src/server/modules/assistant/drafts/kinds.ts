import { sql } from 'kysely';
import { z } from 'zod';
import type { Draft, DraftKind } from '#contract/assistant-cards.ts';
import type { LiveEvent } from '#contract/live.ts';
import { moneyOf } from '#contract/wire.ts';
import { parseMoney, toCents } from '#domain/money.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { toMilli } from '#domain/quantity.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { changeProduct, getManaged, setProductMeta } from '#server/modules/catalogue/service.ts';
import { createOrder, deleteOrder, getOrder } from '#server/modules/purchasing/service.ts';
import { lockTerms } from '#server/db/terms.ts';
import { Refusal } from '#server/refusal.ts';
import type { Applied } from './queries.ts';

const id = z.int().min(1).max(2_147_483_647);
const reason = z.string().max(500).default('').describe('Why, in one sentence, for the person who approves.');

interface Proposed<Content> {
  readonly title: string;
  readonly content: Content;
  readonly changes: Draft['changes'];
}

/** What runs in the transaction of the approval. */
interface Deciding {
  readonly tx: Tx;
  readonly staff: Staff;
  readonly emit: (event: LiveEvent) => void;
}

/** A kind of draft: how it is proposed, carried out by the normal service, and undone. */
export interface Kind {
  readonly kind: DraftKind;
  readonly tool: string;
  readonly description: string;
  /** What whoever approves it needs. */
  readonly permission: Permission;
  readonly parameters: z.ZodObject;
  /** @throws Refusal when it could not be carried out as it is */
  propose(db: Database, staff: Staff, parameters: unknown): Promise<Proposed<unknown>>;
  apply(deciding: Deciding, content: unknown, draftId: number): Promise<Applied>;
  undo(deciding: Deciding, undo: unknown, draftId: number): Promise<void>;
}

/** The parts of a kind agree on what they hand to each other; the table of kinds need not know it. */
function kind<Parameters extends z.ZodObject, Content, Undo>(definition: {
  readonly kind: DraftKind;
  readonly tool: string;
  readonly description: string;
  readonly permission: Permission;
  readonly parameters: Parameters;
  readonly propose: (db: Database, staff: Staff, parameters: z.output<Parameters>) => Promise<Proposed<Content>>;
  readonly apply: (
    deciding: Deciding,
    content: Content,
    draftId: number,
  ) => Promise<{ result: Applied['result']; undo: Undo }>;
  readonly undo: (deciding: Deciding, undo: Undo, draftId: number) => Promise<void>;
}): Kind {
  return {
    ...definition,
    propose: (db, staff, parameters) => definition.propose(db, staff, parameters as z.output<Parameters>),
    apply: (deciding, content, draftId) => definition.apply(deciding, content as Content, draftId),
    undo: (deciding, undo, draftId) => definition.undo(deciding, undo as Undo, draftId),
  };
}

const purchaseOrder = kind({
  kind: 'purchase_order',
  tool: 'draft_purchase_order',
  description:
    'Prepares a purchase order for the location of the person, which they approve or turn down. Take ids from find_products, stock or low_stock, and from suppliers. Costs are filled in from the last ones.',
  permission: 'adjust-stock',
  parameters: z.object({
    supplier_id: id.describe('Id of the supplier.'),
    items: z
      .array(
        z.object({
          product_id: id.describe('Id of the product.'),
          variation_id: id.nullish().describe('Id of the variation, of a variable product.'),
          quantity: z.number().positive().max(999_999).describe('How much to order.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('What to order.'),
    notes: z.string().max(1000).default('').describe('Notes on the order.'),
    reason,
  }),
  propose: async (db, staff, { supplier_id: supplierId, items, notes }) => {
    if (staff.locationId === null) throw new Refusal('location_required', 'The person works at no location yet.');
    const { rows: suppliers } = await sql<{ name: string }>`
      SELECT name FROM suppliers WHERE id = ${supplierId} AND status = 'active'`.execute(db);
    const [supplier] = suppliers;
    if (!supplier) throw new Refusal('supplier_unknown', `There is no supplier ${supplierId}.`);
    const { rows } = await sql<{ product_id: number; variation_id: number | null; name: string; stock: string }>`
      SELECT i.product_id, i.variation_id, p.name || coalesce(' - ' || coalesce(v.name, (SELECT string_agg(a ->> 'option', ', ')
             FROM jsonb_array_elements(v.attributes) a)), '') AS name, coalesce(s.quantity, 0)::float8::text AS stock
        FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i(product_id integer, variation_id integer)
        JOIN products p ON p.id = i.product_id AND p.status <> 'trash' AND (p.type = 'variable') = (i.variation_id IS NOT NULL)
        LEFT JOIN variations v ON v.product_id = i.product_id AND v.id = i.variation_id
        LEFT JOIN stock_levels s ON s.location_id = ${staff.locationId} AND s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
       WHERE i.variation_id IS NULL OR v.id IS NOT NULL`.execute(db);
    const found = (item: (typeof items)[number]) =>
      rows.find((row) => row.product_id === item.product_id && row.variation_id === (item.variation_id ?? null));
    const missing = items.find((item) => !found(item));
    if (missing)
      throw new Refusal(
        'product_unknown',
        `There is no item ${missing.product_id}${missing.variation_id ? `-${missing.variation_id}` : ' without a variation'}.`,
      );
    return {
      title: `Purchase order to ${supplier.name}, ${items.length} ${items.length === 1 ? 'item' : 'items'}`,
      content: {
        supplier_id: supplierId,
        notes,
        items: items.map(({ product_id, variation_id, quantity }) => ({
          product_id,
          variation_id: variation_id ?? null,
          quantity_milli: Math.round(quantity * 1000),
        })),
      },
      changes: items.map((item) => ({
        item: found(item)?.name ?? '',
        field: 'To order',
        before: `${found(item)?.stock ?? '0'} in stock`,
        after: String(item.quantity),
      })),
    };
  },
  apply: async ({ tx, staff, emit }, content, draftId) => {
    const order = await createOrder(tx, staff, {
      supplier_id: content.supplier_id,
      notes: content.notes.trim() === '' ? `Drafted by the assistant (${draftId}).` : content.notes,
      items: content.items.map(({ product_id, variation_id, quantity_milli }) => ({
        product_id,
        variation_id,
        quantity_ordered: toMilli(quantity_milli),
      })),
    });
    emit({ type: 'purchasing', location_id: order.location_id, purchase_order_id: order.id });
    return {
      result: { label: `Purchase order ${order.po_number}`, view: 'purchasing', id: order.id },
      undo: { id: order.id, version: order.version },
    };
  },
  undo: async ({ tx, staff, emit }, { id: orderId, version }, draftId) => {
    const order = await getOrder(tx, staff, orderId);
    if (order.version !== version)
      throw new Refusal('changed_meanwhile', `Somebody changed ${order.po_number} since: look at it there.`);
    await deleteOrder(tx, staff, orderId, { reason: `Draft ${draftId} of the assistant was undone` });
    emit({ type: 'purchasing', location_id: order.location_id, purchase_order_id: order.id });
  },
});

const written = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const productFields = kind({
  kind: 'product_fields',
  tool: 'draft_product_fields',
  description:
    'Prepares new values of blueprint fields of a product (effect, lineage, nose, terpene, strain_type, thca_percentage, supplier), which the person approves or turns down.',
  permission: 'edit-products',
  parameters: z.object({
    product_id: id.describe('Id of the product.'),
    fields: z
      .array(
        z.object({
          name: z
            .string()
            .regex(/^[a-z][a-z0-9_]{0,60}$/, 'is not the name of a field')
            .describe('Name of the field, from blueprint_fields.'),
          value: z.string().max(1000).describe('The new value; empty to remove it.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('What is to change.'),
    reason,
  }),
  propose: async (db, staff, { product_id: productId, fields }) => {
    if (fields.some(({ name }) => isCostKey(name)) && !can(staff.role, 'see-costs'))
      throw new Refusal('not_allowed', 'The role of the person does not allow costs to be changed.');
    if (new Set(fields.map(({ name }) => name)).size < fields.length)
      throw new Refusal('not_valid', 'A field is named twice.');
    const { rows } = await sql<{ name: string; meta: Record<string, unknown> }>`
      SELECT name, meta FROM products WHERE id = ${productId} AND status <> 'trash'`.execute(db);
    const [product] = rows;
    if (!product) throw new Refusal('not_found', `There is no product ${productId}.`);
    const asked = fields.map(({ name, value }) => {
      const key = `_blueprint_${name}`;
      return { key, name, before: product.meta[key] ?? null, after: value === '' ? null : value };
    });
    return {
      title: `Fields of ${product.name}`,
      content: { product_id: productId, fields: asked },
      changes: asked.map(({ name, before, after }) => ({
        item: product.name,
        field: name,
        before: written(before),
        after: written(after),
      })),
    };
  },
  apply: async ({ tx, staff, emit }, { product_id: productId, fields }) => {
    await lockTerms(tx);
    await requireMeta(
      tx,
      productId,
      fields.map(({ key, before }) => ({ key, value: before })),
    );
    const product = await setProductMeta(
      tx,
      staff,
      productId,
      fields.map(({ key, after }) => ({ key, value: after })),
    );
    emit({ type: 'catalogue', product_ids: [productId] });
    // Undone is what is stored now: "20.0" is kept as "20".
    const stored = await metaOf(tx, productId);
    const changed = fields.map((field) => ({ ...field, after: stored[field.key] ?? null }));
    return { result: { label: product.name, view: 'products', id: productId }, undo: { productId, fields: changed } };
  },
  undo: async ({ tx, staff, emit }, { productId, fields }) => {
    await lockTerms(tx);
    await requireMeta(
      tx,
      productId,
      fields.map(({ key, after }) => ({ key, value: after })),
    );
    await setProductMeta(
      tx,
      staff,
      productId,
      fields.map(({ key, before }) => ({ key, value: before })),
    );
    emit({ type: 'catalogue', product_ids: [productId] });
  },
});

/** What is stored with a product, held until the transaction ends. @throws Refusal `not_found` */
async function metaOf(tx: Tx, productId: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ meta: Record<string, unknown> }>`
    SELECT meta FROM products WHERE id = ${productId} FOR NO KEY UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no product ${productId}.`);
  return row.meta;
}

/** The values are what the person saw. @throws Refusal `not_found`, `changed_meanwhile` */
async function requireMeta(
  tx: Tx,
  productId: number,
  values: readonly { key: string; value: unknown }[],
): Promise<void> {
  const meta = await metaOf(tx, productId);
  const isSame = values.every(({ key, value }) => JSON.stringify(meta[key] ?? null) === JSON.stringify(value ?? null));
  if (!isSame) throw new Refusal('changed_meanwhile', 'Somebody changed this product since. Ask for a new draft.');
}

const amount = z.string().regex(/^\d{1,7}(?:\.\d{1,2})?$/, 'must be an amount like 12.50');
const centsOf = (text: string): number => {
  const parsed = parseMoney(text);
  if (!parsed.ok) throw new Refusal('not_valid', `“${text}” is not an amount.`);
  return parsed.value;
};

const priceChange = kind({
  kind: 'price_change',
  tool: 'draft_price_change',
  description:
    'Prepares a new price of a product or of one of its variations, which the person approves or turns down. Not for products that tiers price.',
  permission: 'edit-products',
  parameters: z.object({
    product_id: id.describe('Id of the product.'),
    variation_id: id.nullish().describe('Id of the variation, of a variable product.'),
    regular_price: amount.describe('The new price in US dollars, such as 12.50.'),
    reason,
  }),
  propose: async (db, _staff, { product_id: productId, variation_id: variationId, regular_price: price }) => {
    const product = await getManaged(db, productId);
    if (product.pricing !== null)
      throw new Refusal('not_valid', `${product.name} is priced by tiers: they are changed under Manage, Pricing.`);
    const variation = variationId ? product.variations.find((one) => one.id === variationId) : undefined;
    if (variationId && !variation) throw new Refusal('not_found', `${product.name} has no variation ${variationId}.`);
    if (!variationId && product.type === 'variable')
      throw new Refusal('not_valid', `${product.name} is sold by its variations: say which.`);
    if ((variation ?? product).status === 'trash')
      throw new Refusal('not_valid', 'This is archived, and not sold. Bring it back first.');
    const { regular_price: present, sale_price: sale } = variation ?? product;
    const after = moneyOf(centsOf(price));
    if (present === after) throw new Refusal('nothing_to_do', `${product.name} costs $${after} already.`);
    const asked = centsOf(price);
    if (sale !== null && asked <= centsOf(sale))
      throw new Refusal('not_valid', `Its price would be $${after}, not above its sale price of $${sale}.`);
    const options = variation?.name ?? variation?.attributes.map(({ option }) => option).join(', ');
    const name = options ? `${product.name} - ${options}` : product.name;
    return {
      title: `Price of ${name}`,
      content: {
        product_id: productId,
        variation_id: variationId ?? null,
        version: product.version,
        before: present,
        after,
      },
      changes: [
        { item: name, field: 'Price', before: present === null ? '' : `$${present}`, after: `$${after}` },
        // On sale, this stays what a customer pays.
        ...(sale === null ? [] : [{ item: name, field: 'Sale price (stays)', before: `$${sale}`, after: `$${sale}` }]),
      ],
    };
  },
  apply: async (deciding, content) => {
    const { name, version } = await setPrice(deciding, content, content.version, content.after);
    return {
      result: { label: `${name} at $${content.after}`, view: 'products', id: content.product_id },
      undo: { ...content, version },
    };
  },
  undo: async (deciding, content) => {
    await setPrice(deciding, content, content.version, content.before);
  },
});

async function setPrice(
  { tx, staff, emit }: Deciding,
  { product_id: productId, variation_id: variationId }: { product_id: number; variation_id: number | null },
  version: number,
  price: string | null,
): Promise<{ name: string; version: number }> {
  const product = await getManaged(tx, productId);
  const regular = price === null ? null : toCents(centsOf(price));
  const body =
    variationId === null
      ? { name: product.name, regular_price: regular }
      : {
          name: product.name,
          // All of them are named: one that is left out would be deleted, and one without its status be brought back.
          variations: product.variations.map(({ id: each, name, status, attributes }) => ({
            id: each,
            name,
            status,
            attributes,
            ...(each === variationId && { regular_price: regular }),
          })),
        };
  const after = await changeProduct(tx, staff, productId, { ...body, version });
  emit({ type: 'catalogue', product_ids: [productId] });
  return { name: after.name, version: after.version };
}

export const KINDS: readonly Kind[] = [purchaseOrder, productFields, priceChange];

import { sql } from 'kysely';
import { z } from 'zod';
import { isCostKey } from '#domain/product-costs.ts';
import type { Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import { setProductMeta } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { id, kind, reason } from './kind.ts';
import { may } from '#server/http/guard/session.ts';

const written = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export const productFields = kind({
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
    if (fields.some(({ name }) => isCostKey(name)) && !may(staff, 'see-costs'))
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
    // The undo compares with the stored values: "20.0" is kept as "20".
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

/** The meta of a product, whose row stays locked until the transaction ends. @throws Refusal `not_found` */
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

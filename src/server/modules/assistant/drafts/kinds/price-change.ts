import { z } from 'zod';
import { moneyOf } from '#contract/wire.ts';
import { parseMoney, toCents } from '#domain/money.ts';
import { changeProduct, getManaged } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { type Deciding, id, kind, reason } from './kind.ts';

const amount = z.string().regex(/^\d{1,7}(?:\.\d{1,2})?$/, 'must be an amount like 12.50');
const requireAmount = (text: string): number => {
  const parsed = parseMoney(text);
  if (!parsed.ok) throw new Refusal('not_valid', `“${text}” is not an amount.`);
  return parsed.value;
};

export const priceChange = kind({
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
    const after = moneyOf(requireAmount(price));
    if (present === after) throw new Refusal('nothing_to_do', `${product.name} costs $${after} already.`);
    const asked = requireAmount(price);
    if (sale !== null && asked <= requireAmount(sale))
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
  const regular = price === null ? null : toCents(requireAmount(price));
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

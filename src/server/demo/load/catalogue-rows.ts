import type { Tx } from '#server/db/pool.ts';

import { PRODUCTS } from '../catalogue/catalogue.ts';
import { PRICING_RULES } from '../catalogue/pricing.ts';
import { BLUEPRINTS, CATEGORIES } from '../shop.ts';
import { insertRows, quantity } from './insert.ts';

/** Writes blueprints, categories, pricing rules, products and variations. */
export async function insertCatalogue(tx: Tx, createdAt: Date): Promise<void> {
  await insertBlueprints(tx);
  await insertRows(
    tx,
    'categories',
    { id: 'integer', name: 'text', slug: 'text', blueprint_id: 'integer' },
    CATEGORIES.map(({ id, name, slug }) => ({
      id,
      name,
      slug,
      blueprint_id: BLUEPRINTS.find(({ categoryId }) => categoryId === id)?.id ?? null,
    })),
  );
  await insertPricing(tx);
  await insertProducts(tx, createdAt);
}

async function insertBlueprints(tx: Tx): Promise<void> {
  await insertRows(
    tx,
    'blueprints',
    { id: 'integer', name: 'text', slug: 'text' },
    BLUEPRINTS.map(({ id, name }) => ({ id, name, slug: name.toLowerCase() })),
  );
  await insertRows(
    tx,
    'blueprint_fields',
    {
      id: 'integer',
      blueprint_id: 'integer',
      field_name: 'text',
      field_type: 'text',
      field_label: 'text',
      validation_rules: 'jsonb',
      sort_order: 'integer',
    },
    BLUEPRINTS.flatMap((blueprint) =>
      blueprint.fields.map(({ id, name, type, label, options, sortOrder }) => ({
        id,
        blueprint_id: blueprint.id,
        field_name: name,
        field_type: type,
        field_label: label,
        validation_rules: options.length > 0 ? { options } : {},
        sort_order: sortOrder,
      })),
    ),
  );
}

async function insertPricing(tx: Tx): Promise<void> {
  await insertRows(
    tx,
    'pricing_rules',
    {
      id: 'integer',
      blueprint_id: 'integer',
      name: 'text',
      product_type: 'text',
      price_class: 'text',
      position: 'integer',
    },
    PRICING_RULES.map(({ id, blueprintId, name, productType, priceClass }, position) => ({
      id,
      blueprint_id: blueprintId,
      name,
      product_type: productType,
      price_class: priceClass,
      position,
    })),
  );
  const tiers = PRICING_RULES.flatMap((rule) => rule.tiers.map((tier) => ({ ...tier, ruleId: rule.id })));
  await insertRows(
    tx,
    'pricing_tiers',
    {
      rule_id: 'integer',
      min: 'numeric',
      price_cents: 'bigint',
      label: 'text',
      unit: 'text',
      conversion_ratio: 'jsonb',
    },
    tiers.map(({ ruleId, minMilli, priceCents, label, unit, conversionRatio }) => ({
      rule_id: ruleId,
      min: quantity(minMilli),
      price_cents: priceCents,
      label,
      unit,
      conversion_ratio: conversionRatio,
    })),
  );
}

async function insertProducts(tx: Tx, createdAt: Date): Promise<void> {
  await insertRows(
    tx,
    'products',
    {
      id: 'integer',
      name: 'text',
      sku: 'text',
      barcode: 'text',
      type: 'text',
      regular_price_cents: 'bigint',
      sale_price_cents: 'bigint',
      image: 'text',
      blueprint_id: 'integer',
      price_class: 'text',
      category_ids: 'integer[]',
      meta: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    PRODUCTS.map((product) => ({
      id: product.id,
      name: product.name,
      sku: product.sku,
      barcode: product.barcode,
      type: product.type,
      regular_price_cents: product.regularPriceCents,
      sale_price_cents: product.salePriceCents,
      image: product.image,
      blueprint_id: product.blueprintId,
      price_class: product.priceClass,
      category_ids: [product.categoryId],
      meta: Object.fromEntries(Object.entries(product.fields).map(([name, value]) => [`_blueprint_${name}`, value])),
      created_at: createdAt,
      updated_at: createdAt,
    })),
  );
  await insertRows(
    tx,
    'variations',
    {
      id: 'integer',
      product_id: 'integer',
      sku: 'text',
      barcode: 'text',
      regular_price_cents: 'bigint',
      sale_price_cents: 'bigint',
      attributes: 'jsonb',
      position: 'integer',
    },
    PRODUCTS.flatMap((product) =>
      product.variants.map((variant, position) => ({
        id: variant.id,
        product_id: product.id,
        sku: variant.sku,
        barcode: variant.barcode,
        regular_price_cents: variant.regularPriceCents,
        sale_price_cents: variant.salePriceCents,
        attributes: [{ name: product.attribute, option: variant.option }],
        position,
      })),
    ),
  );
}

import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';
import { inStoreEan13 } from '../catalogue/barcode.ts';
import { PRODUCTS } from '../catalogue/catalogue.ts';
import { insertRows } from '../load/insert.ts';
import type { DemoProduct } from '../model.ts';
import { createRandom, type Random } from '../random.ts';
import { LOCATIONS } from '../shop.ts';

const FIRST_WORDS =
  'Amber Ashen Autumn Birch Bright Bronze Cedar Cinder Cobalt Copper Coral Crimson Dawn Distant Dusty Early Ember Faded Fern Gentle Gilded Golden Granite Harbor Hazel Hidden Hollow Indigo Iron Ivory Jade Kindly Lilac Little Lunar Maple Marble Midnight Misty Morning Northern Ocean Old Olive Opal Orchard Pale Paper Pearl Quiet Rainy Red River Rose Russet Saffron Salt Scarlet Silent Silver Slate Slow Smoky Southern Spruce Stone Sunny Tall Tidal Timber Velvet Violet Warm Western Wild Willow Winter Woven'.split(
    ' ',
  );
const LAST_WORDS =
  'Almanac Anchor Atlas Ballad Banner Beacon Berry Bloom Bluff Breeze Brook Canyon Chapel Chorus Cider Circle Cloud Comet Compass Cove Creek Crest Crown Current Daisy Delta Echo Feather Field Flame Forge Garden Glade Grove Harvest Haven Heron Hill Island Jasmine Jubilee Kettle Kite Lagoon Lantern Lark Ledge Lemon Letter Linen Lotus Meadow Melody Mill Mirror Moon Nectar Orbit Otter Parade Peak Pepper Pine Prairie Quarry Rain Ridge Ripple Saddle Shore Sparrow Spring Summit Thicket Thistle Thunder Valley Verse Whisper'.split(
    ' ',
  );
/** The end of a generated product's name, by category of its model. */
const FORMS: Readonly<Record<string, string>> = {
  FLW: '',
  VAP: ' Cart 1 g',
  CON: ' Live Sugar',
  EDI: ' Gummies 10 pk',
  MOO: ' Sparkling 12 oz',
  PRR: ' Pre-roll 1 g',
};

interface Good {
  readonly id: number;
  readonly name: string;
  readonly model: DemoProduct;
}

/**
 * Adds generated products modelled on the demo shop's, with its pictures, price classes and variants, and opens their
 * stock at every location.
 */
export async function addGoods(tx: Tx, count: number): Promise<void> {
  const ids = await takeIds(tx, count);
  const random = createRandom(`scale/goods/${ids[0] ?? 0}`);
  const goods = ids.map((id): Good => {
    const model = random.pick(PRODUCTS);
    return { id, name: nameOf(random, model), model };
  });
  await insertProducts(tx, goods);
  const variants = goods.flatMap((good) => good.model.variants.map((variant) => ({ good, variant })));
  const variantIds = await takeIds(tx, variants.length);
  await insertRows(
    tx,
    'variations',
    {
      id: 'integer',
      product_id: 'integer',
      sku: 'text',
      barcode: 'text',
      regular_price_cents: 'bigint',
      attributes: 'jsonb',
      position: 'integer',
    },
    variants.map(({ good, variant }, index) => ({
      id: variantIds[index],
      product_id: good.id,
      sku: `GEN-${good.id}-${good.model.variants.indexOf(variant) + 1}`,
      barcode: inStoreEan13((variantIds[index] ?? 0) * 10),
      regular_price_cents: variant.regularPriceCents,
      attributes: [{ name: good.model.attribute, option: variant.option }],
      position: good.model.variants.indexOf(variant),
    })),
  );
  await openStock(tx, ids);
}

async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval('catalogue_ids') AS id FROM generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ id }) => id);
}

function nameOf(random: Random, model: DemoProduct): string {
  const words = `${random.pick(FIRST_WORDS)} ${random.pick(LAST_WORDS)}`;
  return words + (FORMS[model.sku.slice(0, 3)] ?? ` ${model.name}`);
}

async function insertProducts(tx: Tx, goods: readonly Good[]): Promise<void> {
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
      image: 'text',
      blueprint_id: 'integer',
      price_class: 'text',
      category_ids: 'integer[]',
      meta: 'jsonb',
    },
    goods.map(({ id, name, model }) => ({
      id,
      name,
      sku: `GEN-${id}`,
      barcode: inStoreEan13(id * 10),
      type: model.type,
      regular_price_cents: model.regularPriceCents,
      image: model.image,
      blueprint_id: model.blueprintId,
      price_class: model.priceClass,
      category_ids: [model.categoryId],
      meta: Object.fromEntries(Object.entries(model.fields).map(([field, value]) => [`_blueprint_${field}`, value])),
    })),
  );
}

/** 0 to 120 of each item at each location; about one jar in twelve is empty. */
async function openStock(tx: Tx, productIds: readonly number[]): Promise<void> {
  const locationIds = LOCATIONS.map(({ id }) => id);
  await sql`
    WITH jars AS (
      SELECT l.id AS location_id, p.id AS product_id, v.id AS variation_id,
             greatest(0, (hashint8extended(coalesce(v.id, p.id), l.id) & 127) - 8) AS quantity
        FROM unnest(${locationIds}::integer[]) AS l(id) CROSS JOIN unnest(${productIds}::integer[]) AS p(id)
        LEFT JOIN variations v ON v.product_id = p.id
    ), levels AS (
      INSERT INTO stock_levels (location_id, product_id, variation_id, quantity, version, reorder_level)
        SELECT location_id, product_id, variation_id, quantity, 2, 10 FROM jars ORDER BY 1, 2, 3
    ), told AS (
      INSERT INTO audit_trail (action, entity, entity_id, actor_id, location_id, details)
        SELECT 'opening_stock', 'stock', product_id || coalesce('-' || variation_id, ''), 1, location_id,
               jsonb_build_object('delta', quantity, 'after', quantity, 'reason', 'Generated stock')
          FROM jars WHERE quantity > 0 ORDER BY location_id, product_id, variation_id
    )
    INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason, actor_id)
      SELECT location_id, product_id, variation_id, quantity, 0, quantity, 'opening_stock', 'Generated stock', 1
        FROM jars WHERE quantity > 0 ORDER BY 1, 2, 3`.execute(tx);
}

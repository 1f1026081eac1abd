import { TZDate } from '@date-fns/tz';
import { sql } from 'kysely';
import { moneyOrNull } from '#contract/wire.ts';
import type { CsvValue } from '#domain/csv.ts';
import { pictureHash, pictureIn } from '#domain/picture.ts';
import { isCostKey } from '#domain/product-costs.ts';
import type { Database } from '#server/db/pool.ts';
import { planOfPair } from '../../catalogue/service.ts';
import { isKnownHeader } from '../read/columns.ts';

/** Columns that grow with the catalogue: those of attributes, and one for each key of meta. */
export interface Layout {
  readonly attributes: number;
  readonly metaKeys: readonly string[];
  /** True if some product has a unit, a step or a floor price of its own; otherwise these columns are left out. */
  readonly measured: boolean;
}

interface Attribute {
  readonly name?: string;
  readonly option?: string;
}

interface ProductAttribute {
  readonly name?: unknown;
  readonly options?: unknown;
  readonly visible?: unknown;
  readonly global?: unknown;
}

interface ItemRow {
  readonly id: number;
  readonly name: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly status: string;
  readonly regular_price_cents: number | null;
  readonly sale_price_cents: number | null;
  /** Prices that are to come. */
  readonly to_come: readonly { from_ms: number; regular_price_cents: number | null; sale_price_cents: number | null }[];
  readonly image: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly stock: string | null;
}

interface VariationRow extends ItemRow {
  readonly attributes: readonly Attribute[];
  readonly position: number;
}

interface ProductRow extends ItemRow {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly taxable: boolean;
  readonly unit: string | null;
  readonly step: number;
  readonly floor_price_cents: number | null;
  readonly version: number;
  readonly time_zone: string;
  /** Paths from the top category down, in the order of the product. */
  readonly categories: readonly (readonly string[])[];
  readonly variations: readonly VariationRow[];
}

/** A product or a variation as a line of the export. */
export interface OwnRow {
  readonly id: number;
  /** The version of the product, which covers its variations. */
  readonly version: number;
  /** At the location asked for; null: never kept there. */
  readonly stockMilli: number | null;
  readonly cells: readonly CsvValue[];
}

const MEASURE_COLUMNS = ['Sold by', 'In steps of', 'Floor price'];

const COLUMNS = [
  'ID',
  'Type',
  'SKU',
  'GTIN, UPC, EAN, or ISBN',
  'Name',
  'Published',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'Tax status',
  'Stock',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Position',
] as const;
type Title = (typeof COLUMNS)[number];

/** Meta keys of imports that have their own columns in an export. */
const OWN_COLUMN = new Set(['_tags', '_images', '_attributes']);

export async function selectLayout(db: Database): Promise<Layout> {
  const { rows } = await sql<{ attributes: number; keys: string[]; measured: boolean }>`
    WITH metas AS (SELECT meta FROM products WHERE status <> 'trash' UNION ALL SELECT meta FROM variations WHERE status <> 'trash')
    SELECT greatest(
             coalesce((SELECT max(jsonb_array_length(attributes)) FROM variations WHERE status <> 'trash'), 0),
             coalesce((SELECT max(jsonb_array_length(meta -> '_attributes')) FROM products
                        WHERE status <> 'trash' AND jsonb_typeof(meta -> '_attributes') = 'array'), 0)) AS attributes,
           ARRAY(SELECT DISTINCT e.key FROM metas CROSS JOIN LATERAL jsonb_each(metas.meta) e
                  WHERE jsonb_typeof(e.value) = 'string' ORDER BY e.key) AS keys,
           EXISTS (SELECT FROM products WHERE status <> 'trash' AND (unit IS NOT NULL OR quantity_step <> 1 OR floor_price_cents IS NOT NULL)) AS measured`.execute(
    db,
  );
  const { attributes = 0, keys = [], measured = false } = rows[0] ?? {};
  const taken = new Set<string>();
  const metaKeys = keys.filter((key) => {
    const header = metaHeader(key).toLowerCase();
    // A header is read again without its outer spaces and in any case, and some stand for a barcode.
    const isRead = key.trim() === key && key !== '' && !taken.has(header) && !isCostKey(key) && !OWN_COLUMN.has(key);
    taken.add(header);
    return isRead && isKnownHeader(metaHeader(key)) && !isBarcodeHeader(key);
  });
  return { attributes, metaKeys, measured };
}

const metaHeader = (key: string): string => `Meta: ${key}`;
const BARCODE_KEYS =
  /^(?:_global_unique_id|_gtin|_upc|_ean|_barcode|_alg_ean|_wpm_gtin_code|_ywbc_barcode_display_value)$/i;
const isBarcodeHeader = (key: string): boolean => BARCODE_KEYS.test(key);

export function headerOf({ attributes, metaKeys, measured }: Layout): string[] {
  const numbered = Array.from({ length: attributes }, (_, place) =>
    ['name', 'value(s)', 'visible', 'global'].map((part) => `Attribute ${place + 1} ${part}`),
  );
  return [...COLUMNS, ...(measured ? MEASURE_COLUMNS : []), ...numbered.flat(), ...metaKeys.map(metaHeader)];
}

/** Ids of products that are exported, in the order of the file. */
export async function selectExported(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM products WHERE status <> 'trash' AND type IN ('simple', 'variable') ORDER BY lower(name), id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The products as rows of the export, each followed by its variations. @param origin of the addresses of pictures */
export async function selectOwnRows(
  db: Database,
  ids: readonly number[],
  { locationId, layout, origin }: { locationId: number | null; layout: Layout; origin: string },
): Promise<OwnRow[]> {
  const item = (alias: 'p' | 'v') => sql`
    'id', ${sql.ref(alias)}.id, 'name', ${sql.ref(alias)}.name, 'sku', ${sql.ref(alias)}.sku, 'barcode', ${sql.ref(alias)}.barcode,
    'status', ${sql.ref(alias)}.status, 'regular_price_cents', ${sql.ref(alias)}.regular_price_cents,
    'sale_price_cents', ${sql.ref(alias)}.sale_price_cents,
    'to_come', coalesce((SELECT jsonb_agg(jsonb_build_object('from_ms', extract(epoch FROM i.valid_from) * 1000,
       'regular_price_cents', i.regular_price_cents, 'sale_price_cents', i.sale_price_cents)) FROM item_prices i
      WHERE i.product_id = p.id AND i.variation_id IS NOT DISTINCT FROM ${alias === 'v' ? sql`v.id` : sql`NULL::integer`}
        AND i.valid_from > clock_timestamp()), '[]'), 'image', ${sql.ref(alias)}.image, 'meta', ${sql.ref(alias)}.meta`;
  const { rows } = await sql<{ product: ProductRow }>`
    WITH RECURSIVE paths AS (
      SELECT id, ARRAY[name] AS path FROM categories WHERE parent_id IS NULL
      UNION ALL SELECT c.id, paths.path || c.name FROM categories c JOIN paths ON paths.id = c.parent_id)
    SELECT jsonb_build_object(${item('p')}, 'type', p.type, 'description', p.description, 'taxable', p.taxable, 'unit', p.unit, 'step', p.quantity_step, 'floor_price_cents', p.floor_price_cents, 'version', p.version,
             'time_zone', coalesce((SELECT time_zone FROM locations WHERE id = ${locationId}::integer), 'UTC'),
             'stock', (SELECT s.quantity::text FROM stock_levels s
                        WHERE s.location_id = ${locationId}::integer AND s.product_id = p.id AND s.variation_id IS NULL),
             'categories', coalesce((SELECT jsonb_agg(to_jsonb(paths.path) ORDER BY c.place)
                FROM unnest(p.category_ids) WITH ORDINALITY AS c(id, place) JOIN paths ON paths.id = c.id), '[]'),
             'variations', coalesce((SELECT jsonb_agg(jsonb_build_object(${item('v')}, 'attributes', v.attributes, 'position', v.position,
                'stock', (SELECT s.quantity::text FROM stock_levels s
                           WHERE s.location_id = ${locationId}::integer AND s.product_id = p.id AND s.variation_id = v.id))
                ORDER BY v.position, v.id) FROM variations v WHERE v.product_id = p.id AND v.status <> 'trash'), '[]')) AS product
      FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS wanted(id, place) JOIN products p ON p.id = wanted.id
     ORDER BY wanted.place`.execute(db);
  return rows.flatMap(({ product }) => {
    const line = (
      row: ItemRow,
      titles: Partial<Record<Title, CsvValue>>,
      attributes: readonly CsvValue[][],
      measure: readonly CsvValue[],
    ): OwnRow => ({
      id: row.id,
      version: product.version,
      stockMilli: row.stock === null ? null : Math.round(Number(row.stock) * 1000),
      cells: [
        ...COLUMNS.map((title) => ({ ...commonOf(row, origin, product.time_zone), ...titles })[title] ?? null),
        ...(layout.measured ? measure : []),
        ...Array.from(
          { length: layout.attributes },
          (_, place) => attributes[place] ?? [null, null, null, null],
        ).flat(),
        ...layout.metaKeys.map((key) => textOf(row.meta[key])),
      ],
    });
    const own = line(
      product,
      {
        Type: product.type,
        Description: escapedText(product.description),
        'Tax status': product.taxable ? 'taxable' : 'none',
        Categories: listOf(product.categories.map((path) => path.map(escapedTerm).join(' > '))),
        ...(product.type === 'variable' && { Stock: null }),
      },
      attributesOf(product).map(({ name, options, visible, global }) => [
        name,
        listOf(options.map(escapedTerm)),
        visible,
        global,
      ]),
      [product.unit ?? 'piece', product.step, moneyOrNull(product.floor_price_cents)],
    );
    const variations = product.variations.map((variation) =>
      line(
        variation,
        { Type: 'variation', Parent: `id:${product.id}`, Position: variation.position },
        variation.attributes.map(({ name = '', option = '' }) => [
          escapedTerm(name),
          listOf([escapedTerm(option)]),
          null,
          null,
        ]),
        [null, null, null],
      ),
    );
    return [own, ...variations];
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** WooCommerce writes 1 for products on sale, 0 for private ones, -1 for drafts. */
const PUBLISHED: Readonly<Record<string, number>> = { publish: 1, private: 0 };

/** Spreadsheets leave this form as it is, and WooCommerce reads it. */
const instantIn = (timeZone: string, ms: number | null | undefined): string | null =>
  ms == null ? null : new TZDate(ms, timeZone).toISOString().replace('.000', '');

function commonOf(row: ItemRow, origin: string, timeZone: string): Partial<Record<Title, CsvValue>> {
  const { sale } = planOfPair(row, row.to_come);
  const image = row.image?.startsWith('/')
    ? origin + (pictureHash(row.image) === null ? row.image : pictureIn(row.image, 'large'))
    : null;
  return {
    ID: row.id,
    SKU: row.sku,
    'GTIN, UPC, EAN, or ISBN': row.barcode,
    Name: row.name,
    Published: PUBLISHED[row.status] ?? -1,
    Stock: row.stock === null ? null : Number(row.stock),
    'Date sale price starts': instantIn(timeZone, sale?.fromMs),
    'Date sale price ends': instantIn(timeZone, sale?.untilMs),
    'Sale price': moneyOrNull(sale?.price ?? null),
    'Regular price': moneyOrNull(row.regular_price_cents),
    Tags: listOf(textsOf(row.meta['_tags']).map(escapedTerm)),
    Images: listOf([...(image === null ? [] : [image]), ...textsOf(row.meta['_images'])]),
  };
}

/** The attributes that an import kept, else those of the variations: WooCommerce needs them to match variations. */
function attributesOf({ meta, variations }: ProductRow) {
  const kept = meta['_attributes'];
  if (Array.isArray(kept)) {
    return (kept as ProductAttribute[]).map(({ name, options, visible, global }) => ({
      name: escapedTerm(String(name)),
      options: textsOf(options),
      visible: visible === false ? 0 : 1,
      global: global === true ? 1 : 0,
    }));
  }
  const options = new Map<string, Set<string>>();
  for (const { attributes } of variations) {
    for (const { name = '', option = '' } of attributes)
      options.set(name, (options.get(name) ?? new Set()).add(option));
  }
  return [...options].map(([name, values]) => ({
    name: escapedTerm(name),
    options: [...values],
    visible: 1,
    global: 0,
  }));
}

const listOf = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(',', String.raw`\,`)).join(', ');

/** As WooCommerce writes names of categories, tags and attributes. */
const escapedTerm = (term: string): string =>
  term.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes line ends as `\n`, and a literal `\n` as `\\n`. */
const escapedText = (text: string): string =>
  text.replaceAll(String.raw`\n`, String.raw`\\n`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

import { sql } from 'kysely';
import { placesOf } from '#domain/category-order.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { toCents } from '#domain/money.ts';
import type { BlueprintPricing, PricingTier, RuleGroup } from '#domain/pricing-tiers.ts';
import { parseQuantity, ZERO_MILLI, type Milli } from '#domain/quantity.ts';
import { callerNow } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';

export interface BookCategory {
  readonly id: number;
  /** With the parent's name, "Clothing › Accessories", when another category has the same name. */
  readonly name: string;
  readonly slug: string;
  /** Ids and slugs that named it before. Layouts of menus may have them. */
  readonly formerNames: readonly string[];
  readonly parentId: number | null;
  readonly blueprintId: number | null;
  /** Its place in the tree, where the shop has put its categories in order. */
  readonly position: number | undefined;
}

interface PricedRule extends RuleGroup {
  readonly priceClass: string | null;
}

interface BookBlueprint {
  readonly id: number;
  readonly name: string;
  readonly rules: readonly PricedRule[];
}

/** Categories, blueprints and tiers. They are small, needed by every sale, and change a few times a year. */
export interface PriceBook {
  readonly stamp: string;
  readonly categories: ReadonlyMap<number, BookCategory>;
  readonly blueprints: ReadonlyMap<number, BookBlueprint>;
  /** Results of `pricingOf`, shared by products that are priced alike. */
  readonly known: Map<string, BlueprintPricing | null>;
}

/**
 * Names one state of the catalogue. The version alone is not enough, because a transaction that is rolled back frees
 * its number for the next one; a transaction's own id is never reused.
 */
export const CATALOGUE_STAMP = sql<string>`(SELECT version || '.' || xmin FROM catalogue_version)`;

/** The books of the last states by their stamps, the last used one last. */
const books = new Map<string, PriceBook>();
const MOST_BOOKS = 4;

function kept(book: PriceBook): PriceBook {
  books.delete(book.stamp);
  books.set(book.stamp, book);
  const [oldest] = books.keys();
  if (books.size > MOST_BOOKS && oldest !== undefined) books.delete(oldest);
  return book;
}

/** Per database, the book that is being read. */
const readings = new WeakMap<Database, { readonly stamp: string; readonly book: Promise<PriceBook> }>();

/**
 * The price book at the catalogue state `stamp`, read again only when the catalogue has changed. Sales that meet the same change
 * share one reading. A transaction reads by itself: it may see what others do not, and waits for nobody else's connection. So does
 * a read whose caller may hang up.
 */
export async function priceBook(db: Database, stamp: string): Promise<PriceBook> {
  const known = books.get(stamp);
  // Put last again, so that books of changes that were rolled back do not push it out.
  if (known) return kept(known);
  if (db.isTransaction || callerNow() !== null) return kept(await readPriceBook(db));
  const running = readings.get(db);
  if (running?.stamp === stamp) return running.book;
  const reading = { stamp, book: readPriceBook(db).then(kept) };
  readings.set(db, reading);
  try {
    return await reading.book;
  } finally {
    if (readings.get(db) === reading) readings.delete(db);
  }
}

/** The book by the clock, which may have rules that nobody has begun yet. */
export function presentPriceBook(db: Database): Promise<PriceBook> {
  return readPriceBook(db);
}

/**
 * The same book at a later state. For a transaction that has held the terms since `book` was theirs, and changed products,
 * variations or their prices only: nothing of a book comes from those.
 */
export function sameBookAt(book: PriceBook, stamp: string): PriceBook {
  return kept({ ...book, stamp });
}

/** @param categoryIds in order; for a product without a blueprint the first category that has one counts */
export function blueprintIdOf(
  book: PriceBook,
  { blueprintId, categoryIds }: { blueprintId: number | null; categoryIds: readonly number[] },
): number | null {
  return blueprintId ?? blueprintOfCategories(book, categoryIds);
}

/** The price tiers of a product; null where it has one price. */
export function pricingOf(
  book: PriceBook,
  product: { blueprintId: number | null; priceClass: string | null; categoryIds: readonly number[] },
): BlueprintPricing | null {
  const blueprintId = blueprintIdOf(book, product);
  if (blueprintId === null) return null;
  const key = `${blueprintId} ${product.priceClass ?? ''}`;
  const known = book.known.get(key);
  if (known !== undefined) return known;
  const pricing = groupsFor(book.blueprints.get(blueprintId), product.priceClass);
  book.known.set(key, pricing);
  return pricing;
}

/** The existing categories, in the product's order. */
export function categoriesOf(book: PriceBook, categoryIds: readonly number[]): BookCategory[] {
  return categoryIds.map((id) => book.categories.get(id)).filter((category) => category !== undefined);
}

/** The categories and all their ancestors. */
export function withAncestors(book: PriceBook, categoryIds: readonly number[]): readonly number[] {
  const line = new Set(categoryIds);
  for (const id of line) {
    const parent = book.categories.get(id)?.parentId ?? null;
    if (parent !== null) line.add(parent);
  }
  return [...line];
}

/** A category and all its descendants. */
export function withDescendants(book: PriceBook, categoryId: number): ReadonlySet<number> {
  const family = new Set([categoryId]);
  // Iterating over a set also visits values added on the way, each only once.
  for (const parent of family) {
    for (const { id, parentId } of book.categories.values()) if (parentId === parent) family.add(id);
  }
  return family;
}

function blueprintOfCategories(book: PriceBook, categoryIds: readonly number[]): number | null {
  for (const category of categoriesOf(book, categoryIds))
    if (category.blueprintId !== null) return category.blueprintId;
  return null;
}

function groupsFor(blueprint: BookBlueprint | undefined, priceClass: string | null): BlueprintPricing | null {
  if (!blueprint) return null;
  const ruleGroups = blueprint.rules.filter((rule) => rule.priceClass === null || rule.priceClass === priceClass);
  if (ruleGroups.length === 0) return null;
  return { blueprintId: blueprint.id, blueprintName: blueprint.name, ruleGroups };
}

interface BookRow {
  stamp: string;
  categories: (Pick<BookCategory, 'id' | 'name' | 'slug'> & {
    own_name: string;
    parent_id: number | null;
    blueprint_id: number | null;
    position: number | null;
    former_names: string[];
  })[];
  blueprints: { id: number; name: string }[];
  rules: {
    id: number;
    blueprint_id: number;
    name: string;
    product_type: string;
    price_class: string | null;
    tiers: { min: string; price_cents: number; label: string; unit: string | null; conversion_ratio: unknown }[];
  }[];
}

/** The price books of instants to come at which rules begin to hold, in order, before `until`. */
export async function plannedPriceBooks(db: Database, until: Date): Promise<{ from: Date; book: PriceBook }[]> {
  const { rows } = await sql<{ from: Date }>`
    SELECT DISTINCT valid_from AS "from" FROM pricing_rules WHERE valid_from > now() AND valid_from < ${until}
     ORDER BY valid_from LIMIT ${sql.lit(MOST_PLANNED)}`.execute(db);
  const books: { from: Date; book: PriceBook }[] = [];
  // The database counts microseconds, a date here milliseconds: the rule of that instant is to be among them.
  for (const { from } of rows) books.push({ from, book: await readPriceBook(db, new Date(from.getTime() + 1)) });
  return books;
}

/** More instants than this within a few days are not planned but a mistake. */
const MOST_PLANNED = 20;

/**
 * One statement, so that the stamp and the data are of the same moment.
 * @param at the instant whose rules hold; the present one when left out
 */
async function readPriceBook(db: Database, at: Date | null = null): Promise<PriceBook> {
  const { rows } = await sql<BookRow>`
    SELECT ${CATALOGUE_STAMP} AS stamp,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug,
                  'own_name', c.own_name, 'parent_id', c.parent_id, 'blueprint_id', c.blueprint_id, 'position', c.position, 'former_names', c.former_names))
                  FROM (SELECT c.id, c.slug, c.name AS own_name, c.parent_id, c.blueprint_id, c.position, c.former_names, CASE
                          WHEN p.id IS NOT NULL AND count(*) OVER (PARTITION BY lower(c.name)) > 1
                          THEN p.name || ' › ' || c.name ELSE c.name END AS name
                          FROM categories c LEFT JOIN categories p ON p.id = c.parent_id) c), '[]') AS categories,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name)) FROM blueprints), '[]') AS blueprints,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'blueprint_id', r.blueprint_id, 'name', r.name,
                  'product_type', r.product_type, 'price_class', r.price_class, 'tiers', t.tiers) ORDER BY r.position, r.id)
                  FROM (SELECT DISTINCT ON (blueprint_id, price_class, name) id, blueprint_id, name, product_type, price_class, position
                          FROM pricing_rules WHERE valid_from <= coalesce(${at}::timestamptz, clock_timestamp())
                         ORDER BY blueprint_id, price_class, name, valid_from DESC) r
                  JOIN (SELECT rule_id, jsonb_agg(jsonb_build_object('min', min::text, 'price_cents', price_cents, 'label', label,
                          'unit', unit, 'conversion_ratio', conversion_ratio) ORDER BY min) AS tiers
                          FROM pricing_tiers GROUP BY rule_id) t ON t.rule_id = r.id), '[]') AS rules
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The catalogue has no version');
  const places = placesOf(
    row.categories.map(({ id, own_name, slug, parent_id, position }) => {
      return { id, name: own_name, slug, parentId: parent_id, position };
    }),
  );
  return {
    stamp: row.stamp,
    categories: new Map(
      row.categories.map(({ id, name, slug, parent_id, blueprint_id, former_names }) => [
        id,
        {
          id,
          name,
          slug,
          formerNames: former_names,
          parentId: parent_id,
          blueprintId: blueprint_id,
          position: places.get(id),
        },
      ]),
    ),
    blueprints: new Map(
      row.blueprints.map(({ id, name }) => [
        id,
        { id, name, rules: row.rules.filter((rule) => rule.blueprint_id === id).map(toRule) },
      ]),
    ),
    known: new Map(),
  };
}

function toRule(rule: BookRow['rules'][number]): PricedRule {
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    productType: rule.product_type,
    priceClass: rule.price_class,
    tiers: rule.tiers.map(toTier),
  };
}

function toTier(tier: BookRow['rules'][number]['tiers'][number]): PricingTier {
  const ratio = toRatio(tier.conversion_ratio);
  return {
    minMilli: milliOf(tier.min),
    priceCents: toCents(tier.price_cents),
    label: tier.label,
    ...(tier.unit === null ? {} : { unit: tier.unit }),
    ...(ratio ? { conversionRatio: ratio } : {}),
  };
}

/** An unreadable ratio becomes one of zeros, which no sale accepts. It must not count as "no ratio". */
function toRatio(stored: unknown): ConversionRatio | undefined {
  if (stored === null || stored === undefined) return undefined;
  const ratio = typeof stored === 'object' ? (stored as Record<string, unknown>) : {};
  const description = textOf(ratio['description']);
  return {
    inputMilli: milliOf(ratio['input_amount']),
    inputUnit: textOf(ratio['input_unit']),
    outputMilli: milliOf(ratio['output_amount']),
    outputUnit: textOf(ratio['output_unit']),
    ...(description ? { description } : {}),
  };
}

function milliOf(value: unknown): Milli {
  if (typeof value !== 'string' && typeof value !== 'number') return ZERO_MILLI;
  const parsed = parseQuantity(value);
  return parsed.ok ? parsed.value : ZERO_MILLI;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

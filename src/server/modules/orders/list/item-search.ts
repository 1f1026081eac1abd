import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { ItemsFound } from '#server/modules/catalogue/service.ts';
import { countOrders } from './list-queries.ts';
import { conditions, type OrderFilter } from './order-filter.ts';

export interface Wanted {
  readonly order: 'asc' | 'desc';
  readonly upTo: number;
}

/** A range of order ids, inclusive. */
interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** An order has about this many lines. */
const LINES_PER_ORDER = 2;
/** A window is this many times as wide as it would have to be if sales were spread evenly. */
const SPARE = 4;
/** The same when a filter leaves fewer orders in the window. */
const SPARE_WHEN_NARROWED = 16;
const SECOND_WINDOW = 12;
/** Items above this share of the catalogue are probably spread evenly through the list, and need no window. */
const COMMON_SHARE = 0.2;
/** Items with at most this many orders for each one wanted are searched without a window. */
const FEW_PER_WANTED = 50;
/** The number of the list's first orders that are read to place the window. */
const SAMPLE = 200;
/** At most this many orders of the window's days may have ids outside of it, as imported ones do. */
const MOST_STRAYS = 3000;

const ids = (list: readonly number[]): RawBuilder<unknown> => sql`${[...list]}::integer[]`;

/** Narrows by location and day only, which the index of the list covers. */
function placeAndDays({ locationId, from, to }: OrderFilter): RawBuilder<unknown> {
  const parts = [sql`o.voided_at IS NULL`];
  if (locationId !== null) parts.push(sql`o.location_id = ${locationId}`);
  if (from !== null) parts.push(sql`o.local_day >= ${from}::date`);
  if (to !== null) parts.push(sql`o.local_day <= ${to}::date`);
  return sql.join(parts, sql` AND `);
}

interface Place {
  /** Ids of the list's first orders; null when there are none. */
  readonly middle: number | null;
  readonly first: number;
  readonly last: number;
  /** Ids of all orders. */
  readonly least: number;
  readonly most: number;
}

async function placeOf(db: Database, filter: OrderFilter, order: 'asc' | 'desc'): Promise<Place> {
  const way = sql.raw(order);
  const { rows } = await sql<Place>`
    SELECT f.*, (SELECT coalesce(min(id), 0) FROM orders) AS least, (SELECT coalesce(max(id), 0) FROM orders) AS most
      FROM (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) AS middle, coalesce(min(id), 0) AS first, coalesce(max(id), 0) AS last
              FROM (SELECT o.id FROM orders o WHERE ${placeAndDays(filter)}
                     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${sql.lit(SAMPLE)}) o) f`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the list has no place');
  return row;
}

function hasItem(line: string, { productIds, variationIds }: ItemsFound): RawBuilder<unknown> {
  return sql`(${sql.ref(`${line}.product_id`)} = ANY(${ids(productIds)}) OR ${sql.ref(`${line}.variation_id`)} = ANY(${ids(variationIds)}))`;
}

/**
 * Ids of orders with one of the items. Reads the items' index or, when there are more items than ids in the window, the
 * window.
 */
function hits(items: ItemsFound, window: IdRange | null): RawBuilder<unknown> {
  const inside = window === null ? sql`` : sql`AND l.order_id BETWEEN ${window.from} AND ${window.to}`;
  const many = items.productIds.length + items.variationIds.length;
  if (window !== null && many > window.to - window.from)
    return sql`SELECT DISTINCT l.order_id FROM order_lines l WHERE ${hasItem('l', items)} ${inside}`;
  return sql`
    SELECT l.order_id FROM order_lines l WHERE l.product_id = ANY(${ids(items.productIds)}) ${inside}
    UNION
    SELECT l.order_id FROM order_lines l WHERE l.variation_id = ANY(${ids(items.variationIds)}) ${inside}`;
}

/** Orders of the list, within the window, that have one of the items. */
async function findIn(
  db: Database,
  items: ItemsFound,
  filter: OrderFilter,
  { order, upTo }: Wanted,
  window: IdRange | null,
): Promise<{ ids: number[]; last_day: string | null }> {
  const way = sql.raw(order);
  // The SQL comment keeps it from being prepared: the best plan depends on the number of items and the window. `OFFSET 0` has each
  // order fetched by its id: the planner expects many times as many hits and would read all orders of the shop instead.
  const { rows } = await sql<{ ids: number[]; last_day: string | null }>`
    /* planned for what is searched */ WITH hit AS MATERIALIZED (${hits(items, window)}), found AS MATERIALIZED (
      SELECT o.id, o.local_day FROM hit CROSS JOIN LATERAL (
        SELECT o.* FROM orders o WHERE o.id = hit.order_id AND ${conditions(filter)} OFFSET 0) o
       ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${upTo}
    )
    SELECT ARRAY(SELECT id FROM found) AS ids,
           (SELECT ${sql.raw(order === 'desc' ? 'min' : 'max')}(local_day) FROM found)::text AS last_day`.execute(db);
  return rows[0] ?? { ids: [], last_day: null };
}

/**
 * Orders of the list up to that day that have one of the items but ids outside the window; null when too many to check.
 */
async function findStrays(
  db: Database,
  items: ItemsFound,
  filter: OrderFilter,
  order: 'asc' | 'desc',
  lastDay: string,
  { from, to }: IdRange,
): Promise<number[] | null> {
  const asFar = order === 'desc' ? sql`o.local_day >= ${lastDay}::date` : sql`o.local_day <= ${lastDay}::date`;
  // `+ 0` keeps the planner from walking the index of ids in the hope of finding strays early.
  const { rows } = await sql<{ ids: number[]; strays: number }>`
    /* planned for the day */ WITH stray AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE ${placeAndDays(filter)} AND ${asFar} AND o.id + 0 NOT BETWEEN ${from} AND ${to}
       LIMIT ${sql.lit(MOST_STRAYS)}
    )
    SELECT ARRAY(SELECT o.id FROM stray JOIN orders o ON o.id = stray.id
                  WHERE ${conditions(filter)}
                    AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND ${hasItem('l', items)})) AS ids,
           (SELECT count(*) FROM stray) AS strays`.execute(db);
  const [row] = rows;
  return row && row.strays < MOST_STRAYS ? row.ids : null;
}

function isNarrowed({ locationId, status, employeeId }: OrderFilter): boolean {
  return locationId !== null || status !== null || employeeId !== null;
}

/** These lists are short and have their own indexes. */
function isShort({ status, customerId, quick }: OrderFilter): boolean {
  return (status !== null && status !== 'completed') || customerId !== null || quick !== null;
}

/**
 * Goes along the list until enough orders are found. Null when its first orders have too few: the items are common in the catalogue, but
 * hardly sold. `OFFSET 0` and `+ 0` have the lines of each order read by its id. For a thousand items the planner would search the items'
 * index a thousand times for each order.
 */
async function findAlong(
  db: Database,
  items: ItemsFound,
  filter: OrderFilter,
  { order, upTo }: Wanted,
): Promise<number[] | null> {
  const way = sql.raw(order);
  const inOrder = sql`ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}`;
  const most = Math.ceil((upTo * SPARE_WHEN_NARROWED) / Math.min(1, items.share * LINES_PER_ORDER));
  const { rows } = await sql<{ ids: number[] }>`
    /* planned for what is searched */ SELECT ARRAY(
      SELECT o.id FROM (SELECT o.id, o.local_day, o.created_at FROM orders o WHERE ${conditions(filter)} ${inOrder} LIMIT ${most}) o
       WHERE EXISTS (
         SELECT 1 FROM order_lines l
          WHERE l.order_id = o.id
            AND (l.product_id + 0 = ANY(${ids(items.productIds)}) OR l.variation_id + 0 = ANY(${ids(items.variationIds)})) OFFSET 0)
       ${inOrder} LIMIT ${upTo}) AS ids`.execute(db);
  const found = rows[0]?.ids ?? [];
  return found.length < upTo && (await countOrders(db, filter, most)) === most ? null : found;
}

/** The database chooses the way: along the list until enough orders are found, or from the items and then sorted. */
function findAnywhere(db: Database, items: ItemsFound, filter: OrderFilter, wanted: Wanted): Promise<number[]> {
  const way = sql.raw(wanted.order);
  const part = (item: 'product_id' | 'variation_id', list: readonly number[]) => sql`(
    SELECT o.id, o.local_day, o.created_at FROM orders o
     WHERE ${conditions(filter)} AND EXISTS (
       SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.${sql.raw(item)} = ANY(${ids(list)}))
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${wanted.upTo})`;
  // Separate queries for products and variations, because for two conditions the planner multiplies their rarity.
  const parts = [
    ...(items.productIds.length > 0 ? [part('product_id', items.productIds)] : []),
    ...(items.variationIds.length > 0 ? [part('variation_id', items.variationIds)] : []),
  ];
  return sql<{ ids: number[] }>`
    /* planned for what is searched */ SELECT ARRAY(
      SELECT id FROM (${sql.join(parts, sql` UNION `)}) f
       ORDER BY f.local_day ${way}, f.created_at ${way}, f.id ${way} LIMIT ${wanted.upTo}) AS ids`
    .execute(db)
    .then(({ rows }) => rows[0]?.ids ?? []);
}

/**
 * The first orders of a list that have a line of these items, and perhaps more. Ids nearly follow time, so the search
 * looks in a window of ids at the beginning of the list, wider the rarer the items are. The few orders of the same days
 * with ids outside the window are checked one by one. Common items, very rare items, and searches that a filter makes
 * too rare for a window go through the whole list.
 */
export async function ordersWithItems(
  db: Database,
  items: ItemsFound,
  filter: OrderFilter,
  wanted: Wanted,
): Promise<number[]> {
  if (items.share === 0) return [];
  if (items.share >= COMMON_SHARE) {
    return (await findAlong(db, items, filter, wanted)) ?? findAnywhere(db, items, filter, wanted);
  }
  if (isShort(filter)) return findAnywhere(db, items, filter, wanted);
  const { order, upTo } = wanted;
  const { middle, first, last, least, most } = await placeOf(db, filter, order);
  if (middle === null) return [];
  const chance = Math.min(1, items.share * LINES_PER_ORDER);
  if (chance * (most - least) <= FEW_PER_WANTED * upTo) return (await findIn(db, items, filter, wanted, null)).ids;
  const spare = isNarrowed(filter) ? SPARE_WHEN_NARROWED : SPARE;
  for (const times of [1, SECOND_WINDOW]) {
    const span = Math.ceil((upTo * spare * times) / chance);
    if (span >= most - least) return (await findIn(db, items, filter, wanted, null)).ids;
    const window = order === 'desc' ? { from: middle - span, to: last } : { from: first, to: middle + span };
    const found = await findIn(db, items, filter, wanted, window);
    if (found.ids.length < upTo || found.last_day === null) continue;
    const strays = await findStrays(db, items, filter, order, found.last_day, window);
    if (strays !== null) return [...found.ids, ...strays];
    break;
  }
  return findAnywhere(db, items, filter, wanted);
}

import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { copyTaxesRoute, setTaxRoute, TaxSetting } from '#contract/taxes.ts';
import type { BodyOf } from '#contract/route.ts';
import { ratePercent, ppmOf } from '#domain/tax.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Author } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

interface TaxRow {
  id: number;
  location_id: number;
  code: string;
  name: string;
  rate_ppm: number;
  position: number;
  compound: boolean;
  included: boolean;
  before_points: boolean;
  category_ids: number[] | null;
  price_classes: string[] | null;
  active: boolean;
  valid_from: Date | null;
  from_day: string | null;
  state: TaxSetting['state'];
}

// A setting holds until the next one of its code. One without a beginning is stored as -infinity and read as null.
const settingsAt = (at: RawBuilder<Date>) => sql`
  SELECT id, location_id, code, name, rate_ppm, position, compound, included, before_points, category_ids, price_classes, active, nullif(valid_from, '-infinity') AS valid_from,
         to_char(nullif(valid_from, '-infinity') AT TIME ZONE (SELECT time_zone FROM locations WHERE id = location_id), 'YYYY-MM-DD') AS from_day,
         CASE WHEN valid_from > ${at} THEN 'coming'
              WHEN valid_from = max(valid_from) FILTER (WHERE valid_from <= ${at}) OVER (PARTITION BY location_id, code) THEN 'present'
              ELSE 'past' END AS state
    FROM tax_rates`;

function toSetting(row: TaxRow): TaxSetting {
  const { rate_ppm: ppm, active, valid_from: from, ...rest } = row;
  return { ...rest, rate: active ? ratePercent(ppm) : null, from: from?.toISOString() ?? null };
}

export async function listTaxes(db: Database | Tx): Promise<TaxSetting[]> {
  const { rows } =
    await sql<TaxRow>`SELECT * FROM (${settingsAt(sql`statement_timestamp()`)}) t ORDER BY location_id, max(position) FILTER (WHERE state <> 'past') OVER (PARTITION BY location_id, code), code COLLATE "C", valid_from DESC NULLS LAST`.execute(
      db,
    );
  return rows.map(toSetting);
}

/** Settings of one tax, newest first. */
async function settingsOf(tx: Tx, locationId: number, code: string, at: RawBuilder<Date>): Promise<TaxSetting[]> {
  const { rows } = await sql<TaxRow>`
    ${settingsAt(at)} WHERE location_id = ${locationId} AND code = ${code} ORDER BY tax_rates.valid_from DESC`.execute(
    tx,
  );
  return rows.map(toSetting);
}

/**
 * The taxes of a location are changed one after the other, and not while categories are merged or deleted. Answers the
 * instant of the change, which is after all former ones: `now()` is the beginning of the transaction, which may have waited.
 * @throws Refusal `not_found`
 */
export async function lockTaxes(
  tx: Tx,
  locationId: number,
): Promise<{ readonly timeZone: string; readonly at: RawBuilder<Date> }> {
  await lockTerms(tx);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('taxes', ${locationId}))`.execute(tx);
  const { rows } = await sql<{ time_zone: string; at: string }>`
    SELECT time_zone, clock_timestamp()::text AS at FROM locations WHERE id = ${locationId} AND closed_at IS NULL`.execute(
    tx,
  );
  const [location] = rows;
  if (!location) throw new Refusal('not_found', `There is no location ${locationId}.`);
  return { timeZone: location.time_zone, at: sql<Date>`${location.at}::timestamptz` };
}

type Parts = Pick<
  TaxSetting,
  'name' | 'rate' | 'position' | 'compound' | 'included' | 'before_points' | 'category_ids' | 'price_classes'
>;

function partsOf({
  name,
  rate,
  position,
  compound,
  included,
  before_points,
  category_ids,
  price_classes,
}: Parts): Parts {
  return { name, rate, position, compound, included, before_points, category_ids, price_classes };
}

/** The parts of a tax for the audit trail: name, rate and the rules that differ from the usual ones. */
function toldOf(parts: Parts) {
  const { name, rate, position: _, ...rules } = partsOf(parts);
  const special = Object.entries(rules).filter(([, value]) => value !== false && value !== null);
  return { name, rate, ...Object.fromEntries(special) };
}

/**
 * The rules of a tax: those of the body, else the former ones, else the simplest ones and the last position.
 * A category that is gone may stay where a setting of the tax has it (`known`).
 * @throws Refusal 422 `not_valid` for what contradicts itself, and for a category that there is not
 */
async function withPlace(
  tx: Tx,
  body: BodyOf<typeof setTaxRoute>,
  before: TaxSetting | null,
  known: readonly number[],
): Promise<Omit<Parts, 'name' | 'rate'>> {
  const rules = {
    compound: body.compound ?? before?.compound ?? false,
    included: body.included ?? before?.included ?? false,
    before_points: body.before_points ?? before?.before_points ?? false,
    category_ids: body.category_ids === undefined ? (before?.category_ids ?? null) : inOrder(body.category_ids),
    price_classes: body.price_classes === undefined ? (before?.price_classes ?? null) : inOrder(body.price_classes),
  };
  if (rules.included && rules.before_points) {
    throw new Refusal(
      'not_valid',
      'A tax that prices contain is that of what is paid: it cannot be charged before points.',
    );
  }
  const { rows } = await sql<{ next: number; missing: number | null }>`
    SELECT coalesce(max(position), 0) + 1 AS next,
           (SELECT min(named) FROM unnest(${body.category_ids ?? []}::integer[]) named
             WHERE named <> ALL(${known}::integer[])
               AND NOT EXISTS (SELECT 1 FROM categories WHERE id = named)) AS missing
      FROM tax_rates WHERE location_id = ${body.location_id}`.execute(tx);
  const { next = 1, missing = null } = rows[0] ?? {};
  if (missing !== null) throw new Refusal('not_valid', `There is no category ${missing}.`);
  return { position: body.position ?? before?.position ?? Math.min(next, 1000), ...rules };
}

function inOrder<T extends number | string>(named: readonly T[] | null): T[] | null {
  return named && [...new Set(named)].sort((a, b) => (a < b ? -1 : 1));
}

/** The price classes that products have. */
export async function listPriceClasses(db: Database): Promise<string[]> {
  const { rows } = await sql<{ price_class: string }>`
    SELECT DISTINCT price_class FROM products WHERE price_class IS NOT NULL AND status <> 'trash' ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ price_class }) => price_class);
}

/**
 * Sets a tax from now on or from a day on. A setting that has begun to hold is never changed, so
 * that a sale is taxed as of its own instant; one that is to come from the same day is replaced.
 * Rule: pricing/taxes.
 * @throws Refusal as `setTaxRoute` lists; 422 `not_valid` for a day that has begun
 */
export async function setTax(tx: Tx, by: Author, body: BodyOf<typeof setTaxRoute>): Promise<TaxSetting> {
  const { location_id: locationId, code, rate } = body;
  const name = body.name.trim();
  const { timeZone, at } = await lockTaxes(tx, locationId);
  const before = await settingsOf(tx, locationId, code, at);
  const [newest] = before;
  if (body.seen_id !== undefined && body.seen_id !== (newest?.id ?? null)) {
    const why =
      body.seen_id === null
        ? `This location has a tax ${code} already. Nothing was saved.`
        : 'Somebody else changed this tax meanwhile. Nothing was saved.';
    throw new Refusal('changed_meanwhile', why, { details: { current: newest ?? null } });
  }
  const from = sql`${body.from_day ?? null}::date::timestamp AT TIME ZONE ${timeZone}`;
  const { rows: due } = await sql<{ is_past: boolean | null }>`SELECT ${from} <= ${at} AS is_past`.execute(tx);
  if (due[0]?.is_past === true)
    throw new Refusal('not_valid', 'This day has begun already. Set the tax from now on, or choose a later day.');
  const { from_day: day } = body;
  const present = before.find(({ state }) => state === 'present');
  const former = day ? before.find(({ from_day: since }) => since === null || since <= day) : present;
  const known = before.flatMap(({ category_ids: ids }) => ids ?? []);
  const changed = await withPlace(tx, body, former ?? newest ?? null, known);
  const holding = day ? null : present;
  const isSame = holding
    ? isDeepStrictEqual(partsOf(holding), { ...changed, name, rate })
    : rate === null && before.length === 0;
  if (isSame) throw new Refusal('nothing_to_do', 'The tax is like that already.');
  // The new setting gets a new id, so that a change based on the former one is noticed.
  await sql`
    DELETE FROM tax_rates WHERE location_id = ${locationId} AND code = ${code} AND valid_from = coalesce(${from}, ${at})`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tax_rates (location_id, code, name, rate_ppm, active, valid_from, position, compound, included, before_points,
        category_ids, price_classes)
    VALUES (${locationId}, ${code}, ${name}, ${rate === null ? 0 : ppmOf(rate)}, ${rate !== null}, coalesce(${from}, ${at}),
        ${changed.position}, ${changed.compound}, ${changed.included}, ${changed.before_points}, ${changed.category_ids}::integer[],
        ${changed.price_classes}::text[])
    RETURNING id`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('a tax setting was not written');
  const after = (await settingsOf(tx, locationId, code, at)).find(({ id }) => id === written.id);
  if (!after) throw new Error('a tax setting was not written');
  const isMoved = present !== undefined && present.position !== changed.position;
  await recordChange(tx, by, {
    action: 'tax_set',
    entity: 'tax',
    entityId: `${locationId}/${code}`,
    details: {
      from: present ? { ...toldOf(present), ...(isMoved && { position: present.position }) } : null,
      to: { ...toldOf({ ...changed, name, rate }), ...(isMoved && { position: changed.position }) },
      holds_from: body.from_day ?? 'now',
    },
  });
  return after;
}

/**
 * Sets the taxes of a location at another one that charges the default rate. Rule: pricing/taxes.
 * @throws Refusal as `copyTaxesRoute` lists
 */
export async function copyTaxes(
  tx: Tx,
  by: Author,
  { from_location_id: source, location_id: target }: BodyOf<typeof copyTaxesRoute>,
): Promise<TaxSetting[]> {
  await lockTaxes(tx, target);
  const all = (await listTaxes(tx)).filter(
    ({ state, rate }) => state === 'coming' || (state === 'present' && rate !== null),
  );
  if (all.some(({ location_id: at }) => at === target))
    throw new Refusal('status_conflict', 'This location has taxes of its own already. Nothing was copied.');
  // Present ones first: a later setting of the same tax follows it.
  const taxes = all
    .filter(({ location_id: at }) => at === source)
    .toSorted((one, other) => byTime(one) - byTime(other));
  if (taxes.length === 0) throw new Refusal('nothing_to_do', 'The other location has no taxes to copy.');
  const made: TaxSetting[] = [];
  for (const tax of taxes) {
    const fromDay = tax.state === 'coming' ? tax.from_day : null;
    made.push(await setTax(tx, by, { ...partsOf(tax), location_id: target, code: tax.code, from_day: fromDay }));
  }
  return made;
}

const byTime = ({ state, from }: TaxSetting): number => (state === 'coming' ? Date.parse(from ?? '') : 0);

/** @throws Refusal as `cancelTaxRoute` lists */
export async function cancelTax(tx: Tx, by: Author, id: number): Promise<void> {
  const { rows: found } = await sql<{
    location_id: number;
  }>`SELECT location_id FROM tax_rates WHERE id = ${id}`.execute(tx);
  const locationId = found[0]?.location_id;
  if (locationId === undefined) throw new Refusal('not_found', 'There is no such tax setting.');
  const { at } = await lockTaxes(tx, locationId);
  const { rows } = await sql<{ code: string; name: string; rate_ppm: number; active: boolean }>`
    DELETE FROM tax_rates WHERE id = ${id} AND valid_from > ${at} RETURNING code, name, rate_ppm, active`.execute(tx);
  const [gone] = rows;
  if (!gone) throw new Refusal('status_conflict', 'This setting has begun to hold. Set the tax anew instead.');
  await recordChange(tx, by, {
    action: 'tax_setting_cancelled',
    entity: 'tax',
    entityId: `${locationId}/${gone.code}`,
    details: { name: gone.name, rate: gone.active ? ratePercent(gone.rate_ppm) : null },
  });
}

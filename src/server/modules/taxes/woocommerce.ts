import type { FastifyInstance } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import type { TaxSetting } from '#contract/taxes.ts';
import { isForced } from '#contract/woocommerce.ts';
import { batchWooTaxesRoute } from '#contract/woocommerce-batch.ts';
import {
  changeWooTaxRoute,
  createWooTaxRoute,
  deleteWooTaxRoute,
  type WooTax,
  wooTaxesRoute,
  wooTaxRoute,
} from '#contract/woocommerce-taxes.ts';
import { DEFAULT_RATE_PPM, ratePercent } from '#domain/tax.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { limitsOf, requireForce, tellPages, withFields, wooScope } from '#server/http/woocommerce/woo.ts';
import { serveWooBatch } from '#server/http/woocommerce/woo-batch.ts';
import { Refusal } from '#server/refusal.ts';
import { listTaxes, lockTaxes, setTax } from './taxes.ts';

interface Place {
  id: number;
  state: string;
  city: string;
  postcode: string;
}

async function selectPlaces(db: Database | Tx): Promise<Map<number, Place>> {
  const { rows } = await sql<Place>`
    SELECT id, coalesce(address ->> 'state', '') AS state, coalesce(address ->> 'city', '') AS city,
           coalesce(address ->> 'postcode', '') AS postcode
      FROM locations WHERE closed_at IS NULL`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The class of goods of every kind. */
const STANDARD = 'standard';

/** The tax rules that a request sets. */
function rulesOf({ priority, compound, class: of }: { priority?: number; compound?: boolean; class?: string }) {
  return {
    ...(priority !== undefined && { position: priority }),
    ...(compound !== undefined && { compound }),
    ...(of !== undefined && { price_classes: of === STANDARD || of === '' ? null : [of] }),
  };
}

interface Present {
  readonly tax: WooTax;
  readonly setting: TaxSetting;
}

/** True for a location whose taxes the caller reads and changes. Rule: wire/woocommerce. */
const isInReach = (by: Author, locationId: number): boolean =>
  may(by, 'switch-location') || locationId === by.locationId;

/** The taxes charged now at the open locations in the caller's reach. */
async function presentTaxes(db: Database | Tx, by: Author): Promise<Present[]> {
  const [settings, places] = [await listTaxes(db), await selectPlaces(db)];
  // The newest setting comes first.
  const newest = (of: TaxSetting): number =>
    settings.find(({ location_id: at, code }) => at === of.location_id && code === of.code)?.id ?? of.id;
  const charged = settings.filter(
    ({ state, rate, location_id: at }) => state === 'present' && rate !== null && places.has(at) && isInReach(by, at),
  );
  return charged.map((setting) => {
    const { id, location_id: locationId, code, name, rate } = setting;
    const { state = '', city = '', postcode = '' } = places.get(locationId) ?? {};
    const order = charged.filter((one) => one.location_id === locationId).indexOf(setting);
    const tax = {
      id,
      country: 'US',
      state,
      city,
      postcode,
      rate: Number(rate).toFixed(4),
      name,
      priority: setting.position,
      compound: setting.compound,
      shipping: false,
      order,
      class: setting.price_classes?.[0] ?? STANDARD,
      code,
      location_id: locationId,
      version: newest(setting),
    };
    return { tax, setting };
  });
}

/** The tax that has this id, or had it before it was changed. @throws Refusal `not_found` */
async function requireTax(db: Database | Tx, by: Author, id: number): Promise<Present> {
  const named = (await listTaxes(db)).find((setting) => setting.id === id);
  const present = (await presentTaxes(db, by)).find(
    ({ setting }) => setting.location_id === named?.location_id && setting.code === named.code,
  );
  if (!present) throw new Refusal('not_found', `There is no tax ${id}.`);
  return present;
}

/**
 * The tax as it is when its turn to be changed has come: what others change is waited for, not taken back.
 * @throws Refusal `not_found`
 */
async function lockTax(tx: Tx, by: Author, id: number): Promise<Present> {
  const { setting } = await requireTax(tx, by, id);
  await lockTaxes(tx, setting.location_id);
  return requireTax(tx, by, id);
}

/** @throws Refusal `changed_meanwhile` */
function requireSeen(current: WooTax, version: number | undefined): void {
  if (version === undefined || version === current.version) return;
  const details = { current };
  throw new Refusal('changed_meanwhile', 'Somebody else changed this tax meanwhile. Nothing was saved.', { details });
}

const codeOf = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50) || 'TAX';

/** The code, or that with a number that the location does not have yet. */
function freeCode(settings: readonly TaxSetting[], locationId: number, code: string): string {
  const taken = new Set(settings.flatMap((one) => (one.location_id === locationId ? [one.code] : [])));
  for (let number = 1; ; number += 1) {
    const asked = number === 1 ? code : `${code.slice(0, 45)}-${number}`;
    if (!taken.has(asked)) return asked;
  }
}

/** Taxes in the form of WooCommerce's API. Rule: wire/woocommerce. */
export function registerWooTaxes(app: FastifyInstance): void {
  wooScope(app, (scope) => {
    serve(scope, wooTaxesRoute, async ({ db, principal, query, request, reply }) => {
      const all = (await presentTaxes(db, principal)).map(({ tax }) => tax);
      const found = all.filter(
        (tax) =>
          (query.class === undefined || tax.class === query.class) &&
          (query.include === undefined || query.include.includes(tax.id)) &&
          !query.exclude?.includes(tax.id) &&
          tax.name.toLowerCase().includes((query.search ?? '').toLowerCase()),
      );
      const ordered = query.orderby === 'id' ? found.toSorted((one, other) => one.id - other.id) : found;
      const { limit, offset } = limitsOf(query);
      tellPages(request, reply, query, found.length);
      const page = (query.order === 'desc' ? ordered.toReversed() : ordered).slice(offset, offset + limit);
      return withFields(wooTaxesRoute, query, page);
    });

    serve(scope, wooTaxRoute, async ({ db, principal, params, query }) =>
      withFields(wooTaxRoute, query, (await requireTax(db, principal, params.id)).tax),
    );

    serveWrite(scope, createWooTaxRoute, ({ tx, principal, body, emit }) => addTax(tx, principal, body, emit));
    serveWrite(scope, changeWooTaxRoute, ({ tx, principal, params, body, emit }) =>
      changeTax(tx, principal, params.id, body, emit),
    );
    serveWrite(scope, deleteWooTaxRoute, ({ tx, principal, params, query, emit }) =>
      endTax(tx, principal, params.id, isForced(query), emit),
    );
    serveWooBatch(scope, batchWooTaxesRoute, ({ principal }) => ({
      create: (given, step) => step((tx, emit) => addTax(tx, principal, given, emit)),
      update: ({ id, ...given }, step) => step((tx, emit) => changeTax(tx, principal, id, given, emit)),
      delete: (id, step) => step((tx, emit) => endTax(tx, principal, id, true, emit)),
    }));
  });
}

type Emit = (event: LiveEvent) => void;

/** @throws Refusal as `createWooTaxRoute` lists */
async function addTax(tx: Tx, by: Author, body: BodyOf<typeof createWooTaxRoute>, emit: Emit): Promise<WooTax> {
  const locationId = body.location_id ?? by.locationId;
  if (locationId === null) throw new Refusal('not_valid', 'Name the location.');
  if (!isInReach(by, locationId)) throw new Refusal('not_found', `There is no location ${locationId}.`);
  const { name, rate } = body;
  const code = body.code ?? freeCode(await listTaxes(tx), locationId, codeOf(name));
  // Never in the place of another.
  const made = await setTax(tx, by, { location_id: locationId, code, name, rate, ...rulesOf(body), seen_id: null });
  emit({ type: 'locations' });
  return (await requireTax(tx, by, made.id)).tax;
}

/** @throws Refusal as `changeWooTaxRoute` lists */
async function changeTax(
  tx: Tx,
  by: Author,
  id: number,
  body: BodyOf<typeof changeWooTaxRoute>,
  emit: Emit,
): Promise<WooTax> {
  const { tax: shown, setting } = await lockTax(tx, by, id);
  const { name = setting.name, rate = setting.rate, class: asked, version, ...rest } = body;
  requireSeen(shown, version);
  // The same number in another form is the same rate.
  const same = Number(rate) === Number(setting.rate) ? setting.rate : rate;
  // Only one of several classes is shown. Writing the same one back keeps them all.
  const rules = rulesOf(asked === shown.class ? rest : body);
  const now = { ...setting, ...rules, name, rate: same };
  if (!isDeepStrictEqual(now, setting)) {
    await setTax(tx, by, { ...now, from_day: null });
    emit({ type: 'locations' });
  }
  return (await requireTax(tx, by, id)).tax;
}

/** Answers the tax as it was. @throws Refusal as `deleteWooTaxRoute` lists */
async function endTax(tx: Tx, by: Author, id: number, isSure: boolean, emit: Emit): Promise<WooTax> {
  const { tax, setting } = await lockTax(tx, by, id);
  requireForce(isSure);
  const others = (await presentTaxes(tx, by)).filter(
    ({ setting: other }) => other.location_id === setting.location_id && other.id !== setting.id,
  );
  if (others.length === 0) {
    throw new Refusal(
      'not_valid',
      `This is the only tax of its location. Without any, sales there are charged the default rate of ${ratePercent(DEFAULT_RATE_PPM)} %: set its rate to 0 to charge none.`,
    );
  }
  await setTax(tx, by, { ...setting, from_day: null, rate: null });
  emit({ type: 'locations' });
  return tax;
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { StreamedEvent } from '#contract/live.ts';
import type { MenuEvent } from '#contract/menu-events.ts';
import type { WireMenuProduct } from '#contract/menu-shelf.ts';
import { milliFrom } from '#server/db/numeric.ts';
import { readForAll } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { CATALOGUE_STAMP } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import {
  type Availability,
  availabilityOf,
  dayNow,
  type ItemStock,
  type MenuCatalogue,
  type MenuItem,
  readMenuCatalogue,
  toProduct,
} from './menu-catalogue.ts';

/** Changes of this time go out together: at most ten events a second. */
const GATHER_MS = 100;
/** Prices may begin without an event, and an event may be lost. */
const LOOK_MS = 2000;
/** A screen may be this far behind a change before it counts as stale. */
const FOLLOW_MS = 5000;
/** A location that nobody asked about for this long is forgotten. */
const KEEP_MS = 10 * 60_000;

/** The menus' content at a location, as of one moment. */
export interface LocationShelf {
  readonly version: string;
  /** Counts the changes of the location's menus. */
  readonly revision: number;
  readonly isPublic: boolean;
  readonly categories: MenuCatalogue['categories'];
  readonly items: readonly MenuItem[];
  /** Stock below these thousandths is shown as a count, by audience. */
  readonly leftBelow: LeftBelow;
  product(item: MenuItem, leftBelow?: number): WireMenuProduct;
  /** True if a screen that shows these is up to date. For a moment after a change the former ones count, too. */
  isCurrent(shown: { readonly revision: number | null; readonly shelf_version: string | null }): boolean;
}

type Listener = (event: MenuEvent) => void;

/**
 * `own` are the staff and the screens of the location. Strangers get counts only as far as the customers' menu shows them.
 * Rule: menus/nothing-leaks.
 */
export type Audience = 'own' | 'strangers';
type LeftBelow = Readonly<Record<Audience, number>>;

interface Listening {
  readonly audience: Audience;
  /** Called when the location is closed, perhaps several times. */
  readonly onClosed: () => void;
}

interface Kept {
  catalogue: MenuCatalogue;
  /** By product; those without a row are not carried here. */
  stock: Map<number, Map<number | null, number>>;
  items: readonly MenuItem[];
  availability: Map<number, Availability>;
  settings: Settings;
  version: string;
}

interface Settings {
  readonly revision: number;
  readonly isPublic: boolean;
  /** In thousandths. Strangers never get more counts than `own`. */
  readonly leftBelow: LeftBelow;
}

class Place {
  readonly listeners = new Map<Listener, Listening>();
  kept: Kept | null = null;
  askedAtMs = 0;
  /** Products whose stock changed. */
  readonly moved = new Set<number>();
  areSettingsOld = true;
  /** Stock may have changed unheard. */
  isLost = false;
  /** Former versions, each with the time until which it was right. */
  former: { readonly version: string; readonly revision: number; readonly untilMs: number }[] = [];
  work: Promise<unknown> = Promise.resolve();
  timer: NodeJS.Timeout | null = null;
}

const NOTHING: ItemStock = new Map();

/**
 * The menus of the locations that this process was asked about. Each change is read once for a location, for any number
 * of screens: one query, outside of the sale itself. Rule: menus/live.
 */
export class ShelfFeed {
  private readonly places = new Map<number, Place>();
  private readonly deps: AppDeps;
  private readonly unsubscribe: () => void;
  private readonly look: NodeJS.Timeout;
  private catalogue: { key: string; read: Promise<MenuCatalogue> } | null = null;
  private stamp: string | null = null;

  constructor(deps: AppDeps) {
    this.deps = deps;
    this.unsubscribe = deps.live.subscribe((event) => this.hear(event));
    this.look = setInterval(() => void this.lookAround(), LOOK_MS);
    this.look.unref();
  }

  close(): void {
    this.unsubscribe();
    clearInterval(this.look);
    for (const { timer } of this.places.values()) if (timer) clearTimeout(timer);
  }

  /** @throws Refusal `not_found` for a location that does not exist or is closed */
  async at(locationId: number): Promise<LocationShelf> {
    const place = this.placeOf(locationId);
    const { catalogue, settings, version, items, stock } = await this.refresh(locationId, place);
    return {
      version,
      revision: settings.revision,
      isPublic: settings.isPublic,
      categories: catalogue.categories,
      items,
      leftBelow: settings.leftBelow,
      product: (item, leftBelow = settings.leftBelow.own) => toProduct(item, stock.get(item.id) ?? NOTHING, leftBelow),
      isCurrent: (shown) => {
        const lately = place.former.filter(({ untilMs }) => Date.now() - untilMs < FOLLOW_MS);
        const right = [...lately, { version, revision: settings.revision }];
        return (
          right.some((was) => was.revision === shown.revision) &&
          right.some((was) => was.version === shown.shelf_version)
        );
      },
    };
  }

  /** Sends every change at a location from now on. Returns a function that stops it. */
  listen(locationId: number, listening: Listening, listener: Listener): () => void {
    const { listeners } = this.placeOf(locationId);
    listeners.set(listener, listening);
    return () => void listeners.delete(listener);
  }

  private placeOf(locationId: number): Place {
    const place = this.places.get(locationId) ?? new Place();
    place.askedAtMs = Date.now();
    this.places.set(locationId, place);
    return place;
  }

  private hear(event: StreamedEvent): void {
    if (event.type === 'stock') {
      const place = this.places.get(event.location_id);
      if (!place) return;
      for (const { product_id } of event.items) place.moved.add(product_id);
      this.soon(event.location_id, place);
    }
    if (event.type === 'menus') this.forget(event.location_id);
    if (event.type === 'catalogue' || event.type === 'locations' || event.type === 'hello') {
      this.stamp = null;
      for (const place of this.places.values()) place.isLost ||= event.type === 'hello';
      this.forget(null);
    }
  }

  /** Marks the cached menu settings of a location as old; those of all locations for null. */
  private forget(locationId: number | null): void {
    for (const [id, place] of this.places) {
      if (locationId !== null && locationId !== id) continue;
      place.areSettingsOld = true;
      this.soon(id, place);
    }
  }

  /** Reads the changes and sends them to listeners, after a moment in which more may change. */
  private soon(locationId: number, place: Place): void {
    if (place.listeners.size === 0) return;
    place.timer ??= setTimeout(() => {
      place.timer = null;
      this.refresh(locationId, place).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_found')
          for (const { onClosed } of place.listeners.values()) onClosed();
        else this.deps.log.warn({ err: error, location: locationId }, 'a menu could not be read and waits');
      });
    }, GATHER_MS);
  }

  private async lookAround(): Promise<void> {
    for (const [id, { listeners, askedAtMs }] of this.places)
      if (listeners.size === 0 && Date.now() - askedAtMs > KEEP_MS) this.places.delete(id);
    if (this.places.size === 0) return;
    try {
      const stamp = await readForAll(() => readStamp(this.deps.reads));
      this.stamp = stamp;
      for (const [id, place] of this.places)
        if (place.kept?.catalogue.stamp !== stamp || isStale(place)) this.soon(id, place);
    } catch (error) {
      this.deps.log.debug({ err: error }, 'the state of the catalogue could not be read');
    }
  }

  /** Runs one after the other for a location, so that its events are in order. */
  private refresh(locationId: number, place: Place): Promise<Kept> {
    const turn = place.work.then(() => readForAll(() => this.refreshed(locationId, place)));
    place.work = turn.catch(() => undefined);
    return turn;
  }

  private async refreshed(locationId: number, place: Place): Promise<Kept> {
    const db = this.deps.reads;
    const before = place.kept;
    this.stamp ??= await readStamp(db);
    const { stamp } = this;
    const isSame = before !== null && before.catalogue.stamp === stamp && before.catalogue.day === dayNow();
    if (isSame && !isStale(place)) return before;
    const moved = [...place.moved];
    const { areSettingsOld, isLost } = place;
    place.moved.clear();
    place.areSettingsOld = place.isLost = false;
    try {
      const settings = areSettingsOld || before === null ? await readSettings(db, locationId) : before.settings;
      const catalogue = isSame ? before.catalogue : await this.catalogueAt(db, stamp);
      const kept =
        isSame && !isLost
          ? patched(before, await readStock(db, locationId, moved), moved, settings)
          : build(catalogue, await readStock(db, locationId, null), settings);
      place.kept = kept;
      if (before)
        place.former = [
          ...place.former.filter(({ untilMs }) => Date.now() - untilMs < FOLLOW_MS),
          { version: before.version, revision: before.settings.revision, untilMs: Date.now() },
        ];
      this.tell(place, before, kept);
      return kept;
    } catch (error) {
      for (const id of moved) place.moved.add(id);
      place.areSettingsOld ||= areSettingsOld;
      place.isLost ||= isLost;
      throw error;
    }
  }

  /** One reading for all locations. */
  private catalogueAt(db: Database, stamp: string): Promise<MenuCatalogue> {
    // Planned prices are read for some days ahead, so each day reads them again though the catalogue is the same.
    const key = `${stamp} ${dayNow()}`;
    if (this.catalogue?.key === key) return this.catalogue.read;
    const read = readMenuCatalogue(db, stamp);
    this.catalogue = { key, read };
    read.catch(() => {
      if (this.catalogue?.read === read) this.catalogue = null;
    });
    return read;
  }

  private tell({ listeners }: Place, before: Kept | null, now: Kept): void {
    const events = {
      own: eventsBetween(before, now, 'own'),
      strangers: eventsBetween(before, now, 'strangers'),
    };
    for (const [listener, { audience }] of listeners) for (const event of events[audience]) listener(event);
  }
}

const isStale = ({ kept, moved, areSettingsOld, isLost }: Place): boolean =>
  kept === null || moved.size > 0 || areSettingsOld || isLost || kept.catalogue.day !== dayNow();

async function readStamp(db: Database): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`SELECT ${CATALOGUE_STAMP} AS stamp`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The catalogue has no version');
  return row.stamp;
}

/** @throws Refusal `not_found` */
async function readSettings(db: Database, locationId: number): Promise<Settings> {
  const { rows } = await sql<{ revision: number; is_public: boolean; own: number | null; strangers: number | null }>`
    SELECT coalesce(s.revision, 0) AS revision, coalesce(s.public_enabled, true) AS is_public,
           max(c.left_below) AS own, max(c.left_below) FILTER (WHERE c.is_for_customers) AS strangers
      FROM locations l LEFT JOIN menu_settings s ON s.location_id = l.id
           LEFT JOIN LATERAL (
             SELECT c.id, (c.config_data ->> 'leftBelow')::float8 AS left_below,
                    c.is_active OR c.id IN (s.fallback_theme_id, s.fallback_layout_id) AS is_for_customers
               FROM menu_configs c
              WHERE c.location_id = l.id AND c.deleted_at IS NULL AND c.config_data ->> 'leftBelow' IS NOT NULL) c
             ON c.is_for_customers
                OR EXISTS (SELECT FROM store_tvs t WHERE t.location_id = l.id AND c.id IN (t.theme_id, t.layout_id))
                OR EXISTS (SELECT FROM menu_slots t WHERE t.location_id = l.id AND c.id IN (t.theme_id, t.layout_id))
     WHERE l.id = ${locationId} AND l.closed_at IS NULL GROUP BY s.revision, s.public_enabled`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no location ${locationId}.`);
  const leftBelow = { own: (row.own ?? 0) * 1000, strangers: (row.strangers ?? 0) * 1000 };
  return { revision: row.revision, isPublic: row.is_public, leftBelow };
}

/** @param ids null for all products of the location */
async function readStock(db: Database, locationId: number, ids: readonly number[] | null): Promise<Kept['stock']> {
  if (ids?.length === 0) return new Map();
  const { rows } = await sql<{ product_id: number; variation_id: number | null; quantity: string }>`
    SELECT product_id, variation_id, quantity FROM stock_levels
     WHERE location_id = ${locationId} ${ids === null ? sql`` : sql`AND product_id = ANY (${ids}::integer[])`}`.execute(
    db,
  );
  const stock: Kept['stock'] = new Map();
  for (const { product_id, variation_id, quantity } of rows) {
    const of = stock.get(product_id) ?? new Map<number | null, number>();
    stock.set(product_id, of.set(variation_id, milliFrom(quantity)));
  }
  return stock;
}

function build(catalogue: MenuCatalogue, stock: Kept['stock'], settings: Settings): Kept {
  const items = catalogue.items.filter(({ id }) => stock.has(id));
  const availability = new Map(
    items.map((item) => [item.id, availabilityOf(item, stock.get(item.id) ?? NOTHING, settings.leftBelow.own)]),
  );
  return { catalogue, stock, items, availability, settings, version: versionOf(catalogue, availability) };
}

function patched(before: Kept, read: Kept['stock'], moved: readonly number[], settings: Settings): Kept {
  const stock = new Map([...before.stock, ...read]);
  const isNew = moved.some((id) => read.has(id) && !before.stock.has(id));
  if (isNew || settings.leftBelow.own !== before.settings.leftBelow.own)
    return build(before.catalogue, stock, settings);
  const availability = new Map(before.availability);
  const touched = new Set(moved);
  for (const item of before.items)
    if (touched.has(item.id))
      availability.set(item.id, availabilityOf(item, stock.get(item.id) ?? NOTHING, settings.leftBelow.own));
  return { ...before, stock, availability, settings, version: versionOf(before.catalogue, availability) };
}

/** The same for every server process: made of nothing but the state. */
function versionOf({ stamp, day }: MenuCatalogue, availability: Kept['availability']): string {
  const hash = createHash('sha1');
  for (const { id, in_stock, left, short } of availability.values())
    hash.update(`${id} ${in_stock} ${left} ${short.join()};`);
  return `${stamp}-${day}-${hash.digest('base64url').slice(0, 12)}`;
}

/** The availability as an audience gets it. */
function toldTo(audience: Audience, { settings }: Kept, is: Availability): Availability {
  const mostMilli = settings.leftBelow[audience];
  return is.left !== null && is.left * 1000 >= mostMilli ? { ...is, left: null } : is;
}

/** Strangers get a new version, but no products that look the same to them as before. */
function eventsBetween(before: Kept | null, now: Kept, audience: Audience): MenuEvent[] {
  if (before === null) return [];
  const events: MenuEvent[] = [];
  if (before.settings.revision !== now.settings.revision)
    events.push({ type: 'menus', revision: now.settings.revision });
  if (before.version === now.version) return events;
  if (before.catalogue !== now.catalogue || before.items.length !== now.items.length)
    return [...events, { type: 'shelf', version: now.version }];
  const products = [...now.availability.values()].flatMap((is) => {
    const was = before.availability.get(is.id);
    const told = toldTo(audience, now, is);
    const isSame = was !== undefined && JSON.stringify(toldTo(audience, before, was)) === JSON.stringify(told);
    return isSame ? [] : [told];
  });
  return [...events, { type: 'availability', from: before.version, version: now.version, products }];
}

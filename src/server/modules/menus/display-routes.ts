import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { menuDisplayRoute, menuEventsRoute, menuShelfRoute, type MenuEvent } from '#contract/menu-shelf.ts';
import { may, type Principal } from '#server/http/guard/session.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { serve, Tagged } from '#server/http/serve/serve.ts';
import { type EventStream, serveStream } from '#server/http/serve/serve-stream.ts';
import { success } from '#server/http/serve/success.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { Refusal } from '#server/refusal.ts';
import { displayOf, selectDevice } from './display.ts';
import type { LocationShelf } from './shelf/shelf-feed.ts';
import { shelfFeed } from './shelf/shelf-feeds.ts';

/** Of one address in a minute: guests of a shop share its address. */
const REQUESTS_PER_MINUTE = 600;
const STREAMS_PER_ADDRESS = 50;
const STREAMS = 500;
const HEARTBEAT_MS = 15_000;

/** Counts what strangers ask. @throws Refusal `too_many_requests` */
function countStranger(request: FastifyRequest): void {
  request.server.deps.rates.count(`menu:${networkOf(callerAddress(request))}`, REQUESTS_PER_MINUTE);
}

/** @throws Refusal `location_required`, `not_found` */
function locationOf(principal: Principal | null, asked: number | undefined): number {
  if (principal?.kind === 'staff') return locationToRead(principal, asked);
  if (principal !== null) {
    if (asked !== undefined && asked !== principal.locationId)
      throw new Refusal('not_found', `There is no location ${asked}.`);
    return principal.locationId;
  }
  if (asked === undefined) throw new Refusal('location_required', 'Say of which location the menu is.');
  return asked;
}

/** Those who work here and their screens see a menu that is closed to customers. Rule: menus/customers-menu. */
function requireOpen(principal: Principal | null, { isPublic }: LocationShelf): void {
  if (principal === null && !isPublic)
    throw new Refusal('not_found', 'The menu of this location is not open to customers.');
}

/** The categories that are named by id or slug, by id; null for all. Those that there are not name nothing. */
function wantedOf({ categories }: LocationShelf, named: string | undefined): number[] | null {
  if (named === undefined) return null;
  const names = new Set(named.split(',').map((name) => name.trim()));
  return categories.flatMap(({ id, slug, former = [] }) =>
    [String(id), slug, ...former].some((name) => names.has(name)) ? [id] : [],
  );
}

/** What screens and customers' phones read. Rules: menus/nothing-leaks, menus/customers-menu. */
export function registerMenuDisplay(app: FastifyInstance): void {
  const feed = shelfFeed(app);

  serve(app, menuShelfRoute, async ({ principal, query, request }) => {
    if (principal === null) countStranger(request);
    const shelf = await feed.at(locationOf(principal, query.location_id));
    requireOpen(principal, shelf);
    const wanted = wantedOf(shelf, query.category);
    const sees = principal?.kind === 'staff' && may(principal, 'see-stock');
    const leftBelow = sees && query.left_below !== undefined ? query.left_below * 1000 : undefined;
    // Counts are no part of the version: only whoever asks for them is told.
    const counted = leftBelow === undefined ? '' : shelfJson(shelf, wanted, leftBelow);
    const state = JSON.stringify([shelf.version, wanted, counted]);
    const etag = `W/"${createHash('sha1').update(`${query.location_id} ${state}`).digest('base64url')}"`;
    return new Tagged(etag, () => Promise.resolve(shelfJson(shelf, wanted, leftBelow)));
  });

  serve(app, menuDisplayRoute, async ({ db, principal, query, request }) => {
    if (principal === null) countStranger(request);
    const locationId = locationOf(principal, query.location_id);
    requireOpen(principal, await feed.at(locationId));
    const device = principal?.kind === 'device' ? await selectDevice(db, principal.id) : null;
    const tvNumber = device?.tv_number ?? query.tv_number ?? null;
    const asOf = query.as_of === undefined ? new Date() : new Date(query.as_of);
    return success({ data: await displayOf(db, { locationId, tvNumber, device, asOf }) });
  });

  registerPublicStream(app);
}

function shelfJson(shelf: LocationShelf, wanted: readonly number[] | null, leftBelow: number | undefined): string {
  const items =
    wanted === null
      ? shelf.items
      : shelf.items.filter(({ categoryIds }) => categoryIds.some((id) => wanted.includes(id)));
  const products = items.map((item) => shelf.product(item, leftBelow));
  return JSON.stringify({
    success: true,
    data: { version: shelf.version, categories: shelf.categories, products },
  });
}

function registerPublicStream(app: FastifyInstance): void {
  const feed = shelfFeed(app);
  const streams = new Map<EventStream<null>, () => void>();
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) stream.beat();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.deps.metrics.gauge('tillwright_menu_streams', "Event streams of customers' menus open now", () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of streams.keys()) stream.end();
  });
  const addressOf = (request: FastifyRequest): string => networkOf(callerAddress(request));
  const locationAsked = (request: FastifyRequest): number => (request.query as { location_id: number }).location_id;

  serveStream(app, menuEventsRoute, async ({ request }) => {
    countStranger(request);
    const mine = [...streams.keys()].filter((stream) => addressOf(stream.request) === addressOf(request));
    if (mine.length >= STREAMS_PER_ADDRESS || streams.size >= STREAMS)
      throw new Refusal('too_many_streams', 'Too many menus are open here.', { retryAfterS: 30 });
    requireOpen(null, await feed.at(locationAsked(request)));
    return {
      opened: (stream) => {
        const tell = (event: MenuEvent): void => {
          stream.tell(event);
          // A menu that is switched off ends for whoever reads it.
          if (event.type === 'menus')
            feed.at(locationAsked(stream.request)).then(
              (shelf) => shelf.isPublic || stream.end(),
              () => stream.end(),
            );
        };
        const end = (): void => stream.end();
        streams.set(stream, feed.listen(locationAsked(stream.request), tell, end));
        stream.tell({ type: 'hello' } satisfies MenuEvent);
      },
      closed: (stream) => {
        streams.get(stream)?.();
        streams.delete(stream);
      },
    };
  });
}

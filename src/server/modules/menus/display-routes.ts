import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { menuEventsRoute, type MenuEvent } from '#contract/menu-events.ts';
import { menuDisplayRoute, menuShelfRoute } from '#contract/menu-shelf.ts';
import { may, type Principal } from '#server/http/guard/session.ts';
import { sessionOf } from '#server/http/guard/admit.ts';
import { locationToRead, mayRead } from '#server/http/serve/location.ts';
import { serve, Tagged } from '#server/http/serve/serve.ts';
import { type EventStream, serveStream } from '#server/http/serve/send/serve-stream.ts';
import { success } from '#server/http/serve/success.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { Refusal } from '#server/refusal.ts';
import { displayOf, selectDevice } from './display.ts';
import type { Audience, LocationShelf } from './shelf/shelf-feed.ts';
import { shelfFeed } from './shelf/shared-feed.ts';

/** Requests of one address: guests of a shop share its address. Rule: menus/customers-menu. */
const REQUESTS_PER_MINUTE = 600;
const STREAMS_PER_ADDRESS = 50;
const STREAMS = 500;
const HEARTBEAT_MS = 15_000;
/** Sessions are looked up again at every fourth heartbeat: one may have ended. */
const BEATS_PER_LOOK = 4;

/** Counts what strangers ask. @throws Refusal `too_many_requests` */
function countStranger(request: FastifyRequest): void {
  request.server.deps.rates.count(`menu:${networkOf(callerAddress(request))}`, REQUESTS_PER_MINUTE);
}

/** The reader of a location's menu. Somebody of another location reads it as a stranger does. */
interface Reader {
  readonly locationId: number;
  /** Null for a stranger. */
  readonly principal: Principal | null;
}

/** Rule: menus/customers-menu. @throws Refusal `location_required` */
function readerOf(principal: Principal | null, asked: number | undefined): Reader {
  if (asked === undefined) {
    if (principal === null) throw new Refusal('location_required', 'Say of which location the menu is.');
    const locationId = principal.kind === 'staff' ? locationToRead(principal, undefined) : principal.locationId;
    return { locationId, principal };
  }
  const isOwn = principal?.kind === 'staff' ? mayRead(principal, asked) : principal?.locationId === asked;
  return { locationId: asked, principal: isOwn ? principal : null };
}

const audienceOf = ({ principal }: Reader): Audience => (principal === null ? 'strangers' : 'own');

/** Those who work here and their screens see a menu that is closed to customers. Rule: menus/customers-menu. */
function requireOpen({ principal }: Reader, { isPublic }: LocationShelf): void {
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

/** The routes that screens and customers' phones read. Rules: menus/nothing-leaks, menus/customers-menu. */
export function registerMenuDisplay(app: FastifyInstance): void {
  const feed = shelfFeed(app);

  serve(app, menuShelfRoute, async ({ principal, query, request }) => {
    const reader = readerOf(principal, query.location_id);
    if (reader.principal === null) countStranger(request);
    const shelf = await feed.at(reader.locationId);
    requireOpen(reader, shelf);
    const wanted = wantedOf(shelf, query.category);
    const sees = reader.principal?.kind === 'staff' && may(reader.principal, 'see-stock');
    const asked = sees && query.left_below !== undefined ? query.left_below * 1000 : undefined;
    const leftBelow = asked ?? shelf.leftBelow[audienceOf(reader)];
    // The version covers the counts that the location's own screens get; other counts are compared one by one.
    const counted = asked === undefined ? '' : shelfJson(shelf, wanted, asked);
    const state = JSON.stringify([shelf.version, wanted, leftBelow, counted]);
    const etag = `W/"${createHash('sha1').update(`${query.location_id} ${state}`).digest('base64url')}"`;
    return new Tagged(etag, () => Promise.resolve(shelfJson(shelf, wanted, leftBelow)));
  });

  serve(app, menuDisplayRoute, async ({ db, principal, query, request }) => {
    const reader = readerOf(principal, query.location_id);
    const { locationId } = reader;
    if (reader.principal === null) countStranger(request);
    requireOpen(reader, await feed.at(locationId));
    const device = reader.principal?.kind === 'device' ? await selectDevice(db, reader.principal.id) : null;
    const tvNumber = device?.tv_number ?? query.tv_number ?? null;
    const asOf = query.as_of === undefined ? new Date() : new Date(query.as_of);
    return success({ data: await displayOf(db, { locationId, tvNumber, device, asOf }) });
  });

  registerPublicStream(app);
}

function shelfJson(shelf: LocationShelf, wanted: readonly number[] | null, leftBelow: number): string {
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

/** Ends the stream of a person whose session has ended. The page asks again, as a stranger. */
async function endWithSession(stream: EventStream<null>): Promise<void> {
  const door: Pick<Route, 'admits'> = menuEventsRoute;
  const session = await sessionOf(stream.request, door, { asSeen: false }).catch(() => null);
  if (session === null) stream.end();
}

function registerPublicStream(app: FastifyInstance): void {
  const feed = shelfFeed(app);
  const streams = new Map<EventStream<null>, { readonly reader: Reader; readonly stop: () => void }>();
  /** One after the other: all at once would take every connection. */
  const lookAtAll = async (): Promise<void> => {
    for (const [stream, { reader }] of streams) if (reader.principal !== null) await endWithSession(stream);
  };

  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of streams.keys()) stream.beat();
    if (beats % BEATS_PER_LOOK === 0) void lookAtAll();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  app.deps.metrics.gauge('tillwright_menu_streams', "Event streams of customers' menus open now", () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of streams.keys()) stream.end();
  });
  const addressOf = (request: FastifyRequest): string => networkOf(callerAddress(request));

  serveStream(app, menuEventsRoute, async ({ request, query }) => {
    const reader = readerOf(request.session?.principal ?? null, query.location_id);
    const { locationId } = reader;
    countStranger(request);
    requireOpen(reader, await feed.at(locationId));
    return {
      requireRoom: () => {
        const mine = [...streams.keys()].filter((stream) => addressOf(stream.request) === addressOf(request));
        if (mine.length >= STREAMS_PER_ADDRESS || streams.size >= STREAMS)
          throw new Refusal('too_many_streams', 'Too many menus are open here.', { retryAfterS: 30 });
      },
      opened: (stream) => {
        const tell = (event: MenuEvent): void => {
          stream.tell(event);
          // A menu that is switched off ends for strangers.
          if (event.type === 'menus' && reader.principal === null)
            feed.at(locationId).then(
              (shelf) => shelf.isPublic || stream.end(),
              () => stream.end(),
            );
        };
        const listening = { audience: audienceOf(reader), onClosed: () => stream.end() };
        streams.set(stream, { reader, stop: feed.listen(locationId, listening, tell) });
        stream.tell({ type: 'hello' } satisfies MenuEvent);
      },
      closed: (stream) => {
        streams.get(stream)?.stop();
        streams.delete(stream);
      },
    };
  });
}

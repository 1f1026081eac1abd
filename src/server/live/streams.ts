import type { FastifyInstance } from 'fastify';
import { eventsRoute, type StreamedEvent } from '#contract/live.ts';
import type { Permission } from '#domain/permissions.ts';
import { sessionOf } from '#server/http/guard/admit.ts';
import { may, type Principal } from '#server/http/guard/session.ts';
import { type EventStream, serveStream } from '#server/http/serve/send/serve-stream.ts';
import { Refusal } from '#server/refusal.ts';

/** For one person, device or API key. Rule: live/bounded. */
const STREAMS_PER_CALLER = 8;
const HEARTBEAT_MS = 15_000;
/** Sessions are looked up again at every fourth heartbeat. */
const BEATS_PER_LOOK = 4;

type Heard = StreamedEvent['type'];

const KEYS_NEED: Partial<Record<Heard, Permission>> = {
  stock: 'see-stock',
  orders: 'see-orders',
  customers: 'see-customers',
  purchasing: 'see-stock',
  'held-carts': 'sell',
  favourites: 'sell',
  labels: 'see-stock',
  'label-queue': 'see-stock',
};

function mayHear(principal: Principal, type: Heard): boolean {
  const needed = KEYS_NEED[type];
  return needed === undefined || may(principal, needed);
}

/** True if the event goes to the caller. Rule: live/events. */
function concerns(principal: Principal, event: StreamedEvent): boolean {
  if (!mayHear(principal, event.type)) return false;
  switch (event.type) {
    case 'stock':
    case 'held-carts':
    case 'favourites':
    case 'labels':
    case 'label-queue':
      return event.location_id === principal.locationId;
    case 'orders':
    case 'purchasing':
    case 'menus':
    case 'tvs':
      return event.location_id === null || event.location_id === principal.locationId;
    case 'session':
    case 'import':
      return principal.kind === 'staff' && event.user_id === principal.id;
    case 'machine':
      return principal.kind === 'staff' ? may(principal, 'configure') : event.machine_id === principal.id;
    case 'backups':
    case 'receipts':
      return principal.kind === 'staff' && may(principal, 'configure');
    case 'staff':
      return principal.kind === 'staff' && may(principal, 'manage-staff');
    case 'tv_command':
    case 'import_cancel':
      return false;
    case 'locations':
    case 'catalogue':
    case 'customers':
    case 'tills':
    case 'hello':
      return true;
  }
}

const isSame = (one: Principal, other: Principal): boolean => one.kind === other.kind && one.id === other.id;

/** `GET /api/events`: tells each signed-in till and API key what changed at its location. No stream holds a database connection. */
export function registerStreams(app: FastifyInstance): void {
  const streams = new Set<EventStream>();

  const lookAgain = async (stream: EventStream): Promise<void> => {
    try {
      const session = await sessionOf(stream.request, eventsRoute, { asSeen: false });
      if (session === null || !isSame(session.principal, stream.session.principal)) stream.end();
      else stream.session = session;
    } catch (error) {
      stream.request.log.warn({ err: error }, 'a stream could not be checked and was ended');
      stream.end();
    }
  };

  /** One after the other: all at once would take every connection. */
  const lookAtAll = async (): Promise<void> => {
    for (const stream of streams) await lookAgain(stream);
  };

  const hear = (event: StreamedEvent): void => {
    for (const stream of streams) {
      if (!concerns(stream.session.principal, event)) continue;
      stream.tell(event);
      if (['session', 'machine', 'locations'].includes(event.type)) void lookAgain(stream);
    }
  };

  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of streams) stream.beat();
    // A session that expires sends no event, and an event may be lost; no stream may stay open for ever.
    if (beats % BEATS_PER_LOOK === 0) void lookAtAll();
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const unsubscribe = app.deps.live.subscribe(hear);
  app.deps.metrics.gauge('tillwright_live_streams', 'Event streams open now', () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    unsubscribe();
    for (const stream of streams) stream.end();
  });

  serveStream(app, eventsRoute, (_context, { principal }) => {
    const open = [...streams].filter(({ session }) => isSame(session.principal, principal));
    if (open.length >= STREAMS_PER_CALLER) {
      throw new Refusal('too_many_streams', 'Too many windows of yours are open; close some of them.', {
        retryAfterS: 30,
      });
    }
    return {
      opened: (stream) => {
        streams.add(stream);
        stream.tell({ type: 'hello' } satisfies StreamedEvent);
      },
      closed: (stream) => streams.delete(stream),
    };
  });
}

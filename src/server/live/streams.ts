import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eventsRoute, type StreamedEvent } from '#contract/live.ts';
import type { Permission } from '#domain/permissions.ts';
import { admit, sessionOf } from '#server/http/guard/admit.ts';
import { may, type Principal, type Session } from '#server/http/guard/session.ts';
import { declared } from '#server/http/serve/serve.ts';
import { Refusal } from '#server/refusal.ts';

/** Of one person, device or API key. */
const STREAMS_PER_CALLER = 8;
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 1000;
/** A reader this far behind is cut off. It connects again, and `hello` makes it fetch what it missed. */
const MAX_UNREAD_BYTES = 1_000_000;

interface Stream {
  session: Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Heard = StreamedEvent['type'];

/** What stands in a shop window. */
const DEVICES_HEAR: ReadonlySet<Heard> = new Set<Heard>(['stock', 'catalogue', 'menus', 'machine', 'hello']);
const KEYS_NEED: Partial<Record<Heard, Permission>> = {
  stock: 'see-stock',
  orders: 'see-orders',
  customers: 'see-customers',
  purchasing: 'see-stock',
};

function mayHear(principal: Principal, type: Heard): boolean {
  if (principal.kind === 'device') return DEVICES_HEAR.has(type);
  const needed = KEYS_NEED[type];
  return needed === undefined || may(principal, needed);
}

/** True when the caller is told of the event. Rule: live/events. */
function concerns(principal: Principal, event: StreamedEvent): boolean {
  if (!mayHear(principal, event.type)) return false;
  switch (event.type) {
    case 'stock':
      return event.location_id === principal.locationId;
    case 'orders':
    case 'purchasing':
    case 'menus':
      return event.location_id === null || event.location_id === principal.locationId;
    case 'session':
      return principal.kind === 'staff' && event.user_id === principal.id;
    case 'machine':
      return principal.kind !== 'staff' && event.machine_id === principal.id;
    case 'catalogue':
    case 'customers':
    case 'tills':
    case 'hello':
      return true;
  }
}

function send(stream: Stream, text: string): void {
  const { raw } = stream.reply;
  if (raw.destroyed || raw.writableEnded) return;
  if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  else raw.write(text);
}

function sendEvent(stream: Stream, event: StreamedEvent): void {
  send(stream, `data: ${JSON.stringify(event)}\n\n`);
}

const isSame = (one: Principal, other: Principal): boolean => one.kind === other.kind && one.id === other.id;

/** `GET /api/events`: tells each signed-in till, device and API key what changed at its location. No stream holds a database connection. */
export function registerStreams(app: FastifyInstance): void {
  const streams = new Set<Stream>();

  const lookAgain = async (stream: Stream): Promise<void> => {
    try {
      const session = await sessionOf(stream.request, eventsRoute, { asSeen: false });
      if (session === null || !isSame(session.principal, stream.session.principal)) stream.reply.raw.end();
      else stream.session = session;
    } catch (error) {
      stream.request.log.warn({ err: error }, 'a stream could not be checked and was ended');
      stream.reply.raw.end();
    }
  };

  const hear = (event: StreamedEvent): void => {
    for (const stream of streams) {
      if (!concerns(stream.session.principal, event)) continue;
      sendEvent(stream, event);
      if (event.type === 'session' || event.type === 'machine') void lookAgain(stream);
    }
  };

  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of streams) {
      send(stream, ': here\n\n');
      // A session that lapses sends no event, and a lost event must not leave a stream open for ever.
      if (beats % 4 === 0) void lookAgain(stream);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const unsubscribe = app.deps.live.subscribe(hear);
  app.deps.metrics.gauge('tillwright_live_streams', 'Event streams open now', () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    unsubscribe();
    for (const { reply } of streams) reply.raw.end();
  });

  app.route({
    ...declared(eventsRoute),
    // A HEAD would wait for the end of a stream that has none.
    exposeHeadRoute: false,
    onRequest: admit(eventsRoute),
    handler: (request, reply) => {
      const { session } = request;
      if (session === null) throw new Refusal('login_required', 'Please sign in.');
      // The caller hung up while the session was looked up. `close` has been emitted and would not remove the stream.
      if (reply.raw.destroyed || request.raw.socket.destroyed) return;
      const open = [...streams].filter((stream) => isSame(stream.session.principal, session.principal));
      if (open.length >= STREAMS_PER_CALLER) {
        throw new Refusal('too_many_streams', 'Too many windows of yours are open; close some of them.', {
          retryAfterS: 30,
        });
      }
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Buffering proxies would hold events back.
        'x-accel-buffering': 'no',
      });
      const stream: Stream = { session, request, reply };
      streams.add(stream);
      reply.raw.on('close', () => streams.delete(stream));
      send(stream, `retry: ${RECONNECT_MS}\n\n`);
      sendEvent(stream, { type: 'hello' });
    },
  });
}

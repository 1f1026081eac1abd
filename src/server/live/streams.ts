import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eventsRoute, type StreamedEvent } from '#contract/live.ts';
import { admit } from '#server/http/guard/admit.ts';
import { findSession, type Session } from '#server/http/guard/session.ts';
import { readToken } from '#server/http/guard/session-cookie.ts';
import { declared } from '#server/http/serve/serve.ts';
import { Refusal } from '#server/refusal.ts';

const STREAMS_PER_USER = 8;
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 1000;
/** A reader this far behind is cut off. It connects again, and `hello` makes it fetch what it missed. */
const MAX_UNREAD_BYTES = 1_000_000;

interface Stream {
  session: Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** True when the session's till is told of the event. Rule: live/events. */
function concerns({ staff }: Session, event: StreamedEvent): boolean {
  switch (event.type) {
    case 'stock':
      return event.location_id === staff.locationId;
    case 'orders':
    case 'purchasing':
    case 'menus':
      return event.location_id === null || event.location_id === staff.locationId;
    case 'session':
      return event.user_id === staff.id;
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

/** `GET /api/events`: tells each signed-in till what changed at its location. No stream holds a database connection. */
export function registerStreams(app: FastifyInstance): void {
  const streams = new Set<Stream>();

  const lookAgain = async (stream: Stream): Promise<void> => {
    const { config, db } = app.deps;
    try {
      const brought = readToken(stream.request, config);
      const session = brought && (await findSession(db, brought.token, brought.via, { asSeen: false }));
      if (session === null) stream.reply.raw.end();
      else stream.session = session;
    } catch (error) {
      stream.request.log.warn({ err: error }, 'a stream could not be checked and was ended');
      stream.reply.raw.end();
    }
  };

  const hear = (event: StreamedEvent): void => {
    for (const stream of streams) {
      if (!concerns(stream.session, event)) continue;
      sendEvent(stream, event);
      if (event.type === 'session') void lookAgain(stream);
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
      const open = [...streams].filter((stream) => stream.session.staff.id === session.staff.id);
      if (open.length >= STREAMS_PER_USER) {
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

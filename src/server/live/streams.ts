import type { FastifyInstance } from 'fastify';
import { eventsRoute, type StreamedEvent } from '#contract/live.ts';
import { findSession, type Session } from '#server/http/guard/session.ts';
import { readToken } from '#server/http/guard/session-cookie.ts';
import { type EventStream, serveStream } from '#server/http/serve/serve-stream.ts';
import { Refusal } from '#server/refusal.ts';

const STREAMS_PER_USER = 8;
const HEARTBEAT_MS = 15_000;
/** Sessions are looked up again at every fourth heartbeat. */
const BEATS_PER_LOOK = 4;

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

/** `GET /api/events`: tells each signed-in till what changed at its location. No stream holds a database connection. */
export function registerStreams(app: FastifyInstance): void {
  const streams = new Set<EventStream>();

  const lookAgain = async (stream: EventStream): Promise<void> => {
    const { config, db } = app.deps;
    try {
      const brought = readToken(stream.request, config);
      const session = brought && (await findSession(db, brought.token, brought.via, { asSeen: false }));
      if (session === null) stream.end();
      else stream.session = session;
    } catch (error) {
      stream.request.log.warn({ err: error }, 'a stream could not be checked and was ended');
      stream.end();
    }
  };

  const hear = (event: StreamedEvent): void => {
    for (const stream of streams) {
      if (!concerns(stream.session, event)) continue;
      stream.tell(event);
      if (event.type === 'session') void lookAgain(stream);
    }
  };

  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of streams) {
      stream.beat();
      // A session that expires sends no event, and an event may be lost; no stream may stay open for ever.
      if (beats % BEATS_PER_LOOK === 0) void lookAgain(stream);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const unsubscribe = app.deps.live.subscribe(hear);
  app.deps.metrics.gauge('tillwright_live_streams', 'Event streams open now', () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    unsubscribe();
    for (const stream of streams) stream.end();
  });

  serveStream(app, eventsRoute, {
    check: ({ staff }) => {
      const open = [...streams].filter(({ session }) => session.staff.id === staff.id);
      if (open.length >= STREAMS_PER_USER) {
        throw new Refusal('too_many_streams', 'Too many windows of yours are open; close some of them.', {
          retryAfterS: 30,
        });
      }
    },
    opened: (stream) => {
      streams.add(stream);
      stream.tell({ type: 'hello' } satisfies StreamedEvent);
    },
    closed: (stream) => streams.delete(stream),
  });
}

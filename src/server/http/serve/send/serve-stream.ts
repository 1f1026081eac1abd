import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { Refusal } from '#server/refusal.ts';
import { admit } from '../../guard/admit.ts';
import type { Session } from '../../guard/session.ts';
import { type Context, contextOf, declared } from '../serve.ts';

const RECONNECT_MS = 1000;
/** A reader this far behind is disconnected. It connects again and fetches what it missed. */
const MAX_UNREAD_BYTES = 1_000_000;

/** A connection that sends live events. `Who` is null on a public one. */
export class EventStream<Who extends Session | null = Session> {
  session: Who;
  readonly request: FastifyRequest;
  private readonly raw: FastifyReply['raw'];

  constructor(session: Who, request: FastifyRequest, { raw }: FastifyReply) {
    this.session = session;
    this.request = request;
    this.raw = raw;
  }

  tell(event: object): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  /**
   * Sends a line that readers ignore. It keeps proxies from closing the connection and shows when the reader has gone. A stream that
   * was ended before is cut: its reader has not taken the end of it.
   */
  beat(): void {
    if (this.raw.writableEnded) this.raw.destroy();
    else this.write(': here\n\n');
  }

  end(): void {
    this.raw.end();
  }

  write(text: string): void {
    if (this.raw.destroyed || this.raw.writableEnded) return;
    if (this.raw.writableLength > MAX_UNREAD_BYTES) this.raw.destroy();
    else this.raw.write(text);
  }
}

interface Listener<Who extends Session | null> {
  /** Refuses a stream for which there is no room any more. Nothing comes between it and `opened`. */
  readonly requireRoom?: () => void;
  readonly opened: (stream: EventStream<Who>) => void;
  readonly closed: (stream: EventStream<Who>) => void;
}

type Listening<R extends Route> = R['access'] extends 'public' ? null : Session;

/**
 * Serves a call that sends events, as `text/event-stream`, for as long as the caller listens.
 * @param begin decides who gets the stream; a Refusal it throws is answered before anything is sent
 */
export function serveStream<R extends Route>(
  app: FastifyInstance,
  route: R,
  begin: (context: Context<R>, session: Listening<R>) => Listener<Listening<R>> | Promise<Listener<Listening<R>>>,
): void {
  app.route({
    ...declared(route),
    // A HEAD request would wait for the end of a stream that never ends.
    exposeHeadRoute: false,
    onRequest: admit(route),
    handler: async (request, reply) => {
      if (request.session === null && route.access !== 'public') throw new Refusal('login_required', 'Please sign in.');
      const session = (route.access === 'public' ? null : request.session) as Listening<R>;
      // The caller hung up while the session was looked up; `close` has been emitted and will not come again.
      if (reply.raw.destroyed || request.raw.socket.destroyed) return reply.hijack();
      const begun = begin(contextOf<R>(request, reply), session);
      // Nothing may come between a check and the stream that it let in.
      const { requireRoom, opened, closed } = begun instanceof Promise ? await begun : begun;
      requireRoom?.();
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Buffering proxies would hold events back.
        'x-accel-buffering': 'no',
      });
      const stream = new EventStream(session, request, reply);
      // The caller has gone, so there is no stream to keep. What it started, such as an answer of the assistant, goes on.
      if (reply.raw.destroyed || request.raw.socket.destroyed) return;
      reply.raw.on('close', () => closed(stream));
      stream.write(`retry: ${RECONNECT_MS}\n\n`);
      opened(stream);
      return reply;
    },
  });
}

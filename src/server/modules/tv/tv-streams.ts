import type { FastifyInstance } from 'fastify';
import type { StreamedEvent } from '#contract/live.ts';
import { type MenuEvent, tvEventsRoute } from '#contract/menu-events.ts';
import { readForAll } from '#server/db/pool/caller.ts';
import { sessionOf } from '#server/http/guard/admit.ts';
import type { Principal } from '#server/http/guard/session.ts';
import { type EventStream, serveStream } from '#server/http/serve/send/serve-stream.ts';
import { shelfFeed } from '#server/modules/menus/service.ts';
import { Refusal } from '#server/refusal.ts';
import { waitingCommands } from './commands.ts';
import { Paced } from './paced.ts';

/** Windows of one machine share one; a reload may overlap. Rule: live/bounded. */
const STREAMS_PER_DEVICE = 4;
const HEARTBEAT_MS = 15_000;
/** Tokens are looked up again at every fourth heartbeat: an event may be lost. */
const BEATS_PER_LOOK = 4;

const MOST_TOLD = 1000;

type Command = Extract<MenuEvent, { type: 'command' }>;

interface Open {
  readonly paced: Paced;
  /** Commands that were sent. A new one may arrive as an event and be read at the same moment. */
  readonly told: Set<number>;
  readonly stop: () => void;
  /** Those that waited for the screen are told, so that a newer one does not come before them. */
  waited: Promise<void>;
}

const isOf = ({ session }: EventStream, { kind, id }: Principal): boolean =>
  session.principal.kind === kind && session.principal.id === id;

/** The streams of paired screens: changes of their menu, and commands. Rules: menus/live, menus/commands. */
export function registerTvStreams(app: FastifyInstance): void {
  const { live, reads, metrics } = app.deps;
  const feed = shelfFeed(app);
  const streams = new Map<EventStream, Open>();

  const lookAgain = async (stream: EventStream): Promise<void> => {
    try {
      const session = await sessionOf(stream.request, tvEventsRoute, { asSeen: false });
      if (session === null || !isOf(stream, session.principal)) stream.end();
    } catch (error) {
      stream.request.log.warn({ err: error }, 'the stream of a screen could not be checked and was ended');
      stream.end();
    }
  };

  /** One after the other: all at once would take every connection. */
  const lookAtAll = async (): Promise<void> => {
    for (const stream of streams.keys()) await lookAgain(stream);
  };

  const tellCommand = ({ paced, told }: Open, command: Command): void => {
    if (told.has(command.id)) return;
    // Commands that were sent long ago are not pending any more.
    if (told.size >= MOST_TOLD) told.clear();
    told.add(command.id);
    paced.tell(command);
  };

  const tellWaiting = async (stream: EventStream, open: Open): Promise<void> => {
    try {
      for (const command of await readForAll(() => waitingCommands(reads, stream.session.principal.id)))
        tellCommand(open, { type: 'command', ...command });
    } catch (error) {
      stream.request.log.warn({ err: error }, 'the commands of a screen could not be read');
      stream.end();
    }
  };

  const hear = (event: StreamedEvent): void => {
    for (const [stream, open] of streams) {
      const { id } = stream.session.principal;
      if (event.type === 'tv_command' && event.machine_id === id) {
        const { command_id, command_type, payload } = event;
        const expires_in_ms = Math.max(0, Date.parse(event.expires_at) - Date.now());
        void open.waited.then(() =>
          tellCommand(open, { type: 'command', id: command_id, command_type, payload, expires_in_ms }),
        );
      }
      if (event.type === 'hello') open.waited = tellWaiting(stream, open);
      if ((event.type === 'machine' && event.machine_id === id) || event.type === 'locations') void lookAgain(stream);
    }
  };

  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of streams.keys()) stream.beat();
    if (beats % BEATS_PER_LOOK === 0) void lookAtAll();
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const unsubscribe = live.subscribe(hear);
  metrics.gauge('tillwright_tv_streams', 'Event streams of paired screens open now', () => streams.size);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    unsubscribe();
    for (const stream of streams.keys()) stream.end();
  });

  serveStream(app, tvEventsRoute, (_context, { principal }) => {
    if ([...streams.keys()].filter((stream) => isOf(stream, principal)).length >= STREAMS_PER_DEVICE)
      throw new Refusal('too_many_streams', 'This screen is open too often; close some windows.', {
        retryAfterS: 30,
      });
    return {
      opened: (stream) => {
        const paced = new Paced((event) => stream.tell(event));
        const { locationId } = stream.session.principal;
        const listening = { audience: 'own', onClosed: () => undefined } as const;
        const stop =
          locationId === null ? () => undefined : feed.listen(locationId, listening, (event) => paced.tell(event));
        const open: Open = { paced, told: new Set(), stop, waited: Promise.resolve() };
        streams.set(stream, open);
        paced.tell({ type: 'hello' } satisfies MenuEvent);
        open.waited = tellWaiting(stream, open);
      },
      closed: (stream) => {
        const open = streams.get(stream);
        open?.stop();
        open?.paced.close();
        streams.delete(stream);
      },
    };
  });
}

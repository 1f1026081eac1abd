import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Timings } from '../figures.ts';
import type { HttpJob } from './load-jobs.ts';

const SAMPLE_MS = 50;

type Clients = Pick<HttpJob, 'clients' | 'perSecond'>;

function startClients(job: HttpJob, { clients, perSecond }: Clients, next: () => number) {
  return autocannon({
    url: job.origin,
    connections: clients,
    duration: job.seconds,
    sampleInt: SAMPLE_MS,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        setupRequest: () => {
          const sent = next();
          const call = job.calls[sent % job.calls.length];
          const token = job.tokens[sent % job.tokens.length];
          if (call === undefined) throw new Error('there is nothing to call');
          return {
            method: call.method,
            path: call.path,
            ...(call.body !== undefined && { body: call.body }),
            headers: {
              // A request with custom headers has no host header by itself, and the server answers only to its own
              // names.
              host: new URL(job.origin).host,
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
              ...(call.body !== undefined && { 'content-type': 'application/json' }),
              ...(job.keyed && { 'idempotency-key': randomUUID() }),
              ...call.headers,
            },
          };
        },
      },
    ],
  });
}

/** The end of a run interrupts calls, which then count neither as answered nor as failed. */
export async function loadHttp(job: HttpJob): Promise<Timings> {
  const ms: number[] = [];
  const others = new Map<number, number>();
  let sent = Math.floor(Math.random() * job.calls.length);
  const started = performance.now();
  let last = started;
  const run = async (clients: Clients) => {
    const running = startClients(job, clients, () => (sent += 1));
    running.on('response', (_client: unknown, status: number, _bytes: number, took: number) => {
      last = performance.now();
      if (status === job.status) ms.push(took);
      else others.set(status, (others.get(status) ?? 0) + 1);
    });
    const { errors, timeouts } = await running;
    return errors + timeouts;
  };
  const each: Clients = { clients: 1, perSecond: (job.perSecond ?? 0) / job.clients };
  const lost = await Promise.all(
    job.isSpread === true
      ? Array.from({ length: job.clients }, (_, client) => sleep((1000 * client) / job.clients).then(() => run(each)))
      : [run(job)],
  );
  const unanswered = lost.reduce((sum, times) => sum + times, 0);
  const refused = [...others.values()].reduce((sum, times) => sum + times, unanswered);
  if (job.mayBeRefused !== true && refused > 0) {
    const statuses = [...others].map(([status, times]) => `${times} x ${status}`).join(', ');
    throw new Error(
      `${job.calls[0]?.path ?? ''}: ${ms.length} answered ${job.status}, ${statuses || 'none otherwise'}, ${unanswered} errors or timeouts`,
    );
  }
  return { seconds: (last - started) / 1000, ms, refused };
}

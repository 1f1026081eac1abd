import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/pool.ts';
import { SealError } from '#server/secrets/sealer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import {
  failJob,
  finishJob,
  HopelessJob,
  type JobKind,
  type JobPayloads,
  MOST_JOB_ATTEMPTS,
  payloadOf,
  takeJob,
  type TakenJob,
} from './queue.ts';

const LOOK_EVERY_MS = 2000;
const STOP_WITHIN_MS = 1000;

/** Does the work of each kind of job. A job may be done twice, when a process dies before it could record the end. */
export type JobHandlers = { readonly [K in JobKind]: (payload: JobPayloads[K]) => Promise<void> };

export interface JobFailure {
  readonly job: TakenJob;
  /** The reason in words for managers. */
  readonly reason: string;
  /** It is not tried again. */
  readonly isDead: boolean;
}

interface Options {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly handlers: JobHandlers;
  readonly onFailure: (failure: JobFailure) => void;
  /** Called when the queue itself could not be read. */
  readonly onTrouble?: (error: unknown) => void;
}

/** The reason of a failure in words for managers, without anybody's address. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/<?[^\s<>@]+@[^\s<>@]+>?/g, '[address]');
}

async function carryOut(job: TakenJob, { secrets, handlers }: Options): Promise<void> {
  // The results of the former tries are unknown: every process that made one has died.
  if (job.attempts > MOST_JOB_ATTEMPTS)
    throw new HopelessJob(`The server stopped ${MOST_JOB_ATTEMPTS} times while it did this.`);
  if (!Object.hasOwn(handlers, job.kind))
    throw new HopelessJob(`This server does not know jobs of the kind ${job.kind}.`);
  const handler = handlers[job.kind as JobKind] as (payload: unknown) => Promise<void>;
  await handler(payloadOf(secrets, job));
}

/** Does the next due job. False when there is none. */
export async function workOnce(options: Options): Promise<boolean> {
  const { db, onFailure } = options;
  const job = await takeJob(db);
  if (!job) return false;
  try {
    await carryOut(job, options);
  } catch (error) {
    const reason = reasonOf(error);
    const isDead = await failJob(db, job, reason, error instanceof HopelessJob || error instanceof SealError);
    onFailure({ job, reason, isDead });
    return true;
  }
  await finishJob(db, job);
  return true;
}

/**
 * Does due jobs, one at a time, and looks for new ones. Every process may run a worker; each job is done by one of
 * them.
 */
export function startWorker(options: Options): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const worked = await workOnce(options).catch((error: unknown) => {
        options.onTrouble?.(error);
        return false;
      });
      if (!worked)
        await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      // A job that runs longer keeps its lease; another process takes it once the lease has ended.
      await Promise.race([running, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

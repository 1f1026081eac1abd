import { setTimeout as sleep } from 'node:timers/promises';
import { labelsPrinted, type PrinterTrouble, TROUBLE_WORDS } from '#domain/labels/printer-status.ts';
import { copiesIn } from '#domain/labels/zpl.ts';
import type { Database } from '#server/db/pool.ts';
import type { LiveBus } from '#server/live/bus.ts';
import type { Reach } from './addresses.ts';
import { beginSending, type Claim, endJob, putBack, stillPrinting, take } from './claims.ts';
import { STALE_H } from './queue.ts';
import type { CameOut } from './queue.ts';
import { LinkFailure, type Patience, PrinterLink } from './printer-link.ts';

interface WorkerPatience extends Patience {
  /** Between two questions for the status during a print. */
  readonly pollMs: number;
  /** The printer is kept, and a cancellation noticed, at least that often. */
  readonly wordMs: number;
  /** The longest time without a label printed, by a printer that says no reason. */
  readonly standMs: number;
  /** The same by one that says it, for example that it is out of labels. As long as labels may wait before they are sent. */
  readonly troubleMs: number;
  /** How long a printer must report trouble with nothing left to print before the report counts. */
  readonly emptyMs: number;
}

const PATIENCE: WorkerPatience = {
  connectMs: 5000,
  answerMs: 5000,
  takeMs: 30_000,
  pollMs: 300,
  wordMs: 1000,
  standMs: 30 * 60_000,
  troubleMs: STALE_H * 3_600_000,
  emptyMs: 5000,
};
/** A printer prints the label again that it was at, before it counts as printed. After other troubles a person looks. */
const LAST_CAME_OUT: readonly PrinterTrouble[] = ['paper_out', 'paused', 'too_hot'];
const LOOK_EVERY_MS = 2000;
const STOP_WITHIN_MS = 1000;
/** Labels that a printer has ahead. More are sent when it has printed some, so that a cancellation leaves few. */
const AHEAD = 20;

const STOPPED = 'The server stopped during the print.';
const LOOK = 'Look which labels came out, then say so or print again.';

interface Options {
  readonly db: Database;
  readonly live: Pick<LiveBus, 'publish' | 'subscribe'>;
  readonly reach: Reach;
  /** Limits that differ from the usual ones. */
  readonly patience?: Partial<WorkerPatience>;
  /** Called when the queue itself could not be read or written. */
  readonly onTrouble: (error: unknown) => void;
}

type Ended = 'done' | 'cancelled' | 'lost';

/** A print of which nothing was sent. */
class NotSent extends Error {
  readonly isFailure: boolean;
  constructor(sentence: string, isFailure: boolean) {
    super(sentence);
    this.isFailure = isFailure;
  }
}

/** Prints one job. A failure before the first label throws `NotSent`, every later one `LinkFailure`. Rule: labels/print-queue. */
class Print {
  private readonly claim: Claim;
  private readonly options: Options;
  private readonly patience: WorkerPatience;
  private nextWordAt = 0;
  private reason: string | null = null;
  /** Known once it is cancelled after labels were sent. */
  cameOut: CameOut | null = null;
  /** Of each label that was sent. */
  private readonly copies: number[] = [];
  private came = 0;

  constructor(claim: Claim, options: Options) {
    this.claim = claim;
    this.options = options;
    this.patience = { ...PATIENCE, ...options.patience };
  }

  async run(stopping: AbortSignal): Promise<Ended> {
    const link = await PrinterLink.open(this.claim, this.options.reach, this.patience).catch(notSent);
    try {
      const { trouble } = await link.status().catch(notSent);
      if (trouble !== null) throw new NotSent(TROUBLE_WORDS[trouble], false);
      if (stopping.aborted) throw new NotSent('The server was stopped.', false);
      const word = await beginSending(this.options.db, this.claim);
      if (word === 'cancel') throw new NotSent('Cancelled before anything was sent.', false);
      if (word === 'lost') return 'lost';
      return await this.send(link, stopping);
    } finally {
      link.close();
    }
  }

  private async send(link: PrinterLink, stopping: AbortSignal): Promise<Ended> {
    const { formats } = this.claim;
    for (const [place, format] of formats.entries()) {
      this.copies.push(copiesIn(format));
      const isLast = place === formats.length - 1;
      await link.send(format);
      const ended = await this.printed(link, isLast ? 0 : AHEAD, stopping);
      if (ended !== null) return ended;
    }
    return 'done';
  }

  /** Waits until the printer has at most this many labels left. A reason to end before is returned. */
  private async printed(link: PrinterLink, most: number, stopping: AbortSignal): Promise<Ended | null> {
    let left = Infinity;
    let why: string | null = null;
    let stoodSince = performance.now();
    for (;;) {
      const status = await link.status();
      this.came = Math.max(this.came, labelsPrinted(this.copies, status));
      const reason = status.trouble === null ? null : TROUBLE_WORDS[status.trouble];
      const word = await this.word(reason);
      if (word === 'cancel') {
        link.cancelAll();
        const { labelsLeft, copiesLeft } = status;
        const isInPrint = copiesLeft > 0;
        const formats = this.copies.length - (labelsLeft - copiesLeft) - (isInPrint ? 1 : 0);
        this.cameOut = { formats: Math.max(0, formats), copiesLeft };
        return 'cancelled';
      }
      if (word === 'lost') return 'lost';
      // More labels follow, which a server that stops does not send.
      if (stopping.aborted && most > 0) throw new LinkFailure(STOPPED);
      if (status.labelsLeft <= most && (most > 0 || reason === null)) return null;
      if (status.labelsLeft < left || reason !== why) stoodSince = performance.now();
      left = status.labelsLeft;
      why = reason;
      const stoodMs = performance.now() - stoodSince;
      // The roll ended with the last label, so no new roll is needed for this job.
      if (status.trouble !== null && left === 0 && stoodMs > this.patience.emptyMs) {
        if (LAST_CAME_OUT.includes(status.trouble)) return null;
        throw new LinkFailure(TROUBLE_WORDS[status.trouble]);
      }
      if (stoodMs > (why === null ? this.patience.standMs : this.patience.troubleMs))
        throw new LinkFailure(why ?? 'The printer does not go on.');
      if (stopping.aborted) throw new LinkFailure(STOPPED);
      await sleep(this.patience.pollMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }

  private async word(reason: string | null): Promise<'go on' | 'cancel' | 'lost'> {
    if (reason === this.reason && performance.now() < this.nextWordAt) return 'go on';
    this.reason = reason;
    this.nextWordAt = performance.now() + this.patience.wordMs;
    const { db, live } = this.options;
    const { word, told } = await stillPrinting(db, this.claim, reason, this.came);
    if (told) live.publish({ type: 'label-queue', location_id: this.claim.location });
    return word;
  }
}

function notSent(error: unknown): never {
  if (error instanceof LinkFailure) throw new NotSent(error.message, true);
  throw error;
}

async function carryOut(claim: Claim, options: Options, stopping: AbortSignal): Promise<void> {
  const { db, live } = options;
  try {
    const print = new Print(claim, options);
    const ended = await print.run(stopping);
    if (ended === 'lost') return;
    if (ended === 'done') await endJob(db, claim, 'done', null);
    else
      await endJob(
        db,
        claim,
        'cancelled',
        'Cancelled during the print: some labels may have come out.',
        print.cameOut ?? undefined,
      );
    // Screens hear of the recorded print.
    live.publish({ type: 'labels', location_id: claim.location });
  } catch (error) {
    if (error instanceof NotSent) return putBack(db, claim, error.message, error.isFailure);
    if (error instanceof LinkFailure) return endJob(db, claim, 'unsure', `${error.message} ${LOOK}`);
    // The lease ends, and the next process settles it.
    throw error;
  }
}

/** Takes a job and begins to print it; null when there is nothing to do. */
export async function beginNext(options: Options, stopping: AbortSignal): Promise<{ printed: Promise<void> } | null> {
  const { db, live } = options;
  const taken = await take(db);
  if (taken === null) return null;
  const { claim, moved } = taken;
  const tell = (): void => {
    if (moved !== null) live.publish({ type: 'label-queue', location_id: moved });
  };
  tell();
  if (claim === null) return { printed: Promise.resolve() };
  return { printed: carryOut(claim, options, stopping).finally(tell) };
}

/** Prints what is queued, each printer by itself. Every process may run it; a printer belongs to one at a time. */
export function startPrinting(options: Options): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let wake: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const moved = new Promise<void>((settle) => (wake = settle));
      const begun = await beginNext(options, stopping.signal).catch((error: unknown) => {
        options.onTrouble(error);
        return null;
      });
      if (begun === null) {
        const patience = new AbortController();
        const { signal } = patience;
        await Promise.race([moved, sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)]);
        patience.abort();
        continue;
      }
      const printed: Promise<void> = begun.printed.catch(options.onTrouble).finally(() => running.delete(printed));
      running.add(printed);
    }
  }
  // A print that ends moves the queue, and so does one that is sent.
  const deaf = options.live.subscribe(({ type }) => {
    if (type === 'label-queue') wake();
  });
  const looking = run();
  return {
    stop: async () => {
      stopping.abort();
      deaf();
      wake();
      await Promise.race([looking.then(() => Promise.all(running)), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

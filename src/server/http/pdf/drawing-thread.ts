import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/refusal.ts';

export interface DrawAnswer {
  readonly pdf?: Uint8Array;
  readonly error?: unknown;
}

interface Wanted {
  /** Plain data, which is sent to the thread. */
  readonly paper: unknown;
  /** Roughly how much there is to draw. */
  readonly size: number;
  /** The refusal of one for which the thread has too little memory, or time. */
  readonly tooLong: (cause: Error) => Refusal;
}

interface Drawing extends Wanted {
  readonly done: (pdf: Buffer) => void;
  readonly fail: (error: Error) => void;
  /** True when it was given to a thread that died after other papers. */
  isAgain: boolean;
}

const THREAD = new URL('./pdf-worker.js', import.meta.url);
const IS_BUILT = !import.meta.url.endsWith('.ts');
/** The build has the thread as one file. From the sources it has to read TypeScript first. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${THREAD.href}')))`;
/**
 * More than any paper needs that is let in. A thread that needs more ends, and the server goes on. New objects have little room,
 * because a thread that needs much more at once ends the whole process.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };

function startThread(): Worker {
  return IS_BUILT ? new Worker(THREAD, { resourceLimits }) : new Worker(FROM_SOURCE, { eval: true, resourceLimits });
}

/** With more papers waiting, callers are asked to come back later. */
interface Line {
  readonly mostWaiting: number;
  readonly retryAfterS: number;
  /** Seconds after which a paper is given up that is still drawn: those behind it would wait for ever. */
  readonly longestS: number;
}

/**
 * Draws papers one after the other in a thread of its own, because a large one takes seconds. The smallest waiting
 * paper comes next, so that a receipt does not wait for a pile of purchase orders.
 */
export class DrawingThread {
  private worker: Worker | undefined;
  private readonly waiting: Drawing[] = [];
  private drawing: Drawing | undefined;
  private limit: NodeJS.Timeout | undefined;
  private readonly line: Line;
  private readonly isLong: boolean;
  private readonly start: () => Worker;
  private isEnding = false;

  /** @param isLong its thread ends with the last of the papers, and with one for which nobody waits any more */
  constructor(line: Line, isLong: boolean, start = startThread) {
    this.line = line;
    this.isLong = isLong;
    this.start = start;
  }

  /** @throws Refusal `too_many_requests`, `paper_too_long`; the signal's reason once nobody waits */
  draw(paper: Wanted, signal: AbortSignal | undefined): Promise<Buffer> {
    signal?.throwIfAborted();
    const { mostWaiting, retryAfterS } = this.line;
    if (this.waiting.length >= mostWaiting) {
      throw new Refusal('too_many_requests', 'Many papers are being drawn at the moment. Try again in a moment.', {
        retryAfterS,
      });
    }
    return new Promise((done, fail) => {
      const wanted = { ...paper, done, fail, isAgain: false };
      signal?.addEventListener('abort', () => this.giveUp(wanted, signal.reason as Error), { once: true });
      this.waiting.push(wanted);
      if (this.drawing === undefined) this.next();
    });
  }

  private giveUp(wanted: Drawing, reason: Error): void {
    wanted.fail(reason);
    const place = this.waiting.indexOf(wanted);
    if (place >= 0) this.waiting.splice(place, 1);
    // A paper that is drawn in a moment is not worth the start of another thread.
    if (wanted !== this.drawing || !this.isLong) return;
    this.drawing = undefined;
    void this.end();
  }

  private stop(hanging: Drawing): void {
    hanging.fail(hanging.tooLong(new Error(`a paper was still drawn after ${this.line.longestS} s`)));
    this.drawing = undefined;
    void this.end();
  }

  /** Ends the thread, and then draws on: two threads at a time would take twice the memory. */
  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    clearTimeout(this.limit);
    this.isEnding = true;
    await worker?.terminate();
    this.isEnding = false;
    this.next();
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = this.start();
    this.worker = worker;
    // The thread does not keep an idle server alive.
    worker.unref();
    let answered = 0;
    const settle = (answer: (drawn: Drawing) => void): void => {
      if (worker !== this.worker) return;
      answered += 1;
      if (this.drawing !== undefined) answer(this.drawing);
      this.next();
    };
    worker.on('message', ({ pdf, error }: DrawAnswer) =>
      settle(({ done, fail }) => {
        if (pdf) done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
        else fail(error instanceof Error ? error : new Error('a paper was not drawn', { cause: error }));
      }),
    );
    worker.on('messageerror', (error) => settle(({ fail }) => fail(error)));
    // An error ends the thread, and may be followed by another one.
    let died: Error | undefined;
    worker.on('error', (error) => (died ??= error));
    worker.on('exit', (code) => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      const { drawing } = this;
      died ??= new Error(`the thread ended with a paper (${code})`);
      if (isOutOfMemory(died)) drawing?.fail(drawing.tooLong(died));
      else if (drawing && answered > 0 && !drawing.isAgain) {
        // Its thread may have died of the paper before, after answering that one. It is drawn once more, in another thread.
        drawing.isAgain = true;
        this.waiting.push(drawing);
      } else drawing?.fail(died);
      this.next();
    });
    return worker;
  }

  private next(): void {
    clearTimeout(this.limit);
    if (this.isEnding) return;
    const shortest = this.waiting.reduce<Drawing | undefined>(
      (best, one) => (best === undefined || one.size < best.size ? one : best),
      undefined,
    );
    this.drawing = shortest;
    if (shortest === undefined) {
      if (this.isLong && this.worker) void this.end();
      return;
    }
    this.waiting.splice(this.waiting.indexOf(shortest), 1);
    this.limit = setTimeout(() => this.stop(shortest), this.line.longestS * 1000).unref();
    try {
      this.thread().postMessage(shortest.paper, []);
    } catch (error) {
      // This paper cannot be sent to a thread. Only it fails; the others go on.
      shortest.fail(new Error('a paper was not drawn', { cause: error }));
      this.next();
    }
  }
}

const isOutOfMemory = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

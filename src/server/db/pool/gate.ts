interface Waiting {
  readonly start: () => void;
}

interface Asked {
  /** The owner of the work. Waiting owners take turns, no matter how much each asks for. */
  readonly of?: string | undefined;
  /** Aborting it stops the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** A time in which fewer may run at once. */
interface Narrowing {
  readonly atOnce: number;
  readonly isOn: () => boolean;
  /** Work that has run for this long takes up none of its places, or one slow report would stop all other reads. */
  readonly longMs: number;
}

/** Until a narrowed gate looks whether it is wide again. */
const LOOK_AGAIN_MS = 25;

/** Lets a number of tasks run at once, and fewer while it is narrowed. The others wait in line and hold nothing. */
export class Gate {
  private readonly atOnce: number;
  private readonly narrowing: Narrowing | undefined;
  private readonly ofOne: number;
  private readonly running = new Set<{ since: number; of: string }>();
  /** Waiting callers, in order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();
  private looking: NodeJS.Timeout | null = null;

  /** @param ofOne the most that one owner may run at once, so that the others find a place at any time */
  constructor(atOnce: number, narrowing?: Narrowing, ofOne = atOnce) {
    this.atOnce = atOnce;
    this.narrowing = narrowing;
    this.ofOne = ofOne;
  }

  async through<T>(work: () => Promise<T>, asked: Asked = {}): Promise<T> {
    const leave = await this.enter(asked);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a place and resolves with the function that frees it.
   * @throws the signal's reason when aborted before
   */
  async enter({ of = '', signal }: Asked = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const place = { since: 0, of };
    const take = (): void => {
      place.since = performance.now();
      this.running.add(place);
    };
    if (this.waiting.size === 0 && this.hasPlace() && this.mayRun(of)) take();
    else await this.wait(of, signal, take);
    return () => {
      if (this.running.delete(place)) this.startWaiting();
    };
  }

  private hasPlace(): boolean {
    if (this.running.size >= this.atOnce) return false;
    if (this.narrowing?.isOn() !== true) return true;
    const { atOnce, longMs } = this.narrowing;
    const now = performance.now();
    return [...this.running].filter(({ since }) => now - since < longMs).length < atOnce;
  }

  private mayRun(of: string): boolean {
    if (this.ofOne >= this.atOnce) return true;
    return [...this.running].filter((place) => place.of === of).length < this.ofOne;
  }

  /** The next callers in line take the places that are free. */
  private startWaiting(): void {
    let next: Waiting | undefined;
    while (this.hasPlace() && (next = this.next())) next.start();
    if (this.narrowing === undefined || this.waiting.size === 0 || this.running.size >= this.atOnce) return;
    this.looking ??= setTimeout(() => {
      this.looking = null;
      this.startWaiting();
    }, LOOK_AGAIN_MS);
  }

  private wait(of: string, signal: AbortSignal | undefined, take: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.waiting.get(of) ?? [];
      const giveUp = (): void => {
        line.splice(line.indexOf(entry), 1);
        if (line.length === 0) this.waiting.delete(of);
        reject(signal?.reason as Error);
      };
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          take();
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      line.push(entry);
      this.waiting.set(of, line);
      this.startWaiting();
    });
  }

  private next(): Waiting | undefined {
    for (const [of, line] of this.waiting) {
      if (!this.mayRun(of)) continue;
      const next = line.shift();
      // The owner goes to the end of the line of owners, or leaves it.
      this.waiting.delete(of);
      if (line.length > 0) this.waiting.set(of, line);
      return next;
    }
    return undefined;
  }
}

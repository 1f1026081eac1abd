interface Waiting {
  readonly start: () => void;
}

interface Asked {
  /** The owner of the work. Waiting owners take turns, no matter how much each asks for. */
  readonly of?: string | undefined;
  /** Aborting it stops the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Lets a fixed number of tasks run at once. The others wait in line and hold nothing. */
export class Gate {
  private free: number;
  /** Waiting callers, in order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(atOnce: number) {
    this.free = atOnce;
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
    if (this.free > 0) this.free -= 1;
    else await this.wait(of, signal);
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      // The next caller in line takes over this place.
      const next = this.next();
      if (next) next.start();
      else this.free += 1;
    };
  }

  private wait(of: string, signal: AbortSignal | undefined): Promise<void> {
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
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      line.push(entry);
      this.waiting.set(of, line);
    });
  }

  private next(): Waiting | undefined {
    for (const [of, line] of this.waiting) {
      const next = line.shift();
      // The owner goes to the end of the line of owners, or leaves it.
      this.waiting.delete(of);
      if (line.length > 0) this.waiting.set(of, line);
      return next;
    }
    return undefined;
  }
}

import type { LiveBus } from '#server/live/bus.ts';
import type { ImportOptions } from './service.ts';

/** Progress is told this often at most, and whenever another phase begins. */
const TELL_EVERY_MS = 250;
/** More cancelled imports are not remembered: one runs at a time. */
const MOST_REMEMBERED = 100;

interface Running {
  readonly userId: number;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

const nameOf = ({ userId, key }: Running): string => `${userId} ${key}`;

/** Lets people follow and cancel the imports that they run, through whichever server process. Rule: catalogue/imports-in-the-app. */
export class RunningImports {
  private readonly live: LiveBus;
  /** May name imports that have not begun: they wait in line, or their request is still under way. */
  private readonly cancelled = new Set<string>();
  /** Ends listening to other processes. */
  readonly close: () => void;

  constructor(live: LiveBus) {
    this.live = live;
    this.close = live.subscribe((event) => {
      if (event.type !== 'import_cancel') return;
      this.cancelled.add(nameOf({ userId: event.user_id, key: event.key }));
      const [oldest] = this.cancelled;
      if (this.cancelled.size > MOST_REMEMBERED && oldest !== undefined) this.cancelled.delete(oldest);
    });
  }

  cancel({ userId, key }: Running): void {
    this.live.publish({ type: 'import_cancel', user_id: userId, key });
  }

  follow(running: Running): Pick<Required<ImportOptions>, 'onProgress' | 'isCancelled'> {
    let told = { phase: '', at: 0 };
    return {
      isCancelled: () => this.cancelled.has(nameOf(running)),
      onProgress: (phase, done, total) => {
        if (phase === told.phase && performance.now() < told.at + TELL_EVERY_MS) return;
        told = { phase, at: performance.now() };
        this.live.publish({ type: 'import', user_id: running.userId, key: running.key, phase, done, total });
      },
    };
  }
}

/** The longest waits for a model, in milliseconds. Rule: assistant/patience. */
export interface Patience {
  /** Until the first piece of a turn. */
  readonly requestMs: number;
  /** Between two pieces. */
  readonly stallMs: number;
  /** Before the first retry, when nothing has arrived; doubled before the second. */
  readonly retryMs: number;
}

export const PATIENCE: Patience = { requestMs: 120_000, stallMs: 30_000, retryMs: 1000 };

/** Why a run was stopped from outside. */
export class Stopped extends Error {
  readonly why: 'asked' | 'leaving' | 'timeout' | 'stalled';

  constructor(why: Stopped['why']) {
    super(`the answer was stopped: ${why}`);
    this.why = why;
  }
}

/** Aborts when a turn does not begin, or does not go on. */
export class Watch {
  private readonly late = new AbortController();
  private readonly patience: Patience;
  private timer: NodeJS.Timeout;
  private hasBegun = false;
  readonly signal: AbortSignal;

  constructor(patience: Patience, stopping: AbortSignal) {
    this.patience = patience;
    this.signal = AbortSignal.any([this.late.signal, stopping]);
    this.timer = setTimeout(() => this.late.abort(new Stopped('timeout')), patience.requestMs);
  }

  /** Something has arrived. */
  seen(): void {
    if (this.hasBegun) {
      this.timer.refresh();
      return;
    }
    this.hasBegun = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.late.abort(new Stopped('stalled')), this.patience.stallMs);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

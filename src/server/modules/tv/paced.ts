import type { MenuEvent } from '#contract/menu-events.ts';

/** Rule: menus/live. */
const PER_SECOND = 10;
const SECOND_MS = 1000;
/** With more waiting, a screen reads everything again instead. */
const MOST_WAITING = 100;

/** Sends at most ten events a second; others wait their turn, in order. Rule: menus/live. */
export class Paced {
  private readonly send: (event: MenuEvent) => void;
  private sentAtMs: number[] = [];
  private waiting: MenuEvent[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(send: (event: MenuEvent) => void) {
    this.send = send;
  }

  tell(event: MenuEvent): void {
    this.waiting.push(event);
    if (this.waiting.length > MOST_WAITING) {
      // Commands are sent only once; everything else can be read again.
      const commands = this.waiting.filter(({ type }) => type === 'command').slice(-MOST_WAITING + 1);
      this.waiting = [{ type: 'hello' }, ...commands];
    }
    if (this.timer === null) this.go();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.waiting = [];
  }

  private go(): void {
    this.timer = null;
    const now = Date.now();
    this.sentAtMs = this.sentAtMs.filter((at) => now - at < SECOND_MS && at <= now);
    while (this.sentAtMs.length < PER_SECOND) {
      const next = this.waiting.shift();
      if (!next) return;
      this.sentAtMs.push(now);
      this.send(next);
    }
    if (this.waiting.length === 0) return;
    const oldest = this.sentAtMs[0] ?? now;
    this.timer = setTimeout(() => this.go(), Math.max(1, oldest + SECOND_MS - now));
    this.timer.unref();
  }
}

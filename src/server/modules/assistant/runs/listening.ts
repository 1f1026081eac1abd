import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { Database } from '#server/db/pool.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import type { EventStream } from '#server/http/serve/send/serve-stream.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { DEAD_AFTER_MS, type RunRow, selectEvents, selectRun } from './queries.ts';
import type { Runs } from './runs.ts';

/** The interval between looks for new lines of a run on another server. */
const LOOK_MS = 300;
const LINES = 500;
/** Keeps proxies from closing a connection over which nothing comes for a while. */
const BEAT_MS = 15_000;
/** By then some server has interrupted a run whose own server ended. */
const GIVEN_UP_MS = DEAD_AFTER_MS + 30_000;

/** A run of the person. @throws Refusal `not_found` */
export async function requireRun(db: Database, staff: Staff, id: string): Promise<RunRow> {
  const run = await selectRun(db, id);
  if (!run || run.user_id !== staff.id) throw new Refusal('not_found', 'There is no such run.');
  return run;
}

const isLast = ({ type }: ChatEvent): boolean => type === 'done' || type === 'error';

/**
 * Sends the lines of a run to a stream, from one line on, even if another server makes them. No line is sent twice:
 * `seen` is the number of the latest. The stream ends with the last line.
 */
export class Listening {
  private readonly gone = new AbortController();
  private readonly deps: AppDeps;
  private readonly runs: Runs;
  private readonly runId: string;
  private seen: number;
  private leave: () => void = () => undefined;

  constructor(deps: AppDeps, runs: Runs, runId: string, after: number) {
    this.deps = deps;
    this.runs = runs;
    this.runId = runId;
    this.seen = after;
  }

  readonly opened = (stream: EventStream): void => {
    const beat = setInterval(() => stream.beat(), BEAT_MS);
    const end = (): void => {
      this.closed();
      stream.end();
    };
    this.gone.signal.addEventListener('abort', () => clearInterval(beat), { once: true });
    const tell = (event: ChatEvent): void => {
      if (event.seq <= this.seen || this.gone.signal.aborted) return;
      this.seen = event.seq;
      stream.tell(event);
      if (isLast(event)) end();
    };
    const here = this.runs.here(this.runId);
    if (here) this.leave = here.listen(this.seen, tell);
    else void this.follow(tell).then(end, end);
  };

  readonly closed = (): void => {
    this.leave();
    this.gone.abort();
  };

  /** Reads lines that another server writes, or wrote. */
  private async follow(tell: (event: ChatEvent) => void): Promise<void> {
    // A server that ends waits for nobody else's answer: its listeners ask another server.
    const signal = AbortSignal.any([this.gone.signal, this.runs.leaving]);
    // The last one that was heard is read again: it may be the last there is.
    let from = Math.max(this.seen - 1, 0);
    for (;;) {
      // The run before its lines: those of an ended run are all there, or come in a moment.
      const run = await selectRun(this.deps.reads, this.runId);
      const events = await selectEvents(this.deps.reads, this.runId, from, LINES);
      for (const event of events) tell(event);
      from = this.seen;
      const last = events.at(-1);
      if (signal.aborted || !run || (last && isLast(last))) return;
      // Lines are kept for 24 hours: those of an older run do not come any more.
      const isOver = run.silent_ms > (run.state === 'running' ? GIVEN_UP_MS : DEAD_AFTER_MS);
      if (isOver && events.length === 0) return;
      if (events.length < LINES) await sleep(LOOK_MS, undefined, { signal });
    }
  }
}

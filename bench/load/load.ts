import type { ChildProcess } from 'node:child_process';
import { type Timings, together } from '../figures.ts';
import type { Answer, Job } from './load-jobs.ts';
import { endProcess, startTalking } from '../processes.ts';

/** Calls the server or the database from a separate process. */
export class LoadGenerator {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, PromiseWithResolvers>();
  private jobs = 0;

  constructor() {
    this.child = startTalking('bench/load/load-process.ts');
    this.child.on('message', (message) => this.hear(message as Answer));
    this.child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the load generator has ended'));
    });
  }

  run(job: Job): Promise<Timings> {
    this.jobs += 1;
    const id = this.jobs;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, job });
    });
  }

  /** Runs two jobs in turn, A B A B, so that other work of the machine affects both. */
  async inTurn(
    first: Job,
    second: Job,
    rounds: number,
  ): Promise<{ first: Timings; second: Timings; ratios: number[] }> {
    const firsts: Timings[] = [];
    const seconds: Timings[] = [];
    for (let round = 0; round < rounds; round += 1) {
      firsts.push(await this.run(first));
      seconds.push(await this.run(second));
    }
    const rates = (timings: readonly Timings[]) => timings.map(({ ms, seconds: took }) => ms.length / took);
    const others = rates(seconds);
    return {
      first: together(firsts),
      second: together(seconds),
      ratios: rates(firsts).map((rate, round) => rate / (others[round] ?? Number.NaN)),
    };
  }

  async close(): Promise<void> {
    await endProcess(this.child);
  }

  private hear(message: Answer): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.timings);
  }
}

interface PromiseWithResolvers {
  readonly resolve: (timings: Timings) => void;
  readonly reject: (error: Error) => void;
}

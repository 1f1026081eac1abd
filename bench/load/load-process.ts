// The load generator, a separate process so that it takes no time of the server's. Started by load.ts.
import type { Timings } from '../figures.ts';
import { loadHttp } from './load-http.ts';
import type { Answer, Job } from './load-jobs.ts';
import { loadSaleCalls, loadSql } from './load-sql.ts';

function carryOut(job: Job): Promise<Timings> {
  switch (job.kind) {
    case 'http':
      return loadHttp(job);
    case 'sql':
      return loadSql(job);
    case 'sale-call':
      return loadSaleCalls(job);
  }
}

function answer(message: Answer): void {
  process.send?.(message);
}

process.on('message', ({ id, job }: { id: number; job: Job }) => {
  carryOut(job).then(
    (timings) => answer({ id, timings }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import type { Timings } from '../figures.ts';
import type { SaleCallJob, SqlJob } from './load-jobs.ts';

interface Clients {
  readonly connection: Connection;
  readonly clients: number;
  readonly seconds: number;
}

/** Opens this many connections, each with one statement at a time. */
async function repeat(
  { connection, clients, seconds }: Clients,
  call: (client: pg.Client, turn: number) => Promise<void>,
): Promise<Timings> {
  const members = Array.from({ length: clients }, () => new pg.Client(clientConfig(connection)));
  try {
    await Promise.all(members.map((client) => client.connect()));
    const ms: number[] = [];
    let turn = Math.floor(Math.random() * 1000);
    const started = performance.now();
    const until = started + seconds * 1000;
    await Promise.all(
      members.map(async (client) => {
        for (let now = performance.now(); now < until; now = performance.now()) {
          turn += 1;
          await call(client, turn);
          ms.push(performance.now() - now);
        }
      }),
    );
    return { seconds: (performance.now() - started) / 1000, ms };
  } finally {
    await Promise.all(members.map((client) => client.end()));
  }
}

export function loadSql(job: SqlJob): Promise<Timings> {
  return repeat(job, async (client, turn) => {
    await client.query({ name: 'bench', text: job.text, values: [...(job.values[turn % job.values.length] ?? [])] });
  });
}

const RECORD_SALE = 'SELECT record_priced_sale($1, $2, $3, $4, $5::jsonb) AS answer';

export function loadSaleCalls(job: SaleCallJob): Promise<Timings> {
  return repeat(job, async (client, turn) => {
    const sale = job.sales[turn % job.sales.length];
    const values = [randomUUID(), job.route, randomBytes(32), sale?.terms, sale?.sale];
    const { rows } = await client.query<{ answer: { outcome: string } }>({ name: 'sale', text: RECORD_SALE, values });
    if (rows[0]?.answer.outcome !== 'sold') throw new Error(`a bare sale was ${rows[0]?.answer.outcome}`);
  });
}

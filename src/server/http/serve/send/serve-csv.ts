import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ParamsOf, QueryOf, Route } from '#contract/route.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import type { Database } from '#server/db/pool.ts';
import { admit } from '../../guard/admit.ts';
import { reading, readingPieces } from '../reading.ts';
import { contextOf, declared } from '../serve.ts';
import type { Staff } from '../../guard/session.ts';

/** The columns, each with its title and the value for a row. */
export type CsvColumns<Row> = readonly (readonly [title: string, value: (row: Row) => CsvValue])[];

/**
 * Rows as CSV, one batch at a time. No connection is held while the reader takes its time. Pauses between batches leave
 * time for the tills: an export uses at most half of a core.
 */
export async function* csvPieces<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  let began = performance.now();
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');
    await pause(Math.min(performance.now() - began, 100));
    began = performance.now();
  }
}

/** Serves a call that answers with a `text/csv` file of that name. Only for routes that need a sign-in. */
export function serveCsv<R extends Route>(
  app: FastifyInstance,
  route: R,
  file: string,
  make: (staff: Staff, query: QueryOf<R>, db: Database, params: ParamsOf<R>) => Promise<string | AsyncIterable<string>>,
): void {
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      const { staff } = contextOf(request, reply);
      if (staff === null) throw new Error(`${route.path} is served to nobody in particular`);
      const made = await reading(request, reply, (db) =>
        make(staff, request.query as QueryOf<R>, db, request.params as ParamsOf<R>),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(
          typeof made === 'string' ? made : Readable.from(readingPieces(request, reply, made), { highWaterMark: 1 }),
        );
    },
  });
}

import { Readable } from 'node:stream';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { exportOrdersRoute } from '#contract/order-export.ts';
import { orderSummaryCsvRoute, orderSummaryRoute } from '#contract/order-summary.ts';
import type { QueryOf } from '#contract/route.ts';
import { admit } from '#server/http/admit.ts';
import { contextOf, serve } from '#server/http/serve.ts';
import { success } from '#server/http/success.ts';
import type { Staff } from '#server/http/session.ts';
import { exportOrders } from './export.ts';
import { filterOf } from './order-filter.ts';
import { summarize, summaryCsv } from './summary.ts';

type CsvRoute = typeof exportOrdersRoute | typeof orderSummaryCsvRoute;

/** Serves a call that answers `text/csv`, as a file of that name. */
function serveCsv<R extends CsvRoute>(
  app: FastifyInstance,
  route: R,
  file: string,
  make: (staff: Staff, query: QueryOf<R>) => Promise<string | Readable>,
): void {
  const { method, path, summary, tags, query } = route;
  app.route({
    method: method satisfies HTTPMethods,
    url: path,
    schema: { summary, tags, querystring: query, security: [{ session: [] }] },
    onRequest: admit(route),
    handler: async (request, reply) => {
      const { staff } = contextOf<typeof exportOrdersRoute>(request, reply);
      const made = await make(staff, request.query as QueryOf<R>);
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(made);
    },
  });
}

/** Orders as a whole: summary and export. */
export function registerOrderReports(app: FastifyInstance): void {
  const { db } = app.deps;

  serve(app, orderSummaryRoute, async ({ staff, query }) =>
    success({ data: await summarize(db, await filterOf(db, staff, query)) }),
  );

  serveCsv(app, orderSummaryCsvRoute, 'sales.csv', async (staff, query) =>
    summaryCsv(db, await filterOf(db, staff, query), query.table),
  );

  serveCsv(app, exportOrdersRoute, 'orders.csv', async (staff, query) =>
    Readable.from(exportOrders(db, await filterOf(db, staff, query), query), { highWaterMark: 1 }),
  );
}

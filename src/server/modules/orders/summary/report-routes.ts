import type { FastifyInstance } from 'fastify';
import { exportOrdersRoute } from '#contract/order-export.ts';
import { orderSummaryCsvRoute, orderSummaryRoute } from '#contract/order-summary.ts';
import { serveShared } from '#server/http/serve/serve.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { success } from '#server/http/serve/success.ts';
import { exportOrders } from '../list/export.ts';
import { filterOf } from '../list/order-filter.ts';
import { sightOf } from '../visible.ts';
import { summarize, summaryCsv } from './summary.ts';

/** Orders as a whole: summary and export. */
export function registerOrderReports(app: FastifyInstance): void {
  serveShared(
    app,
    orderSummaryRoute,
    ({ staff }) => sightOf(staff),
    async ({ db, staff, query }) => success({ data: await summarize(db, await filterOf(db, staff, query)) }),
  );

  serveCsv(app, orderSummaryCsvRoute, 'sales.csv', async (staff, query, db) =>
    summaryCsv(db, await filterOf(db, staff, query), query.table),
  );

  serveCsv(app, exportOrdersRoute, 'orders.csv', async (staff, query, db) =>
    exportOrders(db, await filterOf(db, staff, query), query),
  );
}

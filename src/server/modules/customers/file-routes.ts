import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  exportCustomersRoute,
  exportPersonPdfRoute,
  exportPersonRoute,
  importCustomersRoute,
  type PersonFile,
  previewCustomerImportRoute,
} from '#contract/customer-files.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { admit } from '#server/http/guard/admit.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { contextOf, declared, encode, serve, serveWrite } from '#server/http/serve/serve.ts';
import { serveCsv } from '#server/http/serve/serve-csv.ts';
import { servePdf } from '#server/http/serve/serve-pdf.ts';
import { JSON_TYPE, success } from '#server/http/serve/success.ts';
import { exportCustomers } from './export/list-csv.ts';
import { drawPerson } from './export/person-pdf.ts';
import { personFileOf } from './export/person.ts';
import { importCustomers, previewImport } from './import/import.ts';

/** Customers as files: one person's data, the list, and imports. */
export function registerCustomerFiles(app: FastifyInstance): void {
  // Both read, and write down who has read.
  const personFile = (staff: Staff, id: number): Promise<PersonFile> =>
    inTransaction(app.deps.db, (tx) => personFileOf(tx, app.deps.secrets, staff, id, new Date()));

  app.route({
    ...declared(exportPersonRoute),
    onRequest: admit(exportPersonRoute),
    handler: async (request, reply) => {
      const { staff, params } = contextOf<typeof exportPersonRoute>(request, reply);
      const file = await personFile(staff, params.id);
      return reply
        .type(JSON_TYPE)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="customer-${file.customer.id}.json"`)
        .send(encode(exportPersonRoute, success({ data: file })));
    },
  });
  servePdf(app, exportPersonPdfRoute, async ({ staff, params }) => {
    const file = await personFile(staff, params.id);
    return { name: `customer-${file.customer.id}`, draw: () => drawPerson(file, staff.timeZone) };
  });

  serveCsv(app, exportCustomersRoute, 'customers.csv', (staff, query) =>
    Promise.resolve(Readable.from(exportCustomers(app.deps, staff, query))),
  );

  serve(app, previewCustomerImportRoute, async ({ db, body }) =>
    success({ data: await previewImport(db, app.deps.secrets, body, new Date()) }),
  );

  serveWrite(app, importCustomersRoute, async ({ tx, staff, body, emit }) => {
    const data = await importCustomers(tx, app.deps.secrets, staff, body, new Date());
    if (data.created > 0) emit({ type: 'customers', customer_id: 0 });
    return success({ data });
  });
}

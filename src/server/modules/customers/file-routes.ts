import type { FastifyInstance } from 'fastify';
import {
  exportCustomersRoute,
  exportPersonPdfRoute,
  exportPersonRoute,
  importCustomersRoute,
  type PersonFile,
  previewCustomerImportRoute,
} from '#contract/customer-files.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database } from '#server/db/pool.ts';
import { admit } from '#server/http/guard/admit.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { reading } from '#server/http/serve/reading.ts';
import { contextOf, declared, encode, serve, servePreparedWrite, writtenInLine } from '#server/http/serve/serve.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { servePdf } from '#server/http/serve/send/serve-pdf.ts';
import { JSON_TYPE, success } from '#server/http/serve/success.ts';
import { exportCustomers } from './export/list-csv.ts';
import { drawPerson } from './export/person-pdf.ts';
import { personFileOf } from './export/person.ts';
import { customerFileOf, importCustomers, previewImport } from './import/import.ts';

/** Customers as files: one person's data, the list, and imports. */
export function registerCustomerFiles(app: FastifyInstance): void {
  /** Reads the file, and records who has read it before it is sent. */
  const personFile = async (reads: Database, staff: Staff, id: number): Promise<PersonFile> => {
    const file = await reads
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => personFileOf(tx, app.deps.secrets, id, new Date()));
    await writtenInLine(app.deps.db, (tx) =>
      recordChange(tx, staff, { action: 'customer_exported', entity: 'user', entityId: id }),
    );
    return file;
  };

  app.route({
    ...declared(exportPersonRoute),
    onRequest: admit(exportPersonRoute),
    handler: async (request, reply) => {
      const { staff, params } = contextOf<typeof exportPersonRoute>(request, reply);
      const file = await reading(request, reply, (db) => personFile(db, staff, params.id));
      return reply
        .type(JSON_TYPE)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="customer-${file.customer.id}.json"`)
        .send(encode(exportPersonRoute, success({ data: file })));
    },
  });
  servePdf(app, exportPersonPdfRoute, async ({ db, staff, params }) => {
    const file = await personFile(db, staff, params.id);
    return { name: `customer-${file.customer.id}`, draw: () => drawPerson(file, staff.timeZone) };
  });

  serveCsv(app, exportCustomersRoute, 'customers.csv', (staff, query) =>
    Promise.resolve(exportCustomers(app.deps, staff, query)),
  );

  serve(app, previewCustomerImportRoute, async ({ db, body }) =>
    success({ data: await previewImport(db, app.deps.secrets, body, new Date()) }),
  );

  servePreparedWrite(
    app,
    importCustomersRoute,
    ({ body }) => customerFileOf(body, new Date()),
    async ({ tx, staff, body, emit }, file) => {
      const data = await importCustomers(tx, app.deps.secrets, staff, body, file);
      if (data.created > 0) emit({ type: 'customers', customer_id: 0 });
      return success({ data });
    },
  );
}

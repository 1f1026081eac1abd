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
import {
  contextOf,
  declared,
  encode,
  type ReadContext,
  serve,
  servePreparedWrite,
  writtenInLine,
} from '#server/http/serve/serve.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { servePdf } from '#server/http/serve/send/serve-pdf.ts';
import { JSON_TYPE, success } from '#server/http/serve/success.ts';
import { exportCustomers } from './export/list-csv.ts';
import { isUsed, recordBirthDateSearch, requireIdentityReader } from './birth-date-guard.ts';
import { drawPerson } from './export/person-pdf.ts';
import { personFileOf } from './export/person.ts';
import { customerFileOf, foundByBirthDate, importCustomers, previewImport } from './import/import.ts';
import type { CustomerFile } from './import/read.ts';

/** Customers as files: one person's data, the list, and imports. */
export function registerCustomerFiles(app: FastifyInstance): void {
  const personFile = (reads: Database, staff: Staff, id: number): Promise<PersonFile> =>
    reads
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => personFileOf(tx, app.deps.secrets, staff, id, new Date()));
  /** Records who reads a file, when it is made and before it is sent. */
  const recordReader = (staff: Staff, id: number): Promise<void> =>
    writtenInLine(app.deps.db, (tx) =>
      recordChange(tx, staff, { action: 'customer_exported', entity: 'user', entityId: id }),
    );

  app.route({
    ...declared(exportPersonRoute),
    onRequest: admit(exportPersonRoute),
    handler: async (request, reply) => {
      const { staff, params } = contextOf<typeof exportPersonRoute>(request, reply);
      const file = await reading(request, reply, async (db) => {
        const read = await personFile(db, staff, params.id);
        await recordReader(staff, params.id);
        return read;
      });
      return reply
        .type(JSON_TYPE)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="customer-${file.customer.id}.json"`)
        .send(encode(exportPersonRoute, success({ data: file })));
    },
  });
  servePdf(app, exportPersonPdfRoute, async ({ db, staff, params }) => {
    const file = await personFile(db, staff, params.id);
    const draw = async () => {
      const pdf = await drawPerson(file, staff.timeZone);
      await recordReader(staff, params.id);
      return pdf;
    };
    return { name: `customer-${file.customer.id}`, draw };
  });

  serveCsv(app, exportCustomersRoute, 'customers.csv', async (staff, query) => {
    if (query.identity === true) requireIdentityReader(staff, 'An export with birth dates and licence numbers');
    return exportCustomers(app.deps, staff, query);
  });

  /** Writes that an import compared birth dates, and whom they found. In its own transaction, because a refused import leaves nothing. */
  const comparedBirthDates = async (
    reads: Database,
    staff: Staff,
    file: CustomerFile,
    key?: unknown,
  ): Promise<void> => {
    const found = await foundByBirthDate(reads, app.deps.secrets, staff, file);
    if (found === null) return;
    await writtenInLine(app.deps.db, async (tx) => {
      // A repeated import would find the customers that it made itself.
      if (!(await isUsed(tx, key))) await recordBirthDateSearch(tx, staff, found);
    });
  };

  serve(app, previewCustomerImportRoute, async ({ db, staff, body }) => {
    const file = await customerFileOf(body, new Date());
    await comparedBirthDates(db, staff, file);
    return success({ data: await previewImport(db, app.deps.secrets, staff, body, file) });
  });

  const prepare = async ({
    db,
    staff,
    body,
    request,
  }: ReadContext<typeof importCustomersRoute>): Promise<CustomerFile> => {
    const file = await customerFileOf(body, new Date());
    await comparedBirthDates(db, staff, file, request.headers['idempotency-key']);
    return file;
  };
  servePreparedWrite(app, importCustomersRoute, prepare, async ({ tx, staff, body, emit }, file) => {
    const data = await importCustomers(tx, app.deps.secrets, staff, body, file);
    if (data.created > 0) emit({ type: 'customers', customer_id: 0 });
    return success({ data });
  });
}

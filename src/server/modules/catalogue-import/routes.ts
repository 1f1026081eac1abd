import type { FastifyInstance } from 'fastify';
import {
  cancelProductImportRoute,
  exportProductsRoute,
  importProductsRoute,
  previewProductImportRoute,
} from '#contract/catalogue-files.ts';
import { MAX_INCLUDED, toQuantity } from '#contract/wire.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { csvLine } from '#domain/csv.ts';
import { toMilli } from '#domain/quantity.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { serve, servePreparedWrite } from '#server/http/serve/serve.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { success } from '#server/http/serve/success.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { tellTaxes } from '../catalogue/service.ts';
import { exportCatalogue } from './exports/export.ts';
import type { Problem } from './findings.ts';
import type { CatalogueFile } from './read/read-file.ts';
import { RunningImports } from './running-imports.ts';
import { importCatalogue, importInto, type ImportOptions, type ImportReport, readForImport } from './service.ts';

/** More rows take longer than a request may: they are imported at the command line, or in parts. Rule: catalogue/imports-in-the-app. */
const MOST_ROWS = 20_000;
const SHOWN = 200;

type Body = BodyOf<typeof importProductsRoute>;

function optionsOf(staff: Staff, body: Body, dryRun: boolean): ImportOptions {
  return {
    fileName: body.file_name,
    source: body.source,
    locationId: locationToWrite(staff, body.location_id),
    dryRun,
    actorId: staff.id,
    permissions: staff.permissions,
    mapping: body.mapping ?? {},
    mostRows: MOST_ROWS,
  };
}

/** @throws Refusal `not_valid` for a file that is too long */
async function fileOf(bytes: Uint8Array, options: ImportOptions): Promise<CatalogueFile> {
  const file = await readForImport(bytes, options);
  if (file.rowCount > MOST_ROWS) {
    throw new Refusal('not_valid', `The file has ${file.rowCount} rows; import at most ${MOST_ROWS} at a time.`);
  }
  return file;
}

const countsOf = ({ counts, skipped }: ImportReport) => ({
  created: counts.created,
  updated: counts.updated,
  unchanged: counts.unchanged,
  skipped: skipped.length,
  stock_set: counts.stockSet,
});

function toPreview(report: ImportReport): ReplyOf<typeof previewProductImportRoute>['data'] {
  const { file, problems } = report;
  return {
    encoding: file.encoding,
    header: [...file.header],
    guessed: { ...file.guessed },
    own: file.isOwn,
    rows: file.rowCount,
    location_name: report.locationName,
    ...countsOf(report),
    stock_left: report.counts.stockLeft,
    stock_missing: report.counts.stockMissing,
    price_missing: report.counts.priceMissing,
    price_cleared: report.counts.priceCleared,
    new_categories: [...report.newCategories],
    changes: report.changed.slice(0, SHOWN).map(({ stockMilli, fields, ...item }) => ({
      ...item,
      fields: [...fields],
      stock: stockMilli === null ? null : toQuantity(toMilli(stockMilli)),
    })),
    notes: report.notes.slice(0, SHOWN).map((note) => ({ ...note })),
    left_out: report.skipped.slice(0, SHOWN).map(({ line, name, reason }) => ({ line, name, reason })),
    bad: new Set(problems.flatMap(({ line }) => (line === null || line === 1 ? [] : [line]))).size,
    problems: problems.slice(0, SHOWN).map((problem) => ({ ...problem })),
    bad_rows: badRowsOf(file, problems),
  };
}

/** The rows with problems as they are in the file, with the reasons in front; defused, for it is opened in a spreadsheet. */
function badRowsOf({ header, rows }: ImportReport['file'], problems: readonly Problem[]): string {
  const reasons = new Map<number | null, string[]>();
  for (const { line, column, reason } of problems) {
    reasons.set(line, [...(reasons.get(line) ?? []), column === null ? reason : `${column}: ${reason}`]);
  }
  const lines = rows.flatMap(({ line, cells }) => {
    const said = reasons.get(line);
    return said === undefined ? [] : [csvLine([`Line ${line}: ${said.join('; ')}`, ...cells.slice(0, header.length)])];
  });
  return lines.length === 0 ? '' : [csvLine(['Problem', ...header]), ...lines].join('');
}

/** The catalogue as a file. Rules: catalogue/exports, catalogue/imports-in-the-app. */
export function registerCatalogueFiles(app: FastifyInstance): void {
  serveCsv(app, exportProductsRoute, 'products.csv', ({ locationId }, _query, db) =>
    Promise.resolve(exportCatalogue(db, { locationId, origin: app.deps.config.publicUrl ?? '' })),
  );

  serve(app, previewProductImportRoute, async ({ db, staff, body }) => {
    const bytes = Buffer.from(body.file, 'base64');
    const options = optionsOf(staff, body, true);
    const report = await importCatalogue(db, bytes, options, await fileOf(bytes, options));
    return success({ data: toPreview(report) });
  });

  const running = new RunningImports(app.deps.live);
  app.addHook('preClose', () => Promise.resolve(running.close()));
  serve(app, cancelProductImportRoute, ({ staff, body: { key } }) => {
    running.cancel({ userId: staff.id, key });
    return Promise.resolve(success({}));
  });

  servePreparedWrite(
    app,
    importProductsRoute,
    async ({ staff, body, request }) => {
      const bytes = Buffer.from(body.file, 'base64');
      const followed = running.follow({ userId: staff.id, key: String(request.headers['idempotency-key']) });
      const options = { ...optionsOf(staff, body, false), ...followed };
      return { bytes, options, file: await fileOf(bytes, options) };
    },
    async ({ tx, emit }, { bytes, options, file }) => {
      const report = await importInto(tx, bytes, file, options);
      if (report.problems.length > 0) {
        const { bad, problems } = toPreview(report);
        throw new Refusal('import_not_clean', 'Rows of the file have problems. Nothing was imported.', {
          details: { bad, problems },
        });
      }
      const { productIds, newCategories } = report;
      const isFew = productIds.length <= MAX_INCLUDED && newCategories.length === 0;
      if (productIds.length > 0)
        emit(isFew ? { type: 'catalogue', product_ids: [...productIds] } : { type: 'catalogue' });
      if (newCategories.length > 0) await tellTaxes(tx, emit);
      return success({ data: countsOf(report) });
    },
  );
}

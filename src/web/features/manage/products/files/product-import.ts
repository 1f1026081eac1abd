import { type importProductsRoute, previewProductImportRoute } from '#contract/catalogue-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { type FileImport, IMPORT_TIMEOUT_MS } from '#web/entities/file-import/file-import.ts';
import { ImportProgress } from './import-progress.tsx';
import { IMPORT_SUBJECT, importProductsCommand, itemsWords, type SentImport } from './import-command.ts';

/** The file's header for each header of a WooCommerce export; '' for none. */
export type Mapping = Readonly<Record<string, string>>;

export type Plan = ReplyOf<typeof previewProductImportRoute>['data'];

export const PRODUCT_IMPORT: FileImport<Mapping, Plan, typeof importProductsRoute, SentImport> = {
  title: 'Import products',
  from: 'From a CSV file that was exported here or by WooCommerce.',
  reading: 'Reading the file and comparing it with your products...',
  asItIs: {},
  command: importProductsCommand,
  subject: IMPORT_SUBJECT,
  previewKey: queryKeys.productImport,
  preview: ({ base64, name }, mapping, signal) =>
    call(previewProductImportRoute, {
      body: { file: base64, file_name: name, mapping },
      signal,
      timeoutMs: IMPORT_TIMEOUT_MS,
    }),
  count: ({ created, updated }) => created + updated,
  countSent: ({ items }) => items,
  words: itemsWords,
  Progress: ImportProgress,
  toSend: ({ name, base64 }, mapping, items) => ({
    title: `Import of ${itemsWords(items)}`,
    memo: { fileName: name, items },
    body: { file: base64, file_name: name, mapping },
  }),
};

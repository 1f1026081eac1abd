import { type ImportField, type importCustomersRoute, previewCustomerImportRoute } from '#contract/customer-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { type FileImport, IMPORT_TIMEOUT_MS } from '#web/entities/file-import/file-import.ts';
import { IMPORT_SUBJECT, importCommand, type SentImport } from './import-command.ts';
import { customersWords } from './import-words.ts';

export interface ImportChoice {
  /** Columns chosen by hand; '' for a field that the file does not have. The server guesses the others. */
  readonly mapping: Partial<Record<ImportField, string>>;
  readonly onMatch: 'refuse' | 'skip' | 'create';
}

export type Plan = ReplyOf<typeof previewCustomerImportRoute>['data'];

export const CUSTOMER_IMPORT: FileImport<ImportChoice, Plan, typeof importCustomersRoute, SentImport> = {
  title: 'Import customers',
  from: 'From a CSV file, as other shops and spreadsheets write it.',
  reading: 'Reading the file and comparing it with your customers...',
  asItIs: { mapping: {}, onMatch: 'refuse' },
  command: importCommand,
  subject: IMPORT_SUBJECT,
  previewKey: queryKeys.customerImport,
  preview: ({ base64 }, { mapping, onMatch }, signal) =>
    call(previewCustomerImportRoute, {
      body: { file: base64, mapping, on_match: onMatch },
      signal,
      timeoutMs: IMPORT_TIMEOUT_MS,
    }),
  count: ({ create }) => create,
  countSent: ({ create }) => create,
  words: customersWords,
  toSend: ({ name, base64 }, { mapping, onMatch }, create) => ({
    title: `Import of ${customersWords(create)}`,
    memo: { fileName: name, create },
    body: { file: base64, mapping, on_match: onMatch },
  }),
};

import { z } from 'zod';
import { importCustomersRoute } from '#contract/customer-files.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { IMPORT_TIMEOUT_MS } from '#web/entities/file-import/file-import.ts';
import { importedWords } from './import-words.ts';

/** Only one import can be open at a time. */
export const IMPORT_SUBJECT = 'import of customers';

const memo = z.object({ fileName: z.string(), create: z.int() });
export type SentImport = z.output<typeof memo>;

/** Imports a file: all rows or none. The browser drops its copy of the file once the answer is known. */
export const importCommand: CommandDefinition<typeof importCustomersRoute, SentImport> = {
  kind: 'customers-import',
  route: importCustomersRoute,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  personal: true,
  timeoutMs: IMPORT_TIMEOUT_MS,
  onOutcome(outcome, command, watched) {
    fetchAgain('customers');
    tellOutcome(outcome, command, watched, {
      done: ({ data }) => importedWords(data),
      again: 'Choose the file again to see why.',
    });
  },
};

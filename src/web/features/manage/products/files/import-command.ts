import { z } from 'zod';
import { importProductsRoute } from '#contract/catalogue-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { IMPORT_TIMEOUT_MS } from '#web/entities/file-import/file-import.ts';

/** Only one import can be open at a time. */
export const IMPORT_SUBJECT = 'import of products';

/** "1 item", "1,204 items": products and variations. */
export const itemsWords = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;

function importedWords({ created, updated }: ReplyOf<typeof importProductsRoute>['data']): string {
  return `Imported: ${created.toLocaleString('en-US')} added, ${updated.toLocaleString('en-US')} changed`;
}

const memo = z.object({ fileName: z.string(), items: z.int() });
export type SentImport = z.output<typeof memo>;

/** Imports a file of products: all rows or none. Rule: catalogue/imports-in-the-app. */
export const importProductsCommand: CommandDefinition<typeof importProductsRoute, SentImport> = {
  kind: 'products-import',
  route: importProductsRoute,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  timeoutMs: IMPORT_TIMEOUT_MS,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') fetchAgain('catalogue');
    tellOutcome(outcome, command, watched, {
      done: ({ data }) => importedWords(data),
      again: 'Choose the file again to see why.',
    });
  },
};

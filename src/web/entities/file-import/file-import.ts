import type { ComponentType } from 'react';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import type { Route } from '#contract/route.ts';
import type { CommandDefinition, NewCommand } from '#web/api/commands/definition.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import type { ChosenFile } from '#web/ui/files/chosen-file.ts';
import type { FilePlan } from '#web/ui/files/import-parts.tsx';

/** Importing 20,000 rows can take a minute on a small machine. */
export const IMPORT_TIMEOUT_MS = 120_000;

/** An import of CSV files. `Choice` is what somebody chooses beside the file, `Plan` what the server would do. */
export interface FileImport<Choice, Plan extends FilePlan, R extends Route, Memo extends { fileName: string }> {
  readonly title: string;
  /** Where such files come from. */
  readonly from: string;
  /** Shown while the first preview runs. */
  readonly reading: string;
  /** The choices for a file that was just chosen. */
  readonly asItIs: Choice;
  readonly command: CommandDefinition<R, Memo>;
  readonly subject: string;
  /** Not below the key of the records, because every sale would then compare all rows again. */
  readonly previewKey: QueryKey;
  readonly preview: (file: ChosenFile, choice: Choice, signal: AbortSignal) => Promise<{ data: Plan }>;
  /** The number of records that would be written. */
  readonly count: (plan: Plan) => number;
  readonly countSent: (memo: Memo) => number;
  /** "12 customers". */
  readonly words: (count: number) => string;
  /** Shown while the import has no answer, where the server tells how far it is. */
  readonly Progress?: ComponentType<{ command: CommandRecord }>;
  readonly toSend: (file: ChosenFile, choice: Choice, count: number) => Omit<NewCommand<R, Memo>, 'subject'>;
}

/** Previews an import without saving. A changed choice cancels the running preview and starts another. */
export function useFilePreview<Choice, Plan extends FilePlan>(
  { previewKey, preview }: Pick<FileImport<Choice, Plan, Route, never>, 'previewKey' | 'preview'>,
  file: ChosenFile | null,
  choice: Choice,
) {
  return useQuery({
    queryKey: [...previewKey, file?.number ?? null, choice],
    queryFn: ({ signal }) => (file ? preview(file, choice, signal) : Promise.reject(new Error('no file is chosen'))),
    select: ({ data }) => data,
    enabled: file !== null,
    // Keeps the plan of the same file only.
    placeholderData: (before, query) =>
      file && query?.queryKey[previewKey.length] === file.number ? keepPreviousData(before) : undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

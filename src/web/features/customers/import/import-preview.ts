import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ImportField, previewCustomerImportRoute } from '#contract/customer-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { ChosenFile } from '#web/ui/files/chosen-file.ts';
import { IMPORT_TIMEOUT_MS } from './import-command.ts';

export interface ImportChoice {
  /** Columns chosen by hand; '' for a field that the file does not have. The server guesses the others. */
  readonly mapping: Partial<Record<ImportField, string>>;
  readonly onMatch: 'refuse' | 'skip' | 'create';
}

export type Plan = ReplyOf<typeof previewCustomerImportRoute>['data'];

/** Previews the import. A changed choice cancels the running preview and starts another. */
export function useImportPreview(file: ChosenFile | null, { mapping, onMatch }: ImportChoice) {
  return useQuery({
    // Not under the customers' key, because every sale would then compare all rows again.
    queryKey: [...queryKeys.customerImport, file?.number ?? null, mapping, onMatch],
    queryFn: ({ signal }) =>
      call(previewCustomerImportRoute, {
        body: { file: file?.base64 ?? '', mapping, on_match: onMatch },
        signal,
        timeoutMs: IMPORT_TIMEOUT_MS,
      }),
    select: ({ data }) => data,
    enabled: file !== null,
    // Keeps the plan of the same file only.
    placeholderData: (before, query) =>
      file && query?.queryKey[1] === file.number ? keepPreviousData(before) : undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewProductImportRoute } from '#contract/catalogue-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { ChosenFile } from '#web/ui/files/chosen-file.ts';
import { IMPORT_TIMEOUT_MS } from './import-command.ts';

/** The file's header for each header of a WooCommerce export; '' for none. */
export type Mapping = Readonly<Record<string, string>>;

export type Plan = ReplyOf<typeof previewProductImportRoute>['data'];

/** Tries the import without saving. A changed choice cancels the running preview and starts another. */
export function useImportPreview(file: ChosenFile | null, mapping: Mapping) {
  return useQuery({
    // Separate from the products' key, because every sale would then compare all rows again.
    queryKey: [...queryKeys.productImport, file?.number ?? null, mapping],
    queryFn: ({ signal }) =>
      call(previewProductImportRoute, {
        body: { file: file?.base64 ?? '', file_name: file?.name ?? '', mapping },
        signal,
        timeoutMs: IMPORT_TIMEOUT_MS,
      }),
    select: ({ data }) => data,
    enabled: file !== null,
    // Keeps the earlier plan of the same file only.
    placeholderData: (before, query) =>
      file && query?.queryKey[1] === file.number ? keepPreviousData(before) : undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ImportField, previewCustomerImportRoute } from '#contract/customer-files.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { ChosenFile } from './chosen-file.ts';
import { IMPORT_TIMEOUT_MS } from './import-command.ts';

export interface ImportChoice {
  /** Columns that were chosen by hand; '' for a field that the file does not have. The others are recognised. */
  readonly mapping: Partial<Record<ImportField, string>>;
  readonly onMatch: 'refuse' | 'skip' | 'create';
}

export type Plan = ReplyOf<typeof previewCustomerImportRoute>['data'];

/** Each chosen file has a number: its text is far too long for a key. */
const numbers = new WeakMap<ChosenFile, number>();
let last = 0;

function numberOf(file: ChosenFile): number {
  const number = numbers.get(file) ?? (last += 1);
  numbers.set(file, number);
  return number;
}

/** What the import would do. It is asked again when a choice changes; what was asked before is called off. */
export function useImportPreview(file: ChosenFile | null, { mapping, onMatch }: ImportChoice) {
  return useQuery({
    // Not below the customers: every sale of a shop would have twenty thousand rows compared anew.
    queryKey: [...queryKeys.customerImport, file && numberOf(file), mapping, onMatch],
    queryFn: ({ signal }) =>
      call(previewCustomerImportRoute, {
        body: { file: file?.base64 ?? '', mapping, on_match: onMatch },
        signal,
        timeoutMs: IMPORT_TIMEOUT_MS,
      }),
    select: ({ data }) => data,
    enabled: file !== null,
    // Of the same file only: the plan of another one would be read as this one's.
    placeholderData: (before, query) =>
      file && query?.queryKey[1] === numberOf(file) ? keepPreviousData(before) : undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

import { useQuery } from '@tanstack/react-query';
import {
  changeReceiptSettingsRoute,
  receiptSettingsRoute,
  type StoredLogo,
  storeLogoRoute,
} from '#contract/receipts.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { formCommand } from '../form/record-form.ts';

export function useReceiptSettings() {
  return useQuery({
    queryKey: queryKeys.receipts,
    queryFn: ({ signal }) => call(receiptSettingsRoute, { signal }),
    staleTime: 0,
  });
}

/** Logos chosen here that no saved settings use yet. */
const useChosen = perOwner<Readonly<Record<string, StoredLogo>>>(() => ({}));

/** Finds a logo by its hash, among those in use and those chosen here. */
export function useLogo(hash: string, inUse: readonly StoredLogo[]): StoredLogo | null {
  const chosen = useChosen((logos) => logos[hash]);
  return chosen ?? inUse.find((logo) => logo.hash === hash) ?? null;
}

/** Stores a logo once and returns its hash. @throws CallError */
export async function storeLogo(file: string): Promise<string> {
  const { data } = await call(storeLogoRoute, { body: { file } });
  useChosen.setState({ [data.hash]: data });
  return data.hash;
}

export const receiptSettingsCommand = formCommand('receipt-settings', changeReceiptSettingsRoute, {
  stale: 'receipts',
  done: () => 'Receipts are saved',
});

import { forgetReads } from '#web/api/call/call.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { tell } from '#web/ui/layers/prompts.tsx';

export const useRefresh = perOwner<{ refreshing: boolean; refreshedAt: Date }>(() => ({
  refreshing: false,
  refreshedAt: new Date(),
}));

/** Fetches again what is on the screen. Rule: workspace/refresh. */
export async function refresh(): Promise<void> {
  if (useRefresh.getState().refreshing) return;
  useRefresh.setState({ refreshing: true });
  try {
    forgetReads();
    await queryClient.invalidateQueries({}, { throwOnError: true });
    useRefresh.setState({ refreshedAt: new Date() });
  } catch {
    await tell({ title: 'Refresh Error', message: 'Failed to refresh. Please try again.' });
  } finally {
    useRefresh.setState({ refreshing: false });
  }
}

import { useQuery } from '@tanstack/react-query';
import { apiKeysRoute, revokeApiKeyRoute } from '#contract/api-keys.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';

export function useApiKeys() {
  return useQuery({
    queryKey: [...queryKeys.apiKeys, 'list'],
    queryFn: async ({ signal }) => (await call(apiKeysRoute, { signal })).data,
    staleTime: 0,
  });
}

export const revokeApiKeyCommand = pressedCommand('api-key-revoke', revokeApiKeyRoute, {
  stale: 'machine',
  done: () => 'The key is revoked',
});

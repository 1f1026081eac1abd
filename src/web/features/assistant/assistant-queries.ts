import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { agentRoute, agentVersionsRoute, modelsRoute, providerRoute, sentRoute } from '#contract/assistant-settings.ts';
import { assistantRoute, toolRowsRoute } from '#contract/assistant-chat.ts';
import { draftRoute } from '#contract/assistant-drafts.ts';
import { conversationsRoute, messagesRoute } from '#contract/assistant-history.ts';
import {
  type Artifact,
  artifactRowsRoute,
  artifactVersionRoute,
  artifactVersionsRoute,
  viewArtifactRoute,
} from '#contract/artifacts.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const [ASSISTANT] = queryKeys.assistant;
const [ARTIFACTS] = queryKeys.artifacts;
const PAGE = 30;
const MESSAGES = 60;

/** Everything that the chat needs at its start: the agent, models, commands and today's usage. */
export const useAssistant = () =>
  useQuery({ queryKey: [ASSISTANT, 'status'], queryFn: ({ signal }) => call(assistantRoute, { query: {}, signal }) });

export const fetchUsageAgain = () => queryClient.invalidateQueries({ queryKey: [ASSISTANT, 'status'] });

const messagesKey = (id: number | null) => [ASSISTANT, 'messages', id];

/** The messages of a conversation: the newest page first, and within a page the oldest message first. */
export const useMessages = (id: number | null) =>
  useInfiniteQuery({
    queryKey: messagesKey(id),
    enabled: id !== null,
    queryFn: ({ pageParam, signal }) =>
      call(messagesRoute, {
        params: { id: id ?? 0 },
        query: { per_page: MESSAGES, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? (page.messages[0]?.id ?? null) : null),
  });

export const fetchMessagesAgain = (id: number) => queryClient.invalidateQueries({ queryKey: messagesKey(id) });

export const useConversations = (search: string) =>
  useInfiniteQuery({
    queryKey: [ASSISTANT, 'conversations', search],
    queryFn: ({ pageParam, signal }) =>
      call(conversationsRoute, {
        query: { page: pageParam, per_page: PAGE, ...(search !== '' && { search }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.pages ? meta.page + 1 : null),
    placeholderData: keepPreviousData,
  });

export const fetchConversationsAgain = () => queryClient.invalidateQueries({ queryKey: [ASSISTANT, 'conversations'] });

/** The present state of a draft, with the token that approves exactly this state. */
export const useDraft = (id: number) =>
  useQuery({
    queryKey: [ASSISTANT, 'draft', id],
    queryFn: ({ signal }) => call(draftRoute, { params: { id }, signal }),
  });

const AGENT = [ASSISTANT, 'agent'];
const PROVIDER = [ASSISTANT, 'provider'];

export const useAgent = () =>
  useQuery({ queryKey: AGENT, queryFn: ({ signal }) => call(agentRoute, { query: {}, signal }) });

/** Shows the settings as just saved, until they have been fetched again. */
export const keepAgent = (saved: ReplyOf<typeof agentRoute>) => queryClient.setQueryData(AGENT, saved);
export const keepProvider = (saved: ReplyOf<typeof providerRoute>) => queryClient.setQueryData(PROVIDER, saved);

export const useAgentVersions = (enabled: boolean) =>
  useQuery({
    queryKey: [ASSISTANT, 'versions'],
    enabled,
    queryFn: ({ signal }) => call(agentVersionsRoute, { signal }),
  });

export const useProvider = () =>
  useQuery({ queryKey: PROVIDER, queryFn: ({ signal }) => call(providerRoute, { signal }) });

export const useProviderModels = (enabled: boolean) =>
  useQuery({
    queryKey: [ASSISTANT, 'models'],
    enabled,
    queryFn: ({ signal }) => call(modelsRoute, { query: {}, signal, timeoutMs: 30_000 }),
  });

export const useSent = () =>
  useQuery({ queryKey: [ASSISTANT, 'sent'], queryFn: ({ signal }) => call(sentRoute, { signal }) });

/** A saved artifact with its code. Each fetch counts as a view. */
export const useArtifact = (id: number | null) =>
  useQuery({
    queryKey: [ARTIFACTS, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => call(viewArtifactRoute, { params: { id: id ?? 0 }, signal }),
    // Never fetched again by itself, because each fetch counts as a view.
    staleTime: Infinity,
  });

/** The rows of a live artifact: by the id of a saved one, or by the tool of an unsaved one. */
export const useLiveRows = (id: number | null, source: Artifact['source']) =>
  useQuery({
    queryKey: [ARTIFACTS, 'rows', id, id === null ? source : null],
    enabled: source !== null,
    queryFn: async ({ signal }) => {
      if (id !== null) return call(artifactRowsRoute, { params: { id }, query: {}, signal });
      const query = { tool: source?.tool ?? '', parameters: JSON.stringify(source?.parameters ?? {}) };
      return call(toolRowsRoute, { query, signal });
    },
    staleTime: 0,
  });

export const useVersions = (id: number) =>
  useQuery({
    queryKey: [ARTIFACTS, 'versions', id],
    queryFn: ({ signal }) => call(artifactVersionsRoute, { params: { id }, query: { per_page: 100 }, signal }),
  });

export const useVersion = (id: number, version: number | null) =>
  useQuery({
    queryKey: [ARTIFACTS, 'version', id, version],
    enabled: version !== null,
    queryFn: ({ signal }) => call(artifactVersionRoute, { params: { id, version: version ?? 0 }, signal }),
    staleTime: Infinity,
  });

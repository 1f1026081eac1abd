import { AppWindow, Building2, Library, Search } from 'lucide-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Artifact, type ARTIFACT_SCOPES, artifactsRoute } from '#contract/artifacts.ts';
import { changeSearch, openView } from '#web/api/address/address.ts';
import { call } from '#web/api/call/call.ts';
import { CallError, isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { Popover } from '#web/ui/layers/popover.tsx';
import { NearEnd } from '#web/ui/rows/near-end.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { usePausedSearch } from '#web/ui/use-debounced.ts';
import { canBeLive, labelOfType } from '../artifact/artifact-types.ts';
import { mayLeave } from '../artifact/show-new.ts';
import { relativeTime } from '../relative-time.ts';

type Scope = (typeof ARTIFACT_SCOPES)[number];
const SCOPES: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'personal', label: 'Personal' },
  { value: 'global', label: 'Global' },
];
const PAGE = 20;

/** The library of saved artifacts, reached from the bar above every view. */
export function ArtifactLibrary() {
  const [open, setOpen] = useState(false);
  async function show({ id }: Artifact) {
    setOpen(false);
    if (!(await mayLeave())) return;
    changeSearch('ai-view', { artifact: String(id) }, 'push');
    openView('ai-view');
  }
  return (
    <Popover
      title="Artifacts"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="flex h-[min(32rem,var(--available-height))] w-96 max-w-[calc(100vw-1rem)] flex-col overflow-hidden"
      trigger={
        <IconButton label="Artifacts" size="touch" tooltipSide="bottom" icon={<Library className="size-4.5" />} />
      }
    >
      <ArtifactList onShow={(artifact) => void show(artifact)} />
    </Popover>
  );
}

function useLibrary(scope: Scope, search: string) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.artifacts, 'list', scope, search],
    queryFn: ({ pageParam, signal }) =>
      call(artifactsRoute, {
        query: {
          scope,
          code: 'false',
          page: pageParam,
          per_page: PAGE,
          ...(search !== '' && { search }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.pages ? meta.page + 1 : null),
    placeholderData: keepPreviousData,
  });
}

/** Rule: ai-view/failures. */
function failureOf(error: unknown): { readonly title: string; readonly hint: string } {
  if (isCallError(error, 'reply_unexpected')) return { title: 'Invalid response format', hint: sentenceOf(error) };
  return { title: 'Failed to fetch artifacts', hint: error instanceof CallError ? error.message : '' };
}

export function ArtifactList({ onShow }: { onShow: (artifact: Artifact) => void }) {
  const [scope, setScope] = useState<Scope>('all');
  const [search, setSearch] = useState('');
  const wanted = usePausedSearch(search.trim());
  const list = useLibrary(scope, wanted);
  const artifacts = list.data?.pages.flatMap((page) => page.artifacts) ?? [];
  const failure = list.isError ? failureOf(list.error) : null;
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search artifacts"
        placeholder="Search artifacts"
        leading={<Search className="size-4" />}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ToggleGroup label="Whose" size="sm" className="mt-2" value={scope} onChange={setScope} options={SCOPES} />
      <div data-scrolls className="-mx-3 mt-2 min-h-0 grow overflow-y-auto px-3">
        {list.isPending && <LoadingPanel label="Loading artifacts..." />}
        {failure && (
          <div role="alert">
            <EmptyPanel
              title={failure.title}
              hint={failure.hint}
              action={<Button onClick={() => void list.refetch()}>Try again</Button>}
            />
          </div>
        )}
        {list.isSuccess && artifacts.length === 0 && (
          <EmptyPanel
            icon={<AppWindow aria-hidden />}
            title={wanted === '' ? 'No artifacts yet' : 'No artifacts found'}
            hint={
              wanted === ''
                ? 'Pages, charts and tables that you save in the AI view are kept here.'
                : `Nothing is named "${wanted}".`
            }
          />
        )}
        <ul className="flex flex-col gap-0.5">
          {artifacts.map((artifact) => (
            <li key={artifact.id}>
              <Entry artifact={artifact} onShow={() => onShow(artifact)} />
            </li>
          ))}
        </ul>
        <NearEnd more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage && 'Loading more...'}
        </NearEnd>
      </div>
    </>
  );
}

function Entry({ artifact, onShow }: { artifact: Artifact; onShow: () => void }) {
  const { time_zone: timeZone } = useUser();
  const {
    title,
    description,
    artifact_type: type,
    language,
    is_global: isGlobal,
    owner,
    source,
    view_count: views,
  } = artifact;
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex w-full flex-col gap-0.5 rounded-md px-2.5 py-2 text-left -outline-offset-2 hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 grow truncate text-sm font-medium text-ink">{title}</span>
        {source !== null && canBeLive(type) && <Badge tone="green">Live</Badge>}
        <Badge>{labelOfType(type, language)}</Badge>
      </span>
      <span className="truncate text-xs text-ink-2">{description}</span>
      <span className="flex items-center gap-1 text-xs text-ink-3">
        {isGlobal && <Building2 aria-label="Global" className="size-3.5" />}
        <span className="truncate">{owner}</span>
        <span aria-hidden>·</span>
        <span className="shrink-0">
          {relativeTime(artifact.updated_at, timeZone)} · {views} {views === 1 ? 'view' : 'views'}
        </span>
      </span>
    </button>
  );
}

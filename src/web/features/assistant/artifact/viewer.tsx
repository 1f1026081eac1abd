import { Download, GitFork, History, MoreHorizontal, RefreshCw, Save, Trash2, X } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Artifact } from '#contract/artifacts.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { deleteArtifactCommand, forkArtifactCommand } from '../assistant-commands.ts';
import { assistantAddress } from '../assistant-address.ts';
import { useLiveRows } from '../assistant-queries.ts';
import { CopyButton } from '../copy-button.tsx';
import type { PictureTaker } from './artifact-frame.tsx';
import { extensionOf, labelOfType } from './artifact-types.ts';
import { Preview } from './preview.tsx';
import { mayLeave } from './show-new.ts';
import { closeArtifact, edit, showTab, useWorkbench, type WorkingCopy } from './workbench-state.ts';

const CodeEditor = lazyPart(async () => (await import('./code/code-editor.tsx')).CodeEditor);
const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog);
const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);

/** The delay between the end of the code and its preview. Rule: ai-view/times. */
const PREVIEW_AFTER_MS = 500;

/** Shows the preview shortly after the last of the code has arrived. */
function usePreviewAfterArrival(isArriving: boolean): void {
  const arrived = useRef(false);
  useEffect(() => {
    if (isArriving) arrived.current = true;
    if (isArriving || !arrived.current) return;
    const timer = window.setTimeout(() => {
      arrived.current = false;
      showTab('preview');
    }, PREVIEW_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [isArriving]);
}

interface ViewerProps {
  copy: WorkingCopy;
  /** The saved artifact; null for one that was never saved. */
  saved: Artifact | null;
  taker: Ref<PictureTaker>;
  /** Drawn over the content. */
  overlay: ReactNode;
}

/** An artifact: its code, its preview and the actions on it. */
export function Viewer({ copy, saved, taker, overlay }: ViewerProps) {
  const tab = useWorkbench((state) => state.tab);
  const [dialog, setDialog] = useState<'save' | 'versions' | null>(null);
  const isLive = copy.source !== null;
  const rows = useLiveRows(saved?.id ?? null, copy.isArriving ? null : copy.source);
  const card = rows.data?.card;
  // The same object while the rows are the same, because a new object draws the artifact again.
  const found = card?.rows;
  const data = useMemo(() => (found ? { rows: found } : null), [found]);
  const isWaiting = isLive && data === null && rows.isPending;
  usePreviewAfterArrival(copy.isArriving);
  const title = copy.title || 'Untitled';
  const mayEdit = saved === null || saved.may_edit;

  return (
    <section aria-label={`Artifact ${title}`} className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-12 shrink-0 items-center gap-1 border-b border-line bg-panel px-3 py-1.5 max-sm:flex-wrap max-sm:gap-0.5">
        <div className="mr-1 flex min-w-0 grow items-center gap-2 overflow-hidden max-sm:basis-full">
          <h2 title={title} className="min-w-16 truncate text-sm font-semibold">
            {title}
          </h2>
          {/* Where there is little room, the type gives way. */}
          <Badge className={cx((copy.isArriving || copy.isEdited) && 'max-xl:hidden')}>
            {labelOfType(copy.type, copy.language)}
          </Badge>
          {copy.isArriving && <Badge tone="blue">Writing...</Badge>}
          {copy.isEdited && <Badge tone="yellow">Not saved</Badge>}
        </div>
        <ToggleGroup
          label="Show"
          size="sm"
          value={tab}
          onChange={showTab}
          options={[
            { value: 'code', label: 'Code' },
            { value: 'preview', label: 'Preview', disabled: copy.isArriving },
          ]}
        />
        <CopyButton what="code" text={copy.code} />
        {saved && (
          <IconButton label="Versions" icon={<History className="size-4" />} onClick={() => setDialog('versions')} />
        )}
        <MoreMenu copy={copy} saved={saved} />
        <Button
          variant={copy.isEdited || saved === null ? 'primary' : 'secondary'}
          icon={<Save aria-hidden className="size-4" />}
          disabled={copy.isArriving || copy.code.trim() === ''}
          onClick={() => setDialog('save')}
        >
          <span className="max-sm:sr-only">{mayEdit ? 'Save' : 'Save a copy'}</span>
        </Button>
        <IconButton
          label="Close artifact"
          icon={<X className="size-4" />}
          onClick={() => void mayLeave().then((may) => may && closeArtifact())}
        />
      </div>
      {isLive && !copy.isArriving && <LiveBar rows={rows} />}
      <div className="relative min-h-0 grow">
        {tab === 'code' ? (
          <Suspense fallback={<LoadingPanel label="Loading code..." />}>
            <CodeEditor
              label={`Code of ${title}`}
              code={copy.code}
              type={copy.type}
              language={copy.language}
              {...(!copy.isArriving && { onChange: (code: string) => code !== copy.code && edit({ code }) })}
            />
          </Suspense>
        ) : isWaiting ? (
          // A live artifact is drawn once its rows have arrived.
          <LoadingPanel label="Loading its rows..." />
        ) : (
          <Preview type={copy.type} language={copy.language} title={title} code={copy.code} data={data} taker={taker} />
        )}
        {overlay}
      </div>
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveDialog copy={copy} saved={mayEdit ? saved : null} onClose={() => setDialog(null)} />}
        {dialog === 'versions' && saved && <VersionsDialog artifact={saved} onClose={() => setDialog(null)} />}
      </Suspense>
    </section>
  );
}

/** The source of a live artifact's rows, with a button to fetch them again. */
function LiveBar({ rows }: { rows: ReturnType<typeof useLiveRows> }) {
  const { time_zone: timeZone } = useUser();
  const card = rows.data?.card;
  const at = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(rows.dataUpdatedAt);
  const problem = rows.isError ? sentenceOf(rows.error) : (card?.error ?? '');
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 text-xs text-ink-2">
      <Badge tone="green">Live</Badge>
      {problem !== '' ? (
        <span role="alert" className="min-w-0 grow text-danger-ink">
          {problem}
        </span>
      ) : (
        <span className="flex min-w-0 grow">
          <span className="truncate">
            {card ? `${card.title}${card.location === '' ? '' : `, ${card.location}`} · ${at}` : 'Loading its rows...'}
          </span>
          {/* Where there is little room, the title gives way. */}
          {card && card.note !== '' && <span className="shrink-0 whitespace-pre"> · {card.note}</span>}
        </span>
      )}
      <Button
        size="sm"
        variant="ghost"
        busy={rows.isFetching}
        icon={<RefreshCw aria-hidden className="size-3.5" />}
        onClick={() => void rows.refetch()}
      >
        Refresh
      </Button>
    </div>
  );
}

function MoreMenu({ copy, saved }: { copy: WorkingCopy; saved: Artifact | null }) {
  const subject = `artifact ${saved?.id ?? 0}`;
  const forking = useCommand(forkArtifactCommand, subject, (outcome) => {
    if (outcome.kind === 'done') assistantAddress.change({ artifactId: outcome.reply.artifact.id }, 'push');
    if (outcome.kind === 'refused') toast.error(`Not copied. ${sentenceOf(outcome.error)}`);
  });
  const deleting = useCommand(deleteArtifactCommand, subject, (outcome) => {
    if (outcome.kind === 'done') closeArtifact();
    if (outcome.kind === 'refused') toast.error(`Not deleted. ${sentenceOf(outcome.error)}`);
  });
  async function remove({ id, title }: Artifact) {
    const sure = await ask({
      title: 'Delete artifact',
      message: `Are you sure you want to delete "${title}"? All its versions are deleted. This action cannot be undone.`,
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (sure) await deleting.send({ params: { id: String(id) }, memo: null, title: `Delete artifact ${title}` });
  }
  const fileName = (copy.title || 'artifact').replace(/[^\w-]+/g, '-').toLowerCase();
  return (
    <Menu align="end" trigger={<IconButton label="More" icon={<MoreHorizontal className="size-4" />} />}>
      <MenuItem
        icon={<Download className="size-4" />}
        onSelect={() =>
          saveFile(`${fileName}.${extensionOf(copy.type, copy.language)}`, copy.code, 'text/plain;charset=utf-8')
        }
      >
        Download
      </MenuItem>
      {saved && (
        <MenuItem
          icon={<GitFork className="size-4" />}
          disabled={forking.open !== null}
          onSelect={() =>
            void mayLeave().then(
              (may) =>
                may &&
                forking.send({ params: { id: String(saved.id) }, memo: null, title: `Copy artifact ${saved.title}` }),
            )
          }
        >
          Fork
        </MenuItem>
      )}
      {saved?.may_edit === true && (
        <MenuItem
          tone="danger"
          icon={<Trash2 className="size-4" />}
          disabled={deleting.open !== null}
          onSelect={() => void remove(saved)}
        >
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

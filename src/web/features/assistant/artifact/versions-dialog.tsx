import { Suspense, useState } from 'react';
import type { Artifact, ArtifactVersion } from '#contract/artifacts.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { restoreArtifactCommand } from '../assistant-commands.ts';
import { useVersion, useVersions } from '../assistant-queries.ts';
import { relativeTime } from '../relative-time.ts';
import { mayLeave } from './show-new.ts';
import { takeRestored } from './workbench-state.ts';

const CodeEditor = lazyPart(async () => (await import('./code/code-editor.tsx')).CodeEditor);

/** Lists all saved versions with their differences from the newest one, and restores one. */
export function VersionsDialog({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const versions = useVersions(artifact.id);
  const list = versions.data?.versions ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? list.find(({ version }) => version !== artifact.version)?.version ?? null;
  const [refused, setRefused] = useState<string | null>(null);
  const restoring = useCommand(restoreArtifactCommand, `artifact ${artifact.id}`, (outcome) => {
    if (outcome.kind === 'done') {
      takeRestored(outcome.reply.artifact);
      onClose();
    }
    if (outcome.kind === 'refused') setRefused(sentenceOf(outcome.error));
  });
  async function bringBack(version: number) {
    if (!(await mayLeave())) return;
    setRefused(null);
    await restoring.send({
      params: { id: String(artifact.id) },
      body: { restore: version, version: artifact.version },
      memo: null,
      title: `Bring back version ${version} of ${artifact.title}`,
    });
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Versions of ${artifact.title}`}
      description="Green is in the newest version only, red in the chosen one only."
      footer={
        artifact.may_edit && (
          <Button
            size="touch"
            variant="primary"
            disabled={shown === null || shown === artifact.version}
            busy={restoring.open !== null}
            onClick={() => shown !== null && void bringBack(shown)}
          >
            {shown === null || shown === artifact.version ? 'Bring back' : `Bring back version ${shown}`}
          </Button>
        )
      }
    >
      {versions.isPending && <LoadingPanel label="Loading versions..." />}
      {versions.isError && (
        <ErrorPanel
          title="The versions could not be loaded"
          error={versions.error}
          onRetry={() => versions.refetch()}
        />
      )}
      {versions.isSuccess && (
        <div className="grid h-[min(30rem,60dvh)] grid-cols-[13rem_minmax(0,1fr)] gap-4">
          <VersionList versions={list} newest={artifact.version} shown={shown} onChoose={setChosen} />
          {shown === null ? (
            <EmptyPanel title="One version" hint="Saving again keeps this one." />
          ) : (
            <Difference artifact={artifact} version={shown} />
          )}
        </div>
      )}
      {refused !== null && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="version" command={restoring.open} />
    </Dialog>
  );
}

interface VersionListProps {
  versions: readonly ArtifactVersion[];
  newest: number;
  shown: number | null;
  onChoose: (version: number) => void;
}

function VersionList({ versions, newest, shown, onChoose }: VersionListProps) {
  const { time_zone: timeZone } = useUser();
  return (
    <ul className="flex flex-col gap-0.5 overflow-y-auto">
      {versions.map(({ version, saved_by, saved_at, bytes }) => (
        <li key={version}>
          <button
            type="button"
            aria-pressed={version === shown}
            onClick={() => onChoose(version)}
            className={cx(
              'w-full rounded-md px-2.5 py-1.5 text-left -outline-offset-2 hover:bg-hover',
              version === shown && 'bg-press',
            )}
          >
            <span className="block text-sm font-medium">
              Version {version}
              {version === newest && <span className="font-normal text-ink-3"> (newest)</span>}
            </span>
            <span className="block truncate text-xs text-ink-3">
              {saved_by} · {relativeTime(saved_at, timeZone)} · {(bytes / 1024).toFixed(1)} kB
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Difference({ artifact, version }: { artifact: Artifact; version: number }) {
  const former = useVersion(artifact.id, version);
  if (former.isPending) return <LoadingPanel label="Loading version..." />;
  if (former.isError)
    return <ErrorPanel title="The version could not be loaded" error={former.error} onRetry={() => former.refetch()} />;
  return (
    <div className="min-h-0 overflow-hidden rounded-md border border-line">
      <Suspense fallback={<LoadingPanel />}>
        <CodeEditor
          key={version}
          label={`Version ${version} compared with version ${artifact.version}`}
          code={artifact.code}
          type={artifact.artifact_type}
          language={artifact.language}
          comparedWith={former.data.version.code}
        />
      </Suspense>
    </div>
  );
}

import type { WireMenuConfig } from '#contract/menus.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { load } from '../draft/loading.ts';
import { useDraft } from '../draft/menu-draft.ts';
import { layoutOf, themeOf, typeOf } from '../draft/parts.ts';
import { configSubject, restoreConfigCommand } from './menu-commands.ts';
import { useVersions } from './menu-queries.ts';
import { sampleLayout } from './sample-layout.ts';
import { Thumbnail } from './thumbnail.tsx';

interface Props {
  config: WireMenuConfig;
  shelf: Shelf;
  nowMs: number;
}

/** All saved versions of a layout or theme. */
export function HistoryDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Versions of ${props.config.name}`}
      description="Restoring one makes a new version; nothing is lost."
      size={700}
    >
      <Versions {...props} />
    </Dialog>
  );
}

function Versions({ config, shelf, nowMs }: Props) {
  const versions = useVersions(config.id);
  const { time_zone: timeZone } = useUser();
  const mayEdit = useMay('edit-menus');
  const draft = useDraft();
  const isLayout = typeOf(config) === 'layout';
  const restoring = useCommand(restoreConfigCommand, configSubject(config.id), (outcome) => {
    if (outcome.kind === 'refused') toast.error(`Nothing was restored. ${sentenceOf(outcome.error)}`);
    // If the builder is based on this configuration, it shows the restored version.
    const from = isLayout ? draft.layoutFrom : draft.themeFrom;
    if (outcome.kind === 'done' && from?.id === config.id) load(outcome.reply.data);
  });
  if (versions.isPending) return <LoadingPanel label="Loading versions..." />;
  if (versions.isError)
    return <ErrorPanel title="Failed to load theme" error={versions.error} onRetry={() => void versions.refetch()} />;
  const present = versions.data[0]?.version;
  return (
    <>
      <Checking what="version" command={restoring.open} />
      <ul className="divide-y divide-line">
        {versions.data.map(({ version, name, config_data: data, saved_at: savedAt, saved_by: savedBy }) => (
          <li key={version} className="flex items-center gap-4 py-2.5">
            <div className="w-[200px] shrink-0">
              <Thumbnail
                layout={isLayout ? layoutOf(data) : sampleLayout(draft.layout, shelf)}
                theme={isLayout ? draft.theme : themeOf(data)}
                shelf={shelf}
                nowMs={nowMs}
              />
            </div>
            <div className="min-w-0 grow text-sm">
              <p className="truncate font-medium">{name}</p>
              <p className="text-ink-2">{displayInstant(savedAt, timeZone)}</p>
              {savedBy && <p className="text-ink-3">{savedBy}</p>}
            </div>
            {version === present ? (
              <Badge tone="blue">Now</Badge>
            ) : (
              mayEdit && (
                <Button
                  aria-label={`Restore version ${version} of ${displayInstant(savedAt, timeZone)}`}
                  busy={restoring.open !== null}
                  onClick={() =>
                    void restoring.send({
                      title: `Restore ${config.name}`,
                      params: { id: String(config.id) },
                      body: { restored_version: version, ...(present !== undefined && { version: present }) },
                      memo: null,
                    })
                  }
                >
                  Restore
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

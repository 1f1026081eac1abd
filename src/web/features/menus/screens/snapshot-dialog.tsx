import { Camera } from 'lucide-react';
import type { WireTvDevice } from '#contract/tv.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useSnapshot } from './screen-queries.ts';
import { presence } from './screen-words.ts';
import { useTvCommand } from './use-tv-command.ts';

/** The last picture that a screen drew of itself, and a way to ask for another. */
export function SnapshotDialog({ screen, onClose }: { screen: WireTvDevice; onClose: () => void }) {
  const { time_zone: timeZone } = useUser();
  const { tell, isSent } = useTvCommand(screen);
  const { device_name: name, snapshot_at: takenAt } = screen;
  const snapshot = useSnapshot(screen.id, takenAt);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Snapshot of ${name}`}
      description={takenAt === null ? presence(screen, timeZone) : displayInstant(takenAt, timeZone)}
      size={900}
      footer={
        <Button
          variant="primary"
          icon={<Camera aria-hidden className="size-4" />}
          busy={isSent}
          onClick={() => tell('snapshot')}
        >
          Take a snapshot
        </Button>
      }
    >
      {takenAt === null ? (
        <EmptyPanel
          title="No snapshot yet"
          hint="The TV draws one within seconds of being asked, while it is online."
        />
      ) : snapshot.data ? (
        <img src={snapshot.data.image} alt={`${name} as it drew itself`} className="w-full rounded-md" />
      ) : snapshot.isError ? (
        <ErrorPanel
          title="Failed to load the snapshot"
          error={snapshot.error}
          onRetry={() => void snapshot.refetch()}
        />
      ) : (
        <LoadingPanel label="Loading snapshot..." />
      )}
    </Dialog>
  );
}

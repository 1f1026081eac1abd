import { Camera, EllipsisVertical, Link2, MonitorX, Palette, RotateCw, ScanEye, SquareStack } from 'lucide-react';
import { useState } from 'react';
import type { WireTvDevice } from '#contract/tv.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { menusAddress } from '../menus-address.ts';
import { closeAllWindows } from '../windows/launch-tool.tsx';
import { MOST_WINDOWS, useLocalWindows } from '../windows/local-windows.ts';
import { CommandLog } from './command-log.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { RenameScreenDialog } from './rename-screen-dialog.tsx';
import { type ScreenDialog, ScreenRow } from './screen-row.tsx';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { StaleScreens } from './stale-screens.tsx';
import { useScreens } from './screen-queries.ts';
import { UpdateThemeDialog } from './update-theme-dialog.tsx';
import { useTvCommand } from './use-tv-command.ts';

const icon = 'size-4 text-ink-3';

/** The screens of the location: their content, and commands for them. */
export function ControlPanel({
  search,
  pair,
  onPaired,
  onStores,
}: {
  search: string;
  /** The code of a screen to pair at once; null for none. */
  pair: string | null;
  onPaired: () => void;
  onStores: () => void;
}) {
  const { part } = menusAddress.use();
  const [dialog, setDialog] = useState<ScreenDialog | null>(null);
  const screens = useScreens();
  const mayEdit = useMay('edit-menus');
  const close = () => {
    setDialog(null);
    if (pair !== null) onPaired();
  };
  const shown = screens.data?.find((one) => dialog !== null && 'screen' in dialog && one.id === dialog.screen?.id);
  return (
    <aside
      aria-label="TV Control Panel"
      className="flex w-80 shrink-0 flex-col border-r border-line bg-panel max-[1100px]:w-72 max-[700px]:max-h-64 max-[700px]:w-full max-[700px]:border-r-0 max-[700px]:border-b"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="grow text-base font-semibold">TV Control Panel</h2>
        <AllScreens count={screens.data?.length ?? 0} onTheme={() => setDialog({ kind: 'theme', screen: null })} />
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-3 pt-3">
        <ToggleGroup
          label="Part of the panel"
          size="sm"
          value={part}
          onChange={(next) => menusAddress.change({ part: next })}
          className="grow"
          options={[
            { value: 'screens', label: 'TVs' },
            { value: 'log', label: 'Command log' },
          ]}
        />
        {mayEdit && (
          <Button size="sm" icon={<Link2 aria-hidden className="size-4" />} onClick={() => setDialog({ kind: 'pair' })}>
            Pair a TV
          </Button>
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {part === 'log' ? (
          <CommandLog />
        ) : screens.isPending ? (
          <LoadingPanel label="Loading TVs..." />
        ) : screens.data === undefined ? (
          <ErrorPanel title="Failed to load TVs" error={screens.error} onRetry={() => void screens.refetch()} />
        ) : (
          <>
            <StaleScreens screens={screens.data} />
            <Screens screens={screens.data} search={search} onOpen={setDialog} onStores={onStores} />
          </>
        )}
      </div>
      <LocalWindows />
      {(dialog?.kind === 'pair' || pair !== null) && (
        <PairDialog scanned={pair ?? ''} screens={screens.data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'theme' && <UpdateThemeDialog screen={dialog.screen} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameScreenDialog screen={dialog.screen} onClose={close} />}
      {dialog?.kind === 'snapshot' && <SnapshotDialog screen={shown ?? dialog.screen} onClose={close} />}
    </aside>
  );
}

function AllScreens({ count, onTheme }: { count: number; onTheme: () => void }) {
  const { tell, isSent } = useTvCommand(null);
  const mayEdit = useMay('edit-menus');
  if (count === 0) return null;
  return (
    <Menu
      align="end"
      trigger={<IconButton label="For all TVs" icon={<EllipsisVertical className="size-4" />} tooltipSide="bottom" />}
    >
      <MenuItem icon={<RotateCw aria-hidden className={icon} />} disabled={isSent} onSelect={() => tell('refresh')}>
        Refresh all
      </MenuItem>
      <MenuItem icon={<ScanEye aria-hidden className={icon} />} disabled={isSent} onSelect={() => tell('identify')}>
        Identify all
      </MenuItem>
      <MenuItem icon={<Camera aria-hidden className={icon} />} disabled={isSent} onSelect={() => tell('snapshot')}>
        Snapshot all
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<Palette aria-hidden className={icon} />} onSelect={onTheme}>
          Update theme on all
        </MenuItem>
      )}
    </Menu>
  );
}

function Screens({
  screens,
  search,
  onOpen,
  onStores,
}: {
  screens: readonly WireTvDevice[];
  search: string;
  onOpen: (dialog: ScreenDialog) => void;
  onStores: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const mayEdit = useMay('edit-menus');
  const wanted = search.trim().toLowerCase();
  const found = screens.filter((one) => `tv ${one.tv_number} ${one.device_name}`.toLowerCase().includes(wanted));
  if (screens.length === 0) {
    return (
      <EmptyPanel
        title="No TVs paired"
        hint={
          mayEdit
            ? 'Open /menu-display in the browser of a TV, press Pair a TV and type the code that it shows.'
            : 'A manager pairs TVs here.'
        }
        action={<Button onClick={onStores}>Store Configuration</Button>}
      />
    );
  }
  if (found.length === 0) return <p className="p-4 text-sm text-ink-3">No TV is called {search.trim()}.</p>;
  return (
    <ul aria-label="TVs" className="divide-y divide-line">
      {found.map((screen) => (
        <ScreenRow key={screen.id} screen={screen} timeZone={timeZone} onOpen={onOpen} />
      ))}
    </ul>
  );
}

/** Windows of this machine that this page opened. */
function LocalWindows() {
  const { windows } = useLocalWindows();
  if (windows.length === 0) return null;
  return (
    <section aria-label="Windows on this machine" className="shrink-0 border-t border-line p-3 text-sm">
      <div className="flex items-center gap-2">
        <SquareStack aria-hidden className={icon} />
        <h3 className="grow font-medium">
          {windows.length} of {MOST_WINDOWS} windows
        </h3>
        <Button size="sm" icon={<MonitorX aria-hidden className="size-4" />} onClick={() => void closeAllWindows()}>
          Close all
        </Button>
      </div>
      <ul className="mt-1 max-h-28 overflow-y-auto text-ink-2">
        {windows.map(({ tvNumber, label }) => (
          <li key={tvNumber} className="truncate">
            TV {tvNumber}: {label}
          </li>
        ))}
      </ul>
    </section>
  );
}

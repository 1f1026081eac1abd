import { Camera, EllipsisVertical, Palette, Pencil, RotateCw, ScanEye, Unlink } from 'lucide-react';
import type { WireTvDevice } from '#contract/tv.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/layers/menu.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { forgetTvCommand, tvSubject } from './screen-queries.ts';
import { presence, showingLine, wrongLine } from './screen-words.ts';
import { useTvCommand } from './use-tv-command.ts';

export type ScreenDialog =
  | { readonly kind: 'pair' }
  | { readonly kind: 'theme'; readonly screen: WireTvDevice | null }
  | { readonly kind: 'rename' | 'snapshot'; readonly screen: WireTvDevice };

const icon = 'size-4 text-ink-3';

export function ScreenRow({
  screen,
  timeZone,
  onOpen,
}: {
  screen: WireTvDevice;
  timeZone: string;
  onOpen: (dialog: ScreenDialog) => void;
}) {
  const { online, device_name: name, tv_number: number, showing } = screen;
  const shown = showingLine(screen);
  const wrong = wrongLine(screen, timeZone);
  return (
    <li aria-label={name} className="flex items-start gap-2.5 py-2.5 pr-2 pl-4 text-sm">
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', online ? (wrong ? 'bg-yellow' : 'bg-green') : 'bg-red')}
      />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-1.5">
          <Truncate text={name} className="font-medium" />
          <span className="shrink-0 text-ink-3 tabular-nums">TV {number}</span>
        </p>
        <p className={online ? 'text-green' : 'text-red'}>{presence(screen, timeZone)}</p>
        {shown && <Truncate text={shown} className="text-ink-3" />}
        {wrong && <p className="text-yellow">{wrong}</p>}
        {showing?.last_error && <Truncate text={showing.last_error} lines={2} className="text-red" />}
      </div>
      <ScreenMenu screen={screen} onOpen={onOpen} />
    </li>
  );
}

function ScreenMenu({ screen, onOpen }: { screen: WireTvDevice; onOpen: (dialog: ScreenDialog) => void }) {
  const mayEdit = useMay('edit-menus');
  const { device_name: name } = screen;
  const { tell, isSent } = useTvCommand(screen);
  const forgetting = useCommand(forgetTvCommand, tvSubject(screen.id), (outcome) => {
    if (outcome.kind === 'refused') toast.error(`${name} is not forgotten. ${sentenceOf(outcome.error)}`);
  });

  async function forget(): Promise<void> {
    const isSure = await ask({
      title: `Forget ${name}?`,
      message: 'It loses its menu at once and shows a code, with which it can be paired again.',
      confirmLabel: 'Forget this TV',
      tone: 'danger',
    });
    if (isSure) void forgetting.send({ title: `Forget ${name}`, params: { id: String(screen.id) }, memo: null });
  }

  return (
    <Menu
      align="end"
      trigger={<IconButton label={`More for ${name}`} size="sm" icon={<EllipsisVertical className="size-4" />} />}
    >
      <MenuItem icon={<ScanEye aria-hidden className={icon} />} disabled={isSent} onSelect={() => tell('identify')}>
        Identify
      </MenuItem>
      <MenuItem icon={<RotateCw aria-hidden className={icon} />} disabled={isSent} onSelect={() => tell('refresh')}>
        Refresh
      </MenuItem>
      <MenuItem icon={<Camera aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'snapshot', screen })}>
        Snapshot
      </MenuItem>
      {mayEdit && (
        <>
          <MenuItem icon={<Palette aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'theme', screen })}>
            Update theme
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'rename', screen })}>
            Rename
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Unlink aria-hidden className="size-4" />}
            tone="danger"
            disabled={forgetting.open !== null}
            onSelect={() => void forget()}
          >
            Forget this TV
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

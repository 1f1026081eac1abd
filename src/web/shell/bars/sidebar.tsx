import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, LogOut, RefreshCw, Settings, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { managePagesFor } from '#contract/pages.ts';
import { useOfflineScreens } from '#web/entities/screens/offline-screens.ts';
import { useAttentionCounts } from '#web/entities/stock/attention.ts';
import { shownOf, useAddress } from '#web/api/address/address.ts';
import { useMay, useUser, whyStillSignedIn } from '#web/api/session/session.ts';
import { BrandMark } from '#web/ui/controls/brand.tsx';
import { Initials } from '#web/ui/controls/initials.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { leave, mayLeave } from '../commands/left-behind.ts';
import { refresh, useRefresh } from './refresh.ts';
import { ManageView } from '../views/manage.ts';
import { viewAddress, VIEW_IDS, type ViewId, VIEWS } from '../views/views.ts';

const ENTRY =
  'relative grid size-touch shrink-0 place-items-center rounded-md text-ink-2 transition-colors select-none [-webkit-touch-callout:none] hover:bg-hover hover:text-ink active:bg-press';

const ACTIVE = 'bg-accent-soft text-accent-ink hover:bg-accent-soft hover:text-accent-ink';

function ActiveMark() {
  return <span aria-hidden className="absolute top-2.5 bottom-2.5 -left-2 w-0.75 rounded-full bg-accent" />;
}

export function Sidebar({ view, onSettings }: { view: ViewId | null; onSettings: () => void }) {
  const refreshing = useRefresh((state) => state.refreshing);
  const { name } = useUser();
  return (
    <div className="flex h-full flex-col items-center gap-1 overflow-y-auto border-r border-line bg-panel py-2 [scrollbar-width:none]">
      <BrandMark className="my-2 size-7 shrink-0" />
      <nav aria-label="Views" className="flex shrink-0 flex-col gap-1">
        {VIEW_IDS.map((id) =>
          id === 'adjustments' ? (
            <InventoryLink key={id} active={id === view} />
          ) : id === 'menu' ? (
            <MenuLink key={id} active={id === view} />
          ) : (
            <ViewLink key={id} id={id} active={id === view} />
          ),
        )}
      </nav>
      <div className="grow" />
      <BackupNotice />
      <ManageLink active={view === null} />
      <Command label="Refresh" onPress={() => void refresh()} busy={refreshing}>
        <RefreshCw className={cx('size-5', refreshing && 'animate-spin')} />
      </Command>
      <Command label="Settings" onPress={onSettings}>
        <Settings className="size-5" />
      </Command>
      <SwitchPersonCommand />
      <Initials name={name} />
      <Command label="Logout" onPress={() => void logout()}>
        <LogOut className="size-5" />
      </Command>
    </div>
  );
}

const SwitchPerson = lazyPart(async () => (await import('#web/features/settings/switch-person.tsx')).SwitchPerson);

/** Another person takes over, by PIN. Rule: sign-in/pins. */
function SwitchPersonCommand() {
  const [open, setOpen] = useState<boolean>();
  const choose = async () => {
    if (await mayLeave('switch')) setOpen(true);
  };
  return (
    <>
      <Command label="Switch person" onPress={() => void choose()}>
        <ArrowLeftRight className="size-5" />
      </Command>
      {open !== undefined && (
        <Suspense fallback={null}>
          <SwitchPerson open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

const BackupWarning = lazyPart(async () => (await import('./backup-warning.tsx')).BackupWarning);

/** Administrators are told of a backup that is overdue. */
function BackupNotice() {
  if (!useMay('configure')) return null;
  return (
    <Suspense fallback={null}>
      <BackupWarning className={ENTRY} />
    </Suspense>
  );
}

/** The link to Manage, for staff who may open one of its pages. Rule: workspace/manage. */
function ManageLink({ active }: { active: boolean }) {
  const { permissions } = useUser();
  if (managePagesFor(permissions).length === 0) return null;
  const prefetch = () => void ManageView.fetch();
  return (
    <Tooltip label="Manage" side="right" onHold>
      <Link
        to="/manage"
        aria-label="Manage"
        aria-current={active ? 'page' : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className={cx(ENTRY, active && ACTIVE)}
      >
        {active && <ActiveMark />}
        <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
      </Link>
    </Tooltip>
  );
}

async function logout(): Promise<void> {
  try {
    await leave();
  } catch (error) {
    toast.error(whyStillSignedIn(error));
  }
}

function ViewLink({
  id,
  active,
  count = 0,
  more = '',
}: {
  id: ViewId;
  active: boolean;
  /** A number on the icon; 0 shows none. */
  count?: number;
  /** The words after the number, for screen readers. */
  more?: string;
}) {
  const { title, icon: Icon, View } = VIEWS[id];
  const label = more === '' ? title : `${title}, ${more}`;
  const prefetch = () => void View?.fetch();
  const remembered = useAddress(({ searches }) => searches[id]);
  return (
    <Tooltip label={label} side="right" onHold>
      <Link
        to="/"
        search={viewAddress(id, shownOf(id, remembered))}
        aria-label={label}
        aria-current={active ? 'page' : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className={cx(ENTRY, active && ACTIVE)}
      >
        {active && <ActiveMark />}
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-orange-soft px-1 text-xs leading-none font-semibold text-orange tabular-nums"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** Shows on the icon how many screens are dark while the shop is open. Rule: menus/screens. */
function MenuLink({ active }: { active: boolean }) {
  const count = useOfflineScreens((state) => state.count);
  const more = count === 0 ? '' : `${count} offline`;
  return <ViewLink id="menu" active={active} count={count} more={more} />;
}

/** Shows on the icon how many items are low or need a count. */
function InventoryLink({ active }: { active: boolean }) {
  const total = useAttentionCounts()?.total ?? 0;
  return (
    <ViewLink
      id="adjustments"
      active={active}
      count={total}
      more={
        total === 0 ? '' : `${total.toLocaleString('en-US')} ${total === 1 ? 'item needs' : 'items need'} attention`
      }
    />
  );
}

function Command({
  label,
  busy = false,
  onPress,
  children,
}: {
  label: string;
  busy?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label} side="right" onHold>
      <button type="button" aria-label={label} aria-busy={busy || undefined} onClick={onPress} className={ENTRY}>
        {children}
      </button>
    </Tooltip>
  );
}

import { Copy, EllipsisVertical, Eye, EyeOff, History, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { WireMenuConfig } from '#contract/menus.ts';
import { type ConfigType, DEFAULT_THEME, type MenuLayout, type MenuTheme } from '#domain/menu/menu-config.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/layers/menu.tsx';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { begin, load } from '../draft/loading.ts';
import { undo, useDraft } from '../draft/menu-draft.ts';
import { layoutOf, partsOf, themeOf, typeOf } from '../draft/parts.ts';
import { sampleLayout } from './sample-layout.ts';
import { useConfigs, useTemplates } from './menu-queries.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useConfigActions } from './use-config-actions.ts';

const icon = 'size-4 text-ink-3';
type Tab = ConfigType | 'starter';

interface Shown {
  readonly shelf: Shelf;
  readonly nowMs: number;
}

function told(name: string): void {
  toast.success(`${name} is loaded`, { label: 'Undo', onPress: undo });
}

/** The stored configurations of the location and the starters, each drawn as it will look. */
export function LoadDialog({
  open,
  onOpenChange,
  onHistory,
  onRename,
  ...shown
}: Shown & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onHistory: (config: WireMenuConfig) => void;
  onRename: (config: WireMenuConfig) => void;
}) {
  const [tab, setTab] = useState<Tab>('layout');
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Load Layouts & Themes" size={700}>
      <div className="h-[min(32rem,60vh)]">
        <Tabs<Tab>
          label="What to load"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'layout', label: 'Layouts' },
            { value: 'theme', label: 'Themes' },
            { value: 'starter', label: 'Starters' },
          ]}
        >
          {(['layout', 'theme'] as const).map((type) => (
            <TabPanel key={type} value={type}>
              <Stored type={type} onLoaded={close} {...{ onHistory, onRename, ...shown }} />
            </TabPanel>
          ))}
          <TabPanel value="starter">
            <Starters onLoaded={close} {...shown} />
          </TabPanel>
        </Tabs>
      </div>
    </Dialog>
  );
}

/** The drawing of a card: a layout in the present theme, or a theme on the present layout. */
function useDrawn(shelf: Shelf) {
  const draft = useDraft();
  const sample = sampleLayout(draft.layout, shelf);
  return (type: ConfigType, data: WireMenuConfig['config_data']): { layout: MenuLayout; theme: MenuTheme } => {
    const { hasTheme } = partsOf(data);
    if (type === 'layout') return { layout: layoutOf(data), theme: hasTheme ? themeOf(data) : draft.theme };
    return { layout: sample, theme: themeOf(data) };
  };
}

function Stored({
  type,
  onLoaded,
  onHistory,
  onRename,
  shelf,
  nowMs,
}: Shown & {
  type: ConfigType;
  onLoaded: () => void;
  onHistory: (config: WireMenuConfig) => void;
  onRename: (config: WireMenuConfig) => void;
}) {
  const configs = useConfigs();
  const drawn = useDrawn(shelf);
  const { time_zone: timeZone } = useUser();
  const { layoutFrom, themeFrom } = useDraft();
  if (configs.isPending) return <LoadingPanel label="Loading layouts and themes..." />;
  if (configs.isError && !configs.data)
    return <ErrorPanel title="Failed to load theme" error={configs.error} onRetry={() => void configs.refetch()} />;
  const found = configs.data.filter((config) => typeOf(config) === type);
  if (found.length === 0) {
    return (
      <EmptyPanel
        title={type === 'layout' ? 'No layouts saved' : 'No themes saved'}
        hint={`Build one and press Save ${type === 'layout' ? 'Layout' : 'Theme'}, or begin with a starter.`}
      />
    );
  }
  const loadedId = (type === 'layout' ? layoutFrom : themeFrom)?.id;
  return (
    <Cards>
      {found.map((config) => (
        <Card
          key={config.id}
          name={config.name}
          note={`${displayInstant(config.updated_at, timeZone)}${config.updated_by ? ` by ${config.updated_by}` : ''}`}
          badge={
            config.id === loadedId ? (
              <Badge tone="blue">Loaded</Badge>
            ) : (
              config.is_active && <Badge tone="green">Active</Badge>
            )
          }
          picture={<Thumbnail {...drawn(type, config.config_data)} shelf={shelf} nowMs={nowMs} />}
          onPress={() => {
            load(config);
            told(config.name);
            onLoaded();
          }}
          menu={<CardMenu config={config} onHistory={onHistory} onRename={onRename} />}
        />
      ))}
    </Cards>
  );
}

function CardMenu({
  config,
  onHistory,
  onRename,
}: {
  config: WireMenuConfig;
  onHistory: (config: WireMenuConfig) => void;
  onRename: (config: WireMenuConfig) => void;
}) {
  const mayEdit = useMay('edit-menus');
  const { isSent, duplicate, activate, remove } = useConfigActions(config);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More for ${config.name}`} size="sm" icon={<EllipsisVertical className="size-4" />} />
      }
    >
      <MenuItem icon={<History aria-hidden className={icon} />} onSelect={() => onHistory(config)}>
        Version history
      </MenuItem>
      {mayEdit && (
        <>
          <MenuItem icon={<Pencil aria-hidden className={icon} />} disabled={isSent} onSelect={() => onRename(config)}>
            Rename
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden className={icon} />} disabled={isSent} onSelect={duplicate}>
            Duplicate
          </MenuItem>
          <MenuItem
            icon={config.is_active ? <EyeOff aria-hidden className={icon} /> : <Eye aria-hidden className={icon} />}
            disabled={isSent}
            onSelect={() => activate(!config.is_active)}
          >
            {config.is_active ? 'Make inactive' : 'Make active'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden className="size-4" />}
            tone="danger"
            disabled={isSent}
            onSelect={() => void remove()}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function Starters({ onLoaded, shelf, nowMs }: Shown & { onLoaded: () => void }) {
  const templates = useTemplates();
  const drawn = useDrawn(shelf);
  if (templates.isPending) return <LoadingPanel label="Loading starters..." />;
  if (templates.isError)
    return (
      <ErrorPanel title="Failed to fetch templates" error={templates.error} onRetry={() => void templates.refetch()} />
    );
  return (
    <Cards>
      {templates.data.map(({ id, name, description, config_type: type, config_data: data }) => (
        <Card
          key={id}
          name={name}
          note={description}
          badge={<Badge>{type === 'layout' ? 'Layout' : 'Theme'}</Badge>}
          picture={
            <Thumbnail
              {...drawn(type, data)}
              {...(type === 'layout' && !partsOf(data).hasTheme && { theme: DEFAULT_THEME })}
              shelf={shelf}
              nowMs={nowMs}
            />
          }
          onPress={() => {
            begin({ config_type: type, config_data: data });
            told(name);
            onLoaded();
          }}
        />
      ))}
    </Cards>
  );
}

function Cards({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-3 gap-3 p-0.5 max-[720px]:grid-cols-2">{children}</ul>;
}

function Card({
  name,
  note,
  badge,
  picture,
  menu,
  onPress,
}: {
  name: string;
  note: string;
  badge: ReactNode;
  picture: ReactNode;
  menu?: ReactNode;
  onPress: () => void;
}) {
  return (
    <li className="relative min-w-0 rounded-md border border-line bg-panel transition-colors hover:border-edge">
      <button
        type="button"
        aria-label={`Load ${name}`}
        onClick={onPress}
        className="block w-full rounded-md p-1.5 text-left"
      >
        {picture}
        <span className="mt-1.5 flex items-center gap-2 px-1 pr-8">
          <Truncate text={name} className="text-sm font-medium" />
          {badge}
        </span>
        <span className="block truncate px-1 pb-1 text-xs text-ink-3">{note}</span>
      </button>
      {menu && <span className="absolute right-1 bottom-4">{menu}</span>}
    </li>
  );
}

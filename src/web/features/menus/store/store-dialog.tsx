import { CalendarClock, MonitorPlay, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MOST_TVS } from '#contract/store-configs.ts';
import type { WireMenuConfig } from '#contract/menus.ts';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Select, type SelectOption } from '#web/ui/fields/select.tsx';
import { TextField, TextInput } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { typeOf } from '../draft/parts.ts';
import { useConfigs } from '../library/menu-queries.ts';
import { launch } from '../windows/launch-tool.tsx';
import { MOST_WINDOWS, useLocalWindows } from '../windows/local-windows.ts';
import { tvAddress } from '../windows/display-address.ts';
import { LocationSettings } from './location-settings.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { type StoreTvs, useStoreConfig } from './store-queries.ts';
import { changeTv, newTv, removeTv, useStoreForm } from './use-store-form.ts';

type Tv = StoreTvs['tvs'][number];

const ORIENTATIONS: readonly SelectOption<Tv['orientation']>[] = [
  { value: 'horizontal', label: 'Horizontal' },
  { value: 'vertical', label: 'Vertical' },
];

/** The TVs of the location and their content. */
export function StoreDialog({ onClose }: { onClose: () => void }) {
  const { location } = useUser();
  const mayEdit = useMay('edit-menus');
  const store = useStoreConfig();
  const [scheduled, setScheduled] = useState<Tv | null>(null);
  const form = useStoreForm(store.data ?? null, onClose);
  const isShown = store.data !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Store Configuration"
      description={location}
      size={900}
      footer={
        mayEdit &&
        isShown && (
          <>
            <Button
              onClick={() => {
                form.discard();
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button variant="primary" busy={form.open !== null} onClick={() => void form.save()}>
              Save Configuration
            </Button>
          </>
        )
      }
    >
      {store.isPending ? (
        <LoadingPanel label="Loading store configuration..." />
      ) : !isShown ? (
        <ErrorPanel title="Failed to fetch store config" error={store.error} onRetry={() => void store.refetch()} />
      ) : (
        <>
          <StoreForm
            form={form}
            isFixed={!mayEdit || form.open !== null}
            onSchedule={setScheduled}
            saved={store.data?.tvs ?? []}
          />
          <div className="mt-3 flex flex-col gap-2">
            <Checking what="store configuration" command={form.open} />
            {form.wrong !== null && (
              <p role="alert" className="text-sm text-danger-ink">
                {form.wrong}
              </p>
            )}
          </div>
          <LocationSettings />
          {scheduled && <ScheduleDialog tv={scheduled} onClose={() => setScheduled(null)} />}
        </>
      )}
    </Dialog>
  );
}

function optionsOf(configs: readonly WireMenuConfig[], type: ConfigType): SelectOption<string>[] {
  const found = configs.filter((config) => typeOf(config) === type);
  return [
    { value: 'none', label: `Fallback ${type}` },
    ...found.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

const idOf = (chosen: string): number | null => (chosen === 'none' ? null : Number(chosen));

function StoreForm({
  form: { fields, change },
  isFixed,
  onSchedule,
  saved,
}: {
  form: ReturnType<typeof useStoreForm>;
  isFixed: boolean;
  onSchedule: (tv: Tv) => void;
  saved: readonly { readonly tv_number: number }[];
}) {
  const { data: configs = [] } = useConfigs();
  const layouts = optionsOf(configs, 'layout');
  const themes = optionsOf(configs, 'theme');
  const { storeName, tvs } = fields;
  return (
    <>
      <TextField
        label="Store name"
        className="max-w-sm"
        maxLength={200}
        disabled={isFixed}
        value={storeName}
        onChange={({ target }) => change({ ...fields, storeName: target.value })}
      />
      <ul aria-label="TVs" className="mt-4 divide-y divide-line border-y border-line">
        {tvs.map((tv) => (
          <TvRow
            key={tv.tv_number}
            tv={tv}
            layouts={layouts}
            themes={themes}
            isFixed={isFixed}
            isSaved={saved.some(({ tv_number: number }) => number === tv.tv_number)}
            isOnly={tvs.length === 1}
            onChange={(part) => change(changeTv(fields, tv.tv_number, part))}
            onRemove={() => change(removeTv(fields, tv.tv_number))}
            onSchedule={() => onSchedule(tv)}
          />
        ))}
      </ul>
      <Button
        size="sm"
        className="mt-3"
        icon={<Plus aria-hidden className="size-4" />}
        disabled={isFixed || tvs.length >= MOST_TVS}
        onClick={() => change({ ...fields, tvs: [...tvs, newTv(tvs)] })}
      >
        Add TV
      </Button>
    </>
  );
}

function TvRow({
  tv,
  layouts,
  themes,
  isFixed,
  isSaved,
  isOnly,
  onChange,
  onRemove,
  onSchedule,
}: {
  tv: Tv;
  layouts: readonly SelectOption<string>[];
  themes: readonly SelectOption<string>[];
  isFixed: boolean;
  isSaved: boolean;
  isOnly: boolean;
  onChange: (part: Partial<Tv>) => void;
  onRemove: () => void;
  onSchedule: () => void;
}) {
  const { location_id: locationId } = useUser();
  const isFull = useLocalWindows(({ windows }) => windows.length >= MOST_WINDOWS);
  const { tv_number: number, display_name: name } = tv;

  async function remove(): Promise<void> {
    const message = 'Its schedule goes with it. A screen that is paired with it shows the fallback.';
    const isSure =
      !isSaved || (await ask({ title: `Remove ${name}?`, message, confirmLabel: 'Remove', tone: 'danger' }));
    if (isSure) onRemove();
  }

  return (
    <li aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)_8rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 max-[640px]:grid-cols-[2.5rem_minmax(0,1fr)] max-[640px]:*:col-start-2">
        <span className="text-sm max-[640px]:col-start-1! text-ink-2 tabular-nums">TV {number}</span>
        <TextInput
          aria-label={`Name of TV ${number}`}
          maxLength={100}
          disabled={isFixed}
          value={name}
          onChange={({ target }) => onChange({ display_name: target.value })}
        />
        <Select
          label={`Orientation of ${name}`}
          value={tv.orientation}
          disabled={isFixed}
          onChange={(orientation) => onChange({ orientation })}
          options={ORIENTATIONS}
        />
        <Select
          label={`Layout of ${name}`}
          value={tv.layout_id === null ? 'none' : String(tv.layout_id)}
          disabled={isFixed}
          onChange={(chosen) => onChange({ layout_id: idOf(chosen) })}
          options={layouts}
        />
        <Select
          label={`Theme of ${name}`}
          value={tv.theme_id === null ? 'none' : String(tv.theme_id)}
          disabled={isFixed}
          onChange={(chosen) => onChange({ theme_id: idOf(chosen) })}
          options={themes}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pl-12">
        <Checkbox
          label="Enabled"
          checked={tv.enabled}
          disabled={isFixed}
          onChange={(enabled) => onChange({ enabled })}
        />
        <Checkbox
          label="Auto-launch"
          checked={tv.auto_launch}
          disabled={isFixed}
          onChange={(on) => onChange({ auto_launch: on })}
        />
        <span className="grow" />
        <Button
          size="sm"
          variant="ghost"
          icon={<CalendarClock aria-hidden className="size-4" />}
          disabled={!isSaved}
          title={isSaved ? undefined : 'Save the configuration first.'}
          onClick={onSchedule}
        >
          Schedule
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<MonitorPlay aria-hidden className="size-4" />}
          disabled={!isSaved || isFull}
          title={isFull ? 'Maximum of 6 windows reached. Close some windows first.' : undefined}
          onClick={() => locationId !== null && launch(tvAddress(locationId, number), number, name)}
        >
          {isFull ? 'Max Reached' : 'Launch'}
        </Button>
        {!isOnly && !isFixed && (
          <IconButton
            label={`Remove ${name}`}
            size="sm"
            icon={<Trash2 className="size-4" />}
            onClick={() => void remove()}
          />
        )}
      </div>
    </li>
  );
}

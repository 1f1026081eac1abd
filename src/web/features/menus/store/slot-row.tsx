import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { typeOf } from '../draft/parts.ts';
import { useConfigs } from '../library/menu-queries.ts';
import type { Slot } from './schedule-fields.ts';

const USUAL = 'usual';
/** The end of a day. A time field cannot show 24:00. */
const MIDNIGHT = { wire: '24:00', field: '00:00' };

/** One time slot of a schedule. `children` chooses its day. */
export function SlotRow({
  slot,
  label,
  onChange,
  onRemove,
  children,
}: {
  slot: Slot;
  label: string;
  onChange: (slot: Slot) => void;
  onRemove: () => void;
  children?: ReactNode;
}) {
  const { data: configs = [] } = useConfigs();
  const options = (type: ConfigType) => [
    { value: USUAL, label: `Usual ${type}` },
    ...configs.filter((config) => typeOf(config) === type).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const idOf = (chosen: string) => (chosen === USUAL ? null : Number(chosen));
  const valueOf = (id: number | null) => (id === null ? USUAL : String(id));
  return (
    <li aria-label={label} className="flex flex-wrap items-center gap-2 py-2.5">
      {children}
      <TextInput
        type="time"
        aria-label={`${label} begins`}
        className="w-30"
        value={slot.starts}
        onChange={({ target }) => onChange({ ...slot, starts: target.value })}
      />
      <span aria-hidden className="text-sm text-ink-3">
        to
      </span>
      <TextInput
        type="time"
        aria-label={`${label} ends`}
        className="w-30"
        value={slot.ends === MIDNIGHT.wire ? MIDNIGHT.field : slot.ends}
        onChange={({ target }) =>
          onChange({ ...slot, ends: target.value === MIDNIGHT.field ? MIDNIGHT.wire : target.value })
        }
      />
      <TextInput
        aria-label={`Name of ${label.toLowerCase()}`}
        placeholder="Happy hour"
        className="min-w-24 grow basis-24"
        maxLength={100}
        value={slot.name}
        onChange={({ target }) => onChange({ ...slot, name: target.value })}
      />
      <Select
        label={`Layout of ${label.toLowerCase()}`}
        className="min-w-28 grow basis-28"
        value={valueOf(slot.layout_id)}
        onChange={(chosen) => onChange({ ...slot, layout_id: idOf(chosen) })}
        options={options('layout')}
      />
      <Select
        label={`Theme of ${label.toLowerCase()}`}
        className="min-w-28 grow basis-28"
        value={valueOf(slot.theme_id)}
        onChange={(chosen) => onChange({ ...slot, theme_id: idOf(chosen) })}
        options={options('theme')}
      />
      <IconButton
        label={`Remove ${label.toLowerCase()}`}
        size="sm"
        icon={<Trash2 className="size-4" />}
        onClick={onRemove}
      />
    </li>
  );
}

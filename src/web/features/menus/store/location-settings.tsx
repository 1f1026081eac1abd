import type { ConfigType } from '#domain/menu/menu-config.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { typeOf } from '../draft/parts.ts';
import { menuSettingsCommand, SETTINGS_SUBJECT } from '../library/menu-commands.ts';
import { useConfigs, useMenuSettings } from '../library/menu-queries.ts';

const PLAIN = 'plain';

/** Settings for all screens of the location. Each choice is saved at once. */
export function LocationSettings() {
  const settings = useMenuSettings();
  const { data: configs = [] } = useConfigs();
  const mayEdit = useMay('edit-menus');
  const changing = useCommand(menuSettingsCommand, SETTINGS_SUBJECT, (outcome) => {
    if (outcome.kind === 'refused') toast.error(`Nothing was saved. ${sentenceOf(outcome.error)}`);
  });
  if (!settings.data) return null;
  const { public_enabled: isPublic, fallback_layout_id: layoutId, fallback_theme_id: themeId, version } = settings.data;
  const isFixed = !mayEdit || changing.open !== null;
  const set = (part: {
    public_enabled?: boolean;
    fallback_layout_id?: number | null;
    fallback_theme_id?: number | null;
  }) =>
    void changing.send({
      title: 'Menu settings',
      body: { location_id: settings.data.location_id, ...part, version },
      memo: null,
    });
  const options = (type: ConfigType) => [
    { value: PLAIN, label: type === 'layout' ? 'The active layout' : 'The active theme' },
    ...configs.filter((config) => typeOf(config) === type).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const idOf = (chosen: string) => (chosen === PLAIN ? null : Number(chosen));
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="text-base font-medium">All screens of the location</h3>
      <p className="mb-3 text-sm text-ink-3">Saved as you choose.</p>
      <div className="grid grid-cols-2 gap-4 max-[640px]:grid-cols-1">
        <Field label="Fallback layout" hint="For a TV without a layout, or whose layout is deleted.">
          {(control) => (
            <Select
              {...control}
              value={layoutId === null ? PLAIN : String(layoutId)}
              onChange={(chosen) => set({ fallback_layout_id: idOf(chosen) })}
              options={options('layout')}
              disabled={isFixed}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Fallback theme" hint="For a TV without a theme.">
          {(control) => (
            <Select
              {...control}
              value={themeId === null ? PLAIN : String(themeId)}
              onChange={(chosen) => set({ fallback_theme_id: idOf(chosen) })}
              options={options('theme')}
              disabled={isFixed}
              className="w-full"
            />
          )}
        </Field>
      </div>
      <Checkbox
        label="Customers can open the menu on their phones, by the QR code"
        checked={isPublic}
        disabled={isFixed}
        onChange={(on) => set({ public_enabled: on })}
        className="my-4"
      />
      <Checking what="setting" command={changing.open} />
    </section>
  );
}

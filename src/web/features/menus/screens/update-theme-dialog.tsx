import { useState } from 'react';
import type { WireTvDevice } from '#contract/tv.ts';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useDraft } from '../draft/menu-draft.ts';
import { typeOf } from '../draft/parts.ts';
import { useConfigs } from '../library/menu-queries.ts';
import { useTvCommand } from './use-tv-command.ts';

const SAME = 'same';

/** Sets another theme or layout for one screen or all screens of the location, at once and for the future. */
export function UpdateThemeDialog({ screen, onClose }: { screen: WireTvDevice | null; onClose: () => void }) {
  const { data: configs = [] } = useConfigs();
  const { layoutFrom, themeFrom } = useDraft();
  const [layout, setLayout] = useState(layoutFrom ? String(layoutFrom.id) : SAME);
  const [theme, setTheme] = useState(themeFrom ? String(themeFrom.id) : SAME);
  const { tell, isSent } = useTvCommand(screen);
  const options = (type: ConfigType) => [
    { value: SAME, label: 'Stays as it is' },
    ...configs.filter((config) => typeOf(config) === type).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={screen === null ? 'Update theme on all TVs' : `Update theme on ${screen.device_name}`}
      description="Changes what is shown now and from now on. Only what is saved can be chosen."
      size={500}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSent}
            disabled={layout === SAME && theme === SAME}
            onClick={() => {
              tell('update_theme', {
                ...(layout !== SAME && { layout_id: Number(layout) }),
                ...(theme !== SAME && { theme_id: Number(theme) }),
              });
              onClose();
            }}
          >
            Update
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label="Layout">
          {(control) => (
            <Select {...control} value={layout} onChange={setLayout} options={options('layout')} className="w-full" />
          )}
        </Field>
        <Field label="Theme">
          {(control) => (
            <Select {...control} value={theme} onChange={setTheme} options={options('theme')} className="w-full" />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

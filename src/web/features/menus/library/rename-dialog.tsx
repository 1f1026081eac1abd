import { type SubmitEvent, useState } from 'react';
import type { WireMenuConfig } from '#contract/menus.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { typeOf } from '../draft/parts.ts';
import { useConfigActions } from './use-config-actions.ts';

export function RenameDialog({ config, onClose }: { config: WireMenuConfig; onClose: () => void }) {
  const { rename, isSent } = useConfigActions(config);
  const [name, setName] = useState(config.name);
  const [isNameless, setNameless] = useState(false);
  const isLayout = typeOf(config) === 'layout';

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') return setNameless(true);
    if (name.trim() === config.name || (await rename(name))) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rename ${config.name}`}
      size={500}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="rename-menu" busy={isSent}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-menu" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          error={isNameless ? `Please enter a ${isLayout ? 'layout' : 'theme'} name` : null}
          onChange={({ target }) => {
            setNameless(false);
            setName(target.value);
          }}
        />
      </form>
    </Dialog>
  );
}

import { type SubmitEvent, useRef, useState } from 'react';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { load } from '../draft/loading.ts';
import { useSave } from './use-save.ts';

const LONGEST_NAME = 100;
const TITLE = { layout: 'Save Layout', theme: 'Save Theme' } as const;
const HINT = {
  layout: 'The places of categories, and how they look. Customers see it once a TV shows it.',
  theme: 'Colors and fonts. It can be used with any layout.',
};
const NAMELESS = { layout: 'Please enter a layout name', theme: 'Please enter a theme name' } as const;

export function SaveDialog({ type, onClose }: { type: ConfigType; onClose: () => void }) {
  const { origin, open: sent, wrong, theirs, begin, saveAsNew, replace } = useSave(type, onClose);
  const [name, setName] = useState(origin?.name ?? '');
  const [how, setHow] = useState<'replace' | 'new'>(origin ? 'replace' : 'new');
  const [isNameless, setNameless] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  function save(event: SubmitEvent): void {
    event.preventDefault();
    if (sent) return;
    if (name.trim() === '') {
      setNameless(true);
      field.current?.focus();
      return;
    }
    if (how === 'replace' && origin) void replace(name, origin.version);
    else void saveAsNew(name);
  }

  const form = `save-${type}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TITLE[type]}
      description={HINT[type]}
      size={500}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={sent !== null}>
            {TITLE[type]}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className="flex flex-col gap-4">
        {origin && (
          <ToggleGroup
            label="How to save"
            value={how}
            onChange={(next) => {
              setHow(next);
              if (next === 'new' && name === origin.name) setName('');
            }}
            options={[
              { value: 'replace', label: <span className="max-w-44 truncate">Update {origin.name}</span> },
              { value: 'new', label: 'Save as new' },
            ]}
          />
        )}
        <TextField
          ref={field}
          label="Name"
          required
          maxLength={LONGEST_NAME}
          disabled={sent !== null}
          value={name}
          error={isNameless ? NAMELESS[type] : null}
          onChange={({ target }) => {
            setNameless(false);
            setName(target.value);
          }}
        />
        <Checking what={type} command={sent} />
        {theirs && origin ? (
          <div role="alert" className="rounded-md bg-yellow-soft px-3 py-2.5 text-sm">
            <p className="font-medium">
              {theirs.updated_by ?? 'Somebody'} changed {theirs.name} since you loaded it. Nothing was saved.
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size="sm"
                onClick={() => {
                  load(theirs);
                  onClose();
                }}
              >
                Load theirs
              </Button>
              <Button size="sm" onClick={() => void replace(name, theirs.version)}>
                Replace it with mine
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  begin();
                  setHow('new');
                  setName('');
                  field.current?.focus();
                }}
              >
                Save mine as new
              </Button>
            </div>
          </div>
        ) : (
          wrong !== null && (
            <p role="alert" className="text-sm text-danger-ink">
              {wrong}
            </p>
          )
        )}
      </form>
    </Dialog>
  );
}

import { type SubmitEvent, useState } from 'react';
import type { WireTvDevice } from '#contract/tv.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { changeTvCommand, tvSubject } from './screen-queries.ts';

const HIGHEST_NUMBER = 999;

export function RenameScreenDialog({ screen, onClose }: { screen: WireTvDevice; onClose: () => void }) {
  const [name, setName] = useState(screen.device_name);
  const [number, setNumber] = useState(String(screen.tv_number));
  const [version, setVersion] = useState(screen.version);
  const [wrong, setWrong] = useState<string | null>(null);
  const changing = useCommand(changeTvCommand, tvSubject(screen.id), (outcome) => {
    const why = whyRefused(outcome);
    if (why === null) return onClose();
    const theirs = outcome.kind === 'refused' ? versionMeanwhile(outcome.error) : null;
    if (theirs !== null) setVersion(theirs);
    setWrong(`Nothing was saved. ${why}`);
  });

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const isNumber = /^\d{1,3}$/.test(number) && Number(number) >= 1;
    if (name.trim() === '') return setWrong('Please enter a name.');
    if (!isNumber) return setWrong(`The number is a whole one from 1 to ${HIGHEST_NUMBER}.`);
    if (changing.open) return;
    setWrong(null);
    const isSent = await changing.send({
      title: `Rename ${screen.device_name}`,
      params: { id: String(screen.id) },
      body: { device_name: name.trim(), tv_number: Number(number), version },
      memo: null,
    });
    if (!isSent) setWrong(whyNotSent(undefined));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rename ${screen.device_name}`}
      size={500}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="rename-tv" busy={changing.open !== null}>
            Save
          </Button>
        </>
      }
    >
      <form id="rename-tv" noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <div className="grid grid-cols-[1fr_8rem] gap-4">
          <TextField
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="TV number"
            required
            inputMode="numeric"
            maxLength={3}
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </div>
        <Checking what="name" command={changing.open} />
        {wrong !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  );
}

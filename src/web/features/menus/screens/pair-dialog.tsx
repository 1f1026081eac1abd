import { type SubmitEvent, useRef, useState } from 'react';
import { CODE_LENGTH, CODE_LETTERS, type WireTvDevice } from '#contract/tv.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useStoreConfig } from '../store/store-queries.ts';
import { PAIR_SUBJECT, pairTvCommand } from './screen-queries.ts';

const FREE = 'free';

/** The code in the form that the server compares: capitals, without blanks. */
const readCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

function codeProblem(code: string): string | null {
  if (code.length !== CODE_LENGTH) return `The code has ${CODE_LENGTH} letters and digits.`;
  const strange = code.split('').find((letter) => !CODE_LETTERS.includes(letter));
  return strange === undefined ? null : `No code has a ${strange} in it. Look at the TV again.`;
}

/** Pairs a screen by the code that it shows. */
export function PairDialog({
  scanned,
  screens,
  onClose,
}: {
  /** The scanned code; empty if it is typed. */
  scanned: string;
  screens: readonly WireTvDevice[];
  onClose: () => void;
}) {
  const { location_id: locationId, location } = useUser();
  const { data: store } = useStoreConfig();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(scanned);
  const [name, setName] = useState('');
  const [number, setNumber] = useState(FREE);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isTaken, setTaken] = useState(false);
  const pairing = useCommand(pairTvCommand, PAIR_SUBJECT, (outcome) => {
    const why = whyRefused(outcome);
    if (why === null) return onClose();
    const isAnswered = outcome.kind === 'refused';
    setTaken(isAnswered && isCallError(outcome.error, 'tv_number_taken'));
    setWrong(isAnswered ? why : `No TV was paired. ${why}`);
  });
  const tvs = store?.tvs ?? [];

  async function pair(replace: boolean): Promise<void> {
    const problem = codeProblem(readCode(code));
    setTaken(false);
    setWrong(problem);
    if (problem !== null || pairing.open) return;
    const body = {
      code: readCode(code),
      replace,
      ...(locationId !== null && { location_id: locationId }),
      ...(number !== FREE && { tv_number: Number(number) }),
      ...(name.trim() !== '' && { device_name: name.trim() }),
    };
    if (!(await pairing.send({ title: `Pair a TV with ${readCode(code)}`, body, memo: null })))
      setWrong(whyNotSent(undefined));
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void pair(false);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pair a TV"
      description={location}
      size={500}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isTaken && (
            <Button variant="danger" onClick={() => void pair(true)}>
              Replace that TV
            </Button>
          )}
          <Button variant="primary" type="submit" form="pair-tv" busy={pairing.open !== null}>
            Pair
          </Button>
        </>
      }
    >
      <form id="pair-tv" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          ref={field}
          label="Code on the screen"
          hint="Open /menu-display in the browser of the TV. A code is valid for 10 minutes."
          required
          size="touch"
          value={code}
          autoCapitalize="characters"
          maxLength={12}
          error={wrong}
          disabled={pairing.open !== null}
          onChange={({ target }) => {
            setWrong(null);
            setTaken(false);
            setCode(target.value.toUpperCase());
          }}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field label="TV">
            {(control) => (
              <Select
                {...control}
                value={number}
                onChange={(next) => {
                  setTaken(false);
                  setNumber(next);
                }}
                className="w-full"
                options={[
                  { value: FREE, label: 'Lowest free number' },
                  ...tvs.map((tv) => {
                    const isUsed = screens.some((screen) => screen.tv_number === tv.tv_number);
                    return {
                      value: String(tv.tv_number),
                      label: `${tv.tv_number} · ${tv.display_name}${isUsed ? ' (paired)' : ''}`,
                    };
                  }),
                ]}
              />
            )}
          </Field>
          <TextField
            label="Name"
            placeholder="TV 1"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Checking what="pairing" command={pairing.open} />
      </form>
    </Dialog>
  );
}

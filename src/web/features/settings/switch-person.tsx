import { useRef, useState } from 'react';
import { switchPersonRoute } from '#contract/pins.ts';
import { PIN_LENGTH } from '#domain/pin.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { pause } from '#web/api/call/retry.ts';
import { call } from '#web/api/call/call.ts';
import { recheckSession, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { usePeopleWithPin } from './people-query.ts';
import { PinField } from './pin-field.tsx';

const ASK_AGAIN_MS = 1000;

/** Lets somebody else take over this till by name and PIN. Each person finds their own cart. Rule: sign-in/pins. */
export function SwitchPerson({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { name } = useUser();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Switch person"
      description={`${name} works here now.`}
    >
      <People onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function People({ onDone }: { onDone: () => void }) {
  const people = usePeopleWithPin();
  const [chosen, setChosen] = useState<number | null>(null);
  if (people.isPending) return <Skeleton className="h-24" />;
  if (!people.data)
    return <ErrorPanel title="Error Loading People" error={people.error} onRetry={() => people.refetch()} />;
  const person = people.data.data.find(({ id }) => id === chosen);
  if (person) return <TypePin key={person.id} person={person} onBack={() => setChosen(null)} onDone={onDone} />;
  if (people.data.data.length === 0)
    return (
      <EmptyPanel
        title="Nobody else has a PIN here"
        hint="Each person sets their own in Settings, once, with their password."
      />
    );
  return (
    <ul aria-label="People" className="flex flex-col gap-1.5">
      {people.data.data.map(({ id, name }) => (
        <li key={id}>
          <Button size="touch" className="w-full justify-start" onClick={() => setChosen(id)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function TypePin({
  person: { id, name },
  onBack,
  onDone,
}: {
  person: { id: number; name: string };
  onBack: () => void;
  onDone: () => void;
}) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  async function take(typed: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await call(switchPersonRoute, { body: { user_id: id, pin: typed } });
      while (!(await recheckSession())) await pause(ASK_AGAIN_MS, undefined);
      onDone();
    } catch (error) {
      // The switch may have happened. The server knows who is signed in.
      if (isCallError(error) && error.ambiguous) void recheckSession();
      setProblem(sentenceOf(error));
      setPin('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && pin.length === PIN_LENGTH) void take(pin);
      }}
    >
      <PinField
        label={`PIN of ${name}`}
        ref={(input) => {
          field.current = input;
          input?.focus();
        }}
        value={pin}
        error={problem}
        disabled={busy}
        onChange={(typed) => {
          setPin(typed);
          if (typed.length === PIN_LENGTH && !busy) void take(typed);
        }}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={busy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={pin.length < PIN_LENGTH}>
          Take over
        </Button>
      </div>
    </form>
  );
}

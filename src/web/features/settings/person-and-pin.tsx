import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/route.ts';
import type { peopleWithPinRoute } from '#contract/pins.ts';
import { PIN_LENGTH } from '#domain/pin.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { EmptyPanel, ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { usePeopleWithPin } from './people-query.ts';
import { PinField } from './pin-field.tsx';

type Person = ReplyOf<typeof peopleWithPinRoute>['data'][number];

interface Asked {
  readonly confirmLabel: string;
  /** @throws CallError, whose sentence is shown at the PIN */
  readonly onPin: (id: number, pin: string) => Promise<void>;
}

/** Chooses one of the people with a PIN at this till, and asks for it. */
export function PersonAndPin({
  only = () => true,
  nobody,
  ...asked
}: Asked & {
  /** Leaves the others out of the list. */
  only?: (person: Person) => boolean;
  nobody: { readonly title: string; readonly hint: string };
}) {
  const people = usePeopleWithPin();
  const [chosen, setChosen] = useState<number | null>(null);
  if (people.isPending) return <Skeleton className="h-24" />;
  if (!people.data)
    return <ErrorPanel title="Error Loading People" error={people.error} onRetry={() => people.refetch()} />;
  const shown = people.data.data.filter(only);
  const person = shown.find(({ id }) => id === chosen);
  if (person) return <TypePin key={person.id} person={person} onBack={() => setChosen(null)} {...asked} />;
  if (shown.length === 0) return <EmptyPanel {...nobody} />;
  return (
    <ul aria-label="People" className="flex flex-col gap-1.5">
      {shown.map(({ id, name }) => (
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
  confirmLabel,
  onPin,
  onBack,
}: Asked & {
  person: Person;
  onBack: () => void;
}) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  async function take(typed: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await onPin(id, typed);
    } catch (error) {
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
          focusAtOnce(input);
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
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

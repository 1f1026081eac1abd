import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tillsRoute, type WireTill } from '#contract/tills.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { call } from '#web/api/call/call.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { ownTillId } from '#web/api/call/till.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { nameTillCommand, retireTillCommand, tillSubject } from './till-commands.ts';
import { displayInstant } from '#web/ui/dates.ts';

/** A till of the list, or this till before its first sale. */
type Till = Pick<WireTill, 'id' | 'name' | 'retired'> & Partial<Pick<WireTill, 'last_seen_at' | 'version'>>;

/** Puts this till first, because it is the one in front of the person. */
function withOwn(tills: readonly WireTill[], own: string | null): readonly Till[] {
  if (own === null) return tills;
  const known = tills.find(({ id }) => id === own);
  return [known ?? { id: own, name: null, retired: false }, ...tills.filter(({ id }) => id !== own)];
}

/** The tills of the location, for staff who may name them. Rule: workspace/tills. */
export function Tills() {
  const { location_id: locationId } = useUser();
  const { data, error } = useQuery({
    queryKey: [...queryKeys.tills, { locationId }],
    queryFn: ({ signal }) => call(tillsRoute, { signal }),
    enabled: locationId !== null,
    staleTime: 0,
  });
  if (locationId === null) return null;
  const own = ownTillId();
  return (
    <section>
      <h3 className="mb-2 text-base font-medium">Tills</h3>
      {data ? (
        <ul aria-label="Tills" className="divide-y divide-line border-y border-line text-sm">
          {withOwn(data.data, own).map((till) => (
            <TillRow key={till.id} till={till} isOwn={till.id === own} />
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="text-sm text-danger-ink">
          {sentenceOf(error)}
        </p>
      ) : (
        <Skeleton className="h-12" />
      )}
    </section>
  );
}

function useWords({ last_seen_at: at, retired }: Till): string {
  const { time_zone: timeZone } = useUser();
  if (at === undefined) return 'Has not sold yet';
  return `${retired ? 'Retired, but last used' : 'Last used'} ${displayInstant(at, timeZone)}`;
}

function TillRow({ till, isOwn }: { till: Till; isOwn: boolean }) {
  const [editing, setEditing] = useState(false);
  const [refused, setRefused] = useState<string>();
  const words = useWords(till);
  const shown = till.name ?? 'Till without a name';
  const params = { id: till.id };
  const naming = useCommand(nameTillCommand, tillSubject(till.id), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') {
      setRefused(outcome.error.message);
      setEditing(true);
    } else setEditing(false);
  });
  const retiring = useCommand(retireTillCommand, tillSubject(till.id), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(`${shown} was not retired. ${outcome.error.message}`);
  });

  function save(name: string) {
    setRefused(undefined);
    const body = { name, version: till.version };
    void naming.send({ title: `Till ${name}`, memo: { name }, params, body });
  }

  async function retire() {
    const isSure = await ask({
      title: `Retire ${shown}?`,
      message: 'It leaves this list, and its name can be given to another till. Its orders keep it.',
      confirmLabel: 'Retire',
    });
    if (!isSure) return;
    await retiring.send({ title: `Retire ${shown}`, memo: null, params, body: { version: till.version } });
  }

  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex min-h-row items-center gap-2">
        <div className="min-w-0 grow">
          <p className="flex items-center gap-2">
            <span className={`truncate ${till.name === null ? 'text-ink-3' : 'text-ink'}`}>{shown}</span>
            {isOwn && <Badge tone="blue">This till</Badge>}
          </p>
          <p className="text-xs text-ink-3">{words}</p>
        </div>
        {!editing && (
          <Button busy={naming.open !== null} aria-label={`Name ${shown}`} onClick={() => setEditing(true)}>
            {till.name === null ? 'Name' : 'Rename'}
          </Button>
        )}
        {till.version !== undefined && !till.retired && (
          <Button
            variant="ghost"
            busy={retiring.open !== null}
            aria-label={`Retire ${shown}`}
            onClick={() => void retire()}
          >
            Retire
          </Button>
        )}
      </div>
      {editing && (
        <NameForm
          name={naming.memo?.name ?? till.name ?? ''}
          busy={naming.open !== null}
          error={refused}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      )}
      <Checking what="name" command={naming.open} />
      <Checking what="change" command={retiring.open} />
    </li>
  );
}

interface Naming {
  name: string;
  busy: boolean;
  error: string | undefined;
  onSave: (name: string) => void;
  onCancel: () => void;
}

function NameForm({ name, busy, error, onSave, onCancel }: Naming) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && typed.trim() !== '') onSave(typed.trim());
      }}
    >
      <TextField
        label="Name of the till"
        ref={focusAtOnce}
        maxLength={100}
        readOnly={busy}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={typed.trim() === ''}>
          Save name
        </Button>
      </div>
    </form>
  );
}

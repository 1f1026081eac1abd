import { useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { copyTaxesCommand } from './tax-queries.ts';

interface Place {
  readonly id: number;
  readonly name: string;
}

/** Locations that the sentence names; it counts the others. */
const MOST_NAMED = 3;

/** "Main Location, Warehouse and 4 more". */
function namesIn(locations: readonly Place[]): string {
  const named = locations.length > MOST_NAMED ? locations.slice(0, MOST_NAMED - 1) : locations;
  const names = named.map(({ name }) => name).join(', ');
  return named.length === locations.length ? names : `${names} and ${locations.length - named.length} more`;
}

/** Names the locations that charge the default rate, and sets the taxes of another one there. Rule: pricing/taxes. */
export function Untaxed({
  locations,
  taxed,
  defaultRate,
}: {
  locations: readonly Place[];
  /** The locations whose taxes can be taken over, that of the person first. */
  taxed: readonly Place[];
  defaultRate: string;
}) {
  const isOne = locations.length === 1;
  return (
    <section
      aria-label="Locations without a tax"
      className="mx-6 mb-3 rounded-lg bg-yellow-soft p-3.5 max-[640px]:mx-4"
    >
      <p
        className="flex gap-3 text-sm text-ink"
        title={isOne ? undefined : locations.map(({ name }) => name).join(', ')}
      >
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
        {namesIn(locations)} {isOne ? 'has' : 'have'} no tax and {isOne ? 'charges' : 'charge'} the default of{' '}
        {defaultRate}%. To charge none, add a tax of 0%.
      </p>
      {taxed.length > 0 && <TakeOver locations={locations} taxed={taxed} />}
    </section>
  );
}

function TakeOver({ locations, taxed }: { locations: readonly Place[]; taxed: readonly Place[] }) {
  const [chosenTo, setTo] = useState<string | null>(null);
  const [chosenFrom, setFrom] = useState<string | null>(null);
  const shown = (places: readonly Place[], chosen: string | null) =>
    places.find(({ id }) => String(id) === chosen) ?? places[0];
  const to = shown(locations, chosenTo);
  const from = shown(taxed, chosenFrom);
  const command = useCommand(copyTaxesCommand, 'taxes copy', (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  if (!to || !from) return null;
  const isSent = command.open !== null;
  const options = (places: readonly Place[]) => places.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className="mt-2.5 ml-7 flex flex-wrap items-center gap-2 text-sm">
      {locations.length > 1 && (
        <Select
          label="Location"
          value={String(to.id)}
          options={options(locations)}
          disabled={isSent}
          onChange={setTo}
        />
      )}
      {taxed.length > 1 && (
        <>
          <span>takes over the taxes of</span>
          <Select
            label="Taxes of"
            value={String(from.id)}
            options={options(taxed)}
            disabled={isSent}
            onChange={setFrom}
          />
        </>
      )}
      <Button
        busy={isSent}
        onClick={() =>
          void command.send({
            title: `Taxes of ${from.name} for ${to.name}`,
            memo: null,
            body: { from_location_id: from.id, location_id: to.id },
          })
        }
      >
        {taxed.length > 1 ? 'Take over' : `Take over the taxes of ${from.name}`}
      </Button>
      <Checking what="taxes" command={command.open} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

interface ChangedMeanwhileProps<Name extends string> {
  /** The edited thing in words: "these settings". */
  readonly what: string;
  readonly others: readonly Name[];
  readonly conflicts: readonly Name[];
  readonly labelOf: (name: Name) => string;
  /** A field in words: as it was when editing began, as it is saved now, or as typed here. */
  readonly say: (name: Name, which: 'seen' | 'saved' | 'mine') => ReactNode;
  readonly onTheirs: (name: Name) => void;
  readonly onMine: (name: Name) => void;
}

/** Shows other people's saves during editing. If both people changed a field, one value has to be chosen. */
export function ChangedMeanwhile<Name extends string>({
  what,
  others,
  conflicts,
  labelOf,
  say,
  onTheirs,
  onMine,
}: ChangedMeanwhileProps<Name>) {
  if (others.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label="Changed meanwhile"
      className="flex max-h-64 flex-col gap-2 overflow-y-auto rounded-md bg-yellow-soft px-3 py-2.5 text-sm text-ink-2"
    >
      <p className="font-medium text-ink">Somebody else changed {what} meanwhile</p>
      <p>
        {conflicts.length === 0
          ? 'The form shows their changes. What you changed is not saved yet.'
          : 'Nothing of yours is saved yet. Choose what holds where you both changed the same.'}
      </p>
      <ul className="flex flex-col gap-2">
        {others.map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="font-medium text-ink">{labelOf(name)}</span>: was {say(name, 'seen')}, now{' '}
              {say(name, 'saved')}
              {conflicts.includes(name) && <>; you have {say(name, 'mine')}</>}
            </span>
            {conflicts.includes(name) && (
              <span className="flex shrink-0 gap-2">
                <Button size="sm" aria-label={`Use theirs: ${labelOf(name)}`} onClick={() => onTheirs(name)}>
                  Use theirs
                </Button>
                <Button size="sm" aria-label={`Keep mine: ${labelOf(name)}`} onClick={() => onMine(name)}>
                  Keep mine
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

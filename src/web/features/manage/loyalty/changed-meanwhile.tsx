import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { WireSettings } from './loyalty-draft.ts';
import { settingsOf } from './loyalty-draft.ts';
import { keepMine, type LoyaltyForm, takeTheirs } from './loyalty-form-state.ts';
import { FIELD_LABEL, valueInWords } from './loyalty-words.ts';

/** What somebody else saved while this form was being edited. Where both changed one field, one of both is chosen. */
export function ChangedMeanwhile({
  form: { others, conflicts, seen, settings },
  current,
  nameOf,
}: {
  form: LoyaltyForm;
  current: WireSettings;
  nameOf: (categoryId: number) => string;
}) {
  if (seen === null || others.length === 0) return null;
  const saved = settingsOf(current);
  const say = (name: (typeof others)[number], of: LoyaltySettings) => valueInWords(name, of, nameOf);
  return (
    <section
      role="alert"
      aria-label="Changed meanwhile"
      className="flex flex-col gap-2 rounded-md bg-yellow-soft px-3 py-2.5 text-sm text-ink-2"
    >
      <p className="font-medium text-ink">Somebody else changed these settings meanwhile</p>
      <p>
        {conflicts.length === 0
          ? 'The form shows their changes. What you changed is not saved yet.'
          : 'Nothing of yours is saved yet. Choose what holds where you both changed the same.'}
      </p>
      <ul className="flex flex-col gap-2">
        {others.map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="font-medium text-ink">{FIELD_LABEL[name]}</span>: was {say(name, seen)}, now{' '}
              {say(name, saved)}
              {conflicts.includes(name) && settings && `; you have ${say(name, settings)}`}
            </span>
            {conflicts.includes(name) && (
              <span className="flex shrink-0 gap-2">
                <Button size="sm" aria-label={`Use theirs: ${FIELD_LABEL[name]}`} onClick={() => takeTheirs(name)}>
                  Use theirs
                </Button>
                <Button
                  size="sm"
                  aria-label={`Keep mine: ${FIELD_LABEL[name]}`}
                  onClick={() => keepMine(name, current.version)}
                >
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

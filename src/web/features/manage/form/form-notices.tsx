import type { ReactNode } from 'react';
import { Checking } from '#web/entities/command/checking.tsx';
import type { Route } from '#contract/route.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type Fields, keepMine, takeTheirs } from './record-draft.ts';
import type { RecordForm } from './record-form.ts';

type Shown<F extends Fields> = Omit<RecordForm<F, Route>, 'save' | 'change'>;

interface Said<F extends Fields> {
  readonly labels: { readonly [Name in keyof F]: string };
  /** A value of a field in words. */
  readonly say: (name: keyof F & string, fields: F) => ReactNode;
}

/** The notices above the buttons of a form: other people's changes, refusals, and commands without an answer. */
export function FormNotices<F extends Fields>({
  form,
  current,
  what,
  ...said
}: Said<F> & {
  form: Shown<F>;
  current: F;
  /** The record in words: "account", for "Somebody else changed this account meanwhile". */
  what: string;
}) {
  return (
    <>
      {!form.isSent && <ChangedMeanwhile form={form} current={current} what={what} {...said} />}
      {form.refused !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {form.refused}
        </p>
      )}
      <Checking what={what} command={form.open} />
    </>
  );
}

/** Other people's changes. If both people changed a field, one value has to be chosen. */
function ChangedMeanwhile<F extends Fields>({
  form: { others, conflicts, seen, fields, subject, version },
  current,
  what,
  labels,
  say,
}: Said<F> & { form: Shown<F>; current: F; what: string }) {
  if (seen === null || others.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label="Changed meanwhile"
      className="flex flex-col gap-2 rounded-md bg-yellow-soft px-3 py-2.5 text-sm text-ink-2"
    >
      <p className="font-medium text-ink">Somebody else changed this {what} meanwhile</p>
      <p>
        {conflicts.length === 0
          ? 'The form shows their changes. What you changed is not saved yet.'
          : 'Nothing of yours is saved yet. Choose what holds where you both changed the same.'}
      </p>
      <ul className="flex flex-col gap-2">
        {others.map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="font-medium text-ink">{labels[name]}</span>: was {say(name, seen)}, now{' '}
              {say(name, current)}
              {conflicts.includes(name) && <>; you have {say(name, fields)}</>}
            </span>
            {conflicts.includes(name) && (
              <span className="flex shrink-0 gap-2">
                <Button size="sm" aria-label={`Use theirs: ${labels[name]}`} onClick={() => takeTheirs(subject, name)}>
                  Use theirs
                </Button>
                <Button
                  size="sm"
                  aria-label={`Keep mine: ${labels[name]}`}
                  onClick={() => keepMine(subject, name, version)}
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

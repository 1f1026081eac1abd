import type { ReactNode } from 'react';
import { Checking } from '#web/entities/command/checking.tsx';
import type { Route } from '#contract/route.ts';
import { ChangedMeanwhile } from '../edit/changed-meanwhile.tsx';
import { type Fields, type RecordForm, recordDrafts } from './record-form.ts';

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
  labels,
  say,
}: Said<F> & {
  form: Shown<F>;
  current: F;
  /** The record in words: "account", for "Somebody else changed this account meanwhile". */
  what: string;
}) {
  return (
    <>
      {!form.isSent && (
        <ChangedMeanwhile
          what={`this ${what}`}
          others={form.others}
          conflicts={form.conflicts}
          labelOf={(name) => labels[name]}
          say={(name, which) => say(name, { seen: form.seen ?? current, saved: current, mine: form.fields }[which])}
          onTheirs={(name) => recordDrafts.takeTheirs(form.subject, name, current)}
          onMine={(name) => recordDrafts.keepMine(form.subject, name, form.version)}
        />
      )}
      {form.refused !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {form.refused}
        </p>
      )}
      <Checking what={what} command={form.open} />
    </>
  );
}

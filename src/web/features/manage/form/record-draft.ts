import { perOwner } from '#web/api/session/per-owner.ts';

/** A form as it is typed. */
export type Fields = Readonly<Record<string, unknown>>;

interface Draft {
  /** What was changed in the form and is not saved. */
  readonly edits: Fields;
  /** The record's fields as they were when the first of these edits was made. */
  readonly seen: Fields | null;
  /** Fields that somebody else changed as well and that stay as they are typed, with the version that was set against. */
  readonly kept: Readonly<Record<string, number>>;
}

export const NO_DRAFT: Draft = { edits: {}, seen: null, kept: {} };

/** By the subject of the record's command. Kept beside the pages: what was typed is there again after looking elsewhere. */
export const useDrafts = perOwner<Readonly<Record<string, Draft>>>(() => ({}));

function set(subject: string, change: (draft: Draft) => Draft): void {
  useDrafts.setState((drafts) => ({ [subject]: change(drafts[subject] ?? NO_DRAFT) }));
}

export function dropDraft(subject: string): void {
  set(subject, () => NO_DRAFT);
}

/** Brings back what was sent and refused; what has been typed since then stays. */
export function restoreDraft(subject: string, { edits, seen }: { edits: Fields; seen: Fields }): void {
  set(subject, (present) => (Object.keys(present.edits).length > 0 ? present : { edits, seen, kept: {} }));
}

/** A field that somebody else has changed, and that is typed after that shows, is no conflict: it was seen. */
export function editDraft(subject: string, current: Fields, version: number, change: Fields): void {
  set(subject, ({ edits, seen, kept }) => {
    const known = Object.keys(change).filter(
      (name) => seen !== null && !(name in edits) && !isSame(seen[name], current[name]),
    );
    return {
      edits: { ...edits, ...change },
      seen: seen ?? current,
      kept: { ...kept, ...Object.fromEntries(known.map((name) => [name, version])) },
    };
  });
}

/** Ends a conflict: the field is as the other person set it. Without another edit nothing is left to compare with. */
export function takeTheirs(subject: string, name: string): void {
  set(subject, ({ edits: { [name]: _mine, ...edits }, seen, kept }) =>
    Object.keys(edits).length === 0 ? NO_DRAFT : { edits, seen, kept },
  );
}

/** Ends a conflict: the field stays as it is typed. */
export function keepMine(subject: string, name: string, version: number): void {
  set(subject, (draft) => ({ ...draft, kept: { ...draft.kept, [name]: version } }));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differing(one: Fields, other: Fields): string[] {
  return Object.keys(one).filter((name) => !isSame(one[name], other[name]));
}

export interface FormState<F extends Fields> {
  readonly fields: F;
  /** Names of what Save would change. */
  readonly changed: readonly (keyof F & string)[];
  /** Somebody else changed these since the first edit. */
  readonly others: readonly (keyof F & string)[];
  /** Those among them that were changed here as well: one of both has to be chosen. */
  readonly conflicts: readonly (keyof F & string)[];
  readonly seen: F | null;
}

/** The form over the newest record. What somebody else saved meanwhile shows; an edit is never dropped for it. */
export function formOf<F extends Fields>(current: F, version: number, { edits, seen, kept }: Draft): FormState<F> {
  const fields: F = { ...current, ...edits };
  const changed = differing(fields, current);
  const others = seen === null ? [] : differing(current, seen);
  const conflicts = others.filter((name) => changed.includes(name) && kept[name] !== version);
  return { fields, changed, others, conflicts, seen: seen as F | null };
}

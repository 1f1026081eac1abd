import { perOwner } from '#web/api/session/per-owner.ts';

/** The fields of a form, as typed. */
export type Fields = Readonly<Record<string, unknown>>;

interface Draft {
  /** The unsaved edits. */
  readonly edits: Fields;
  /** The record's fields when the first of these edits was made. */
  readonly seen: Fields | null;
  /** Fields changed by both people where the person keeps their own value, with the record version they have seen. */
  readonly kept: Readonly<Record<string, number>>;
}

export const NO_DRAFT: Draft = { edits: {}, seen: null, kept: {} };

/**
 * Drafts by the subject of the record's command. They are kept outside the pages, so that typed text survives a visit
 * elsewhere.
 */
export const useDrafts = perOwner<Readonly<Record<string, Draft>>>(() => ({}));

function set(subject: string, change: (draft: Draft) => Draft): void {
  useDrafts.setState((drafts) => ({ [subject]: change(drafts[subject] ?? NO_DRAFT) }));
}

export function dropDraft(subject: string): void {
  set(subject, () => NO_DRAFT);
}

/** Restores refused edits, unless something else was typed since. */
export function restoreDraft(subject: string, { edits, seen }: { edits: Fields; seen: Fields }): void {
  set(subject, (present) => (Object.keys(present.edits).length > 0 ? present : { edits, seen, kept: {} }));
}

/**
 * Records edits. An edit over somebody else's change that the field already shows is no conflict, because the person
 * has seen it.
 */
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

/** Ends a conflict with the other person's value. Without other edits the draft is empty again. */
export function takeTheirs(subject: string, name: string): void {
  set(subject, ({ edits: { [name]: _mine, ...edits }, seen, kept }) =>
    Object.keys(edits).length === 0 ? NO_DRAFT : { edits, seen, kept },
  );
}

/** Ends a conflict: the typed value stays. */
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
  /** Names of the fields that Save would change. */
  readonly changed: readonly (keyof F & string)[];
  /** Fields that somebody else changed since the first edit. */
  readonly others: readonly (keyof F & string)[];
  /** Those of them that were edited here as well. The person has to choose one value. */
  readonly conflicts: readonly (keyof F & string)[];
  readonly seen: F | null;
}

/** The newest record with the edits of the form. Other people's saves show, and never remove an edit. */
export function formOf<F extends Fields>(current: F, version: number, { edits, seen, kept }: Draft): FormState<F> {
  const fields: F = { ...current, ...edits };
  const changed = differing(fields, current);
  const others = seen === null ? [] : differing(current, seen);
  const conflicts = others.filter((name) => changed.includes(name) && kept[name] !== version);
  return { fields, changed, others, conflicts, seen: seen as F | null };
}

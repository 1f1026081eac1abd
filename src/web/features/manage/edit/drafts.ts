import { perOwner } from '#web/api/session/per-owner.ts';

/** What was typed into a form and is not saved. */
export interface Draft<Fields extends object, Seen> {
  readonly edits: Partial<Fields>;
  /** What was saved when the first of these edits was made. */
  readonly seen: Seen | null;
  /** Fields that somebody else changed as well and that stay as they are typed, with the version that was set against. */
  readonly kept: Partial<Record<keyof Fields, number>>;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Drafts of a kind of form, one for each thing that is edited (`subject`). They are kept beside the page: who looks
 * something up elsewhere finds the form as they left it. Rule: workspace/manage.
 */
export function draftsOf<Fields extends object, Seen extends object>() {
  type Of = Draft<Fields, Seen>;
  const none: Of = { edits: {}, seen: null, kept: {} };
  const store = perOwner<ReadonlyMap<string, Of>>(() => new Map());
  const get = (subject: string): Of => store.getState().get(subject) ?? none;

  function put(subject: string, draft: Of | null): void {
    const next = new Map(store.getState());
    if (draft === null) next.delete(subject);
    else next.set(subject, draft);
    store.setState(next, true);
  }

  return {
    store,
    use: (subject: string): Of => store((all) => all.get(subject)) ?? none,
    get,
    drop: (subject: string) => put(subject, null),
    /** Brings back what was sent and refused; what has been typed since then stays. */
    restore(subject: string, { edits, seen }: Pick<Of, 'edits' | 'seen'>) {
      if (Object.keys(get(subject).edits).length === 0) put(subject, { edits, seen, kept: {} });
    },
    /** @param saved what the form was over when this was typed */
    edit(subject: string, saved: Seen, change: Partial<Fields>) {
      const { edits, seen, kept } = get(subject);
      put(subject, { edits: { ...edits, ...change }, seen: seen ?? saved, kept });
    },
    /** Ends a conflict: the field is as the other person set it, and typed anew it is an edit of that. */
    takeTheirs(subject: string, name: keyof Fields & keyof Seen, saved: Seen) {
      const { edits, seen, kept } = get(subject);
      const { [name]: _mine, ...others } = edits;
      const isLeft = Object.keys(others).length > 0 && seen !== null;
      put(subject, isLeft ? { edits: others as Partial<Fields>, seen: { ...seen, [name]: saved[name] }, kept } : null);
    },
    /** Ends a conflict: the field stays as it is typed. */
    keepMine(subject: string, name: keyof Fields, version: number) {
      const draft = get(subject);
      put(subject, { ...draft, kept: { ...draft.kept, [name]: version } });
    },
  };
}

export interface Merged<Fields extends object> {
  /** As the form shows them. */
  readonly fields: Fields;
  /** Typed differently from what is saved. */
  readonly edited: readonly (keyof Fields)[];
  /** Somebody else changed these since the first edit. */
  readonly others: readonly (keyof Fields)[];
  /** Those among them that were changed here as well: one of both has to be chosen. */
  readonly conflicts: readonly (keyof Fields)[];
}

/** A form over the newest state. Whatever somebody else saved meanwhile shows; an edit is never dropped for it. */
export function merged<Fields extends object>(
  saved: Fields,
  version: number,
  { edits, seen, kept }: Draft<Fields, Fields>,
): Merged<Fields> {
  const names = Object.keys(saved) as (keyof Fields)[];
  const edited = names.filter((name) => name in edits && !isSame(edits[name], saved[name]));
  const others = seen === null ? [] : names.filter((name) => !isSame(seen[name], saved[name]));
  const conflicts = others.filter((name) => edited.includes(name) && kept[name] !== version);
  return { fields: { ...saved, ...edits }, edited, others, conflicts };
}

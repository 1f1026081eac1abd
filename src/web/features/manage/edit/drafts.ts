import { perOwner } from '#web/api/session/per-owner.ts';

/** The unsaved edits of a form. */
export interface Draft<Fields extends object, Seen> {
  readonly edits: Partial<Fields>;
  /** The saved fields when the first of these edits was made. */
  readonly seen: Seen | null;
  /** Fields changed by both people where the person keeps their own value, with the version they decided against. */
  readonly kept: Partial<Record<keyof Fields, number>>;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Drafts of one kind of form, one for each edited thing (`subject`). They are kept outside the page, so that typed text
 * survives a visit elsewhere. Rule: workspace/manage.
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
    /** Restores refused edits, unless something else was typed since. */
    restore(subject: string, { edits, seen }: Pick<Of, 'edits' | 'seen'>) {
      if (Object.keys(get(subject).edits).length === 0) put(subject, { edits, seen, kept: {} });
    },
    /**
     * An edit over somebody else's change that the field already shows is no conflict, because the person has seen it.
     * @param saved the saved fields when this was typed, and their version
     */
    edit(subject: string, saved: Seen, change: Partial<Fields>, version: number) {
      const { edits, seen, kept } = get(subject);
      const isKnown = ([name, value]: [string, unknown]) =>
        seen !== null && name in change && !(name in edits) && !isSame(seen[name as keyof Seen], value);
      const known = Object.entries(saved).filter(isKnown);
      put(subject, {
        edits: { ...edits, ...change },
        seen: seen ?? saved,
        kept: { ...kept, ...Object.fromEntries(known.map(([name]) => [name, version])) },
      });
    },
    /** Ends a conflict with the other person's value. Later edits of the field start from that value. */
    takeTheirs(subject: string, name: keyof Fields & keyof Seen, saved: Seen) {
      const { edits, seen, kept } = get(subject);
      const { [name]: _mine, ...others } = edits;
      const isLeft = Object.keys(others).length > 0 && seen !== null;
      put(subject, isLeft ? { edits: others as Partial<Fields>, seen: { ...seen, [name]: saved[name] }, kept } : null);
    },
    /** Ends a conflict: the typed value stays. */
    keepMine(subject: string, name: keyof Fields, version: number) {
      const draft = get(subject);
      put(subject, { ...draft, kept: { ...draft.kept, [name]: version } });
    },
  };
}

export interface Merged<Fields extends object> {
  /** The values on the screen. */
  readonly fields: Fields;
  /** Fields whose typed value differs from the saved one. */
  readonly edited: readonly (keyof Fields & string)[];
  /** Fields that somebody else changed since the first edit. */
  readonly others: readonly (keyof Fields & string)[];
  /** Those of them that were edited here as well. The person has to choose one value. */
  readonly conflicts: readonly (keyof Fields & string)[];
}

/** The newest saved state with the edits of the form. Other people's saves show, and never remove an edit. */
export function merged<Fields extends object>(
  saved: Fields,
  version: number,
  { edits, seen, kept }: Draft<Fields, Fields>,
): Merged<Fields> {
  const names = Object.keys(saved) as (keyof Fields & string)[];
  const edited = names.filter((name) => name in edits && !isSame(edits[name], saved[name]));
  const others = seen === null ? [] : names.filter((name) => !isSame(seen[name], saved[name]));
  const conflicts = others.filter((name) => edited.includes(name) && kept[name] !== version);
  return { fields: { ...saved, ...edits }, edited, others, conflicts };
}

import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import {
  differing,
  FIELD_NAMES,
  type FieldName,
  fieldsOf,
  isSame,
  type LoyaltyEdits,
  type LoyaltyFields,
  type Problems,
  readFields,
  settingsOf,
  type WireSettings,
} from './loyalty-draft.ts';

interface Draft {
  readonly edits: LoyaltyEdits;
  /** The settings as they were when the first of these edits was made. */
  readonly seen: WireSettings | null;
  /** Fields that somebody else changed as well and that stay as they are typed, with the version that was set against. */
  readonly kept: Partial<Record<FieldName, number>>;
}

const EMPTY: Draft = { edits: {}, seen: null, kept: {} };

/** Kept beside the page: who looks something up elsewhere finds the form as they left it. */
export const useLoyaltyDraft = perOwner<Draft>(() => EMPTY);

export function dropDraft(): void {
  useLoyaltyDraft.setState(EMPTY);
}

/** Brings back what was sent and refused; what has been typed since then stays. */
export function restoreDraft({ edits, seen }: { edits: LoyaltyEdits; seen: WireSettings }): void {
  useLoyaltyDraft.setState((present) => (Object.keys(present.edits).length > 0 ? present : { edits, seen, kept: {} }));
}

export function edit(current: WireSettings, change: LoyaltyEdits): void {
  useLoyaltyDraft.setState(({ edits, seen }) => ({ edits: { ...edits, ...change }, seen: seen ?? current }));
}

/** Ends a conflict: the field is as the other person set it. */
export function takeTheirs(name: FieldName): void {
  useLoyaltyDraft.setState(({ edits }) => {
    const { [name]: _mine, ...others } = edits;
    return { edits: others };
  });
}

/** Ends a conflict: the field stays as it is typed. */
export function keepMine(name: FieldName, version: number): void {
  useLoyaltyDraft.setState(({ kept }) => ({ kept: { ...kept, [name]: version } }));
}

export interface LoyaltyForm {
  readonly fields: LoyaltyFields;
  readonly problems: Problems;
  /** What the form stands for; null while a field is wrong. */
  readonly settings: LoyaltySettings | null;
  /** What Save would change. */
  readonly changed: readonly FieldName[];
  /** Somebody else changed these since the first edit. */
  readonly others: readonly FieldName[];
  /** Those among them that were changed here as well: one of both has to be chosen. */
  readonly conflicts: readonly FieldName[];
  readonly seen: LoyaltySettings | null;
}

/** The form over the newest settings. Whatever somebody else saved meanwhile shows; an edit is never dropped for it. */
export function formOf(current: WireSettings, { edits, seen: begun, kept }: Draft): LoyaltyForm {
  const saved = settingsOf(current);
  const before = fieldsOf(saved);
  const fields = { ...before, ...edits };
  const read = readFields(fields);
  const settings = 'settings' in read ? read.settings : null;
  const edited = FIELD_NAMES.filter((name) => name in edits && !isSame(edits[name], before[name]));
  const seen = begun && settingsOf(begun);
  const others = seen ? differing(seen, saved) : [];
  return {
    fields,
    settings,
    problems: 'problems' in read ? read.problems : {},
    changed: settings ? differing(settings, saved) : edited,
    others,
    conflicts: others.filter((name) => edited.includes(name) && kept[name] !== current.version),
    seen,
  };
}

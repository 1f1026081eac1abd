import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { type Draft, draftsOf, merged } from '../edit/drafts.ts';
import {
  differing,
  type FieldName,
  fieldsOf,
  type LoyaltyEdits,
  type LoyaltyFields,
  type Problems,
  readFields,
  settingsOf,
  type WireSettings,
} from './loyalty-draft.ts';

/** The subject of the one set of loyalty settings. */
const SUBJECT = 'settings';
/** The drafts of the page, in a map of one. */
export const loyaltyDrafts = draftsOf<LoyaltyFields, WireSettings>();

export const useLoyaltyDraft = () => loyaltyDrafts.use(SUBJECT);
export const dropDraft = () => loyaltyDrafts.drop(SUBJECT);
export const restoreDraft = (sent: { edits: LoyaltyEdits; seen: WireSettings }) => loyaltyDrafts.restore(SUBJECT, sent);
export const edit = (current: WireSettings, change: LoyaltyEdits) =>
  loyaltyDrafts.edit(SUBJECT, current, change, current.version);
export const takeTheirs = (name: FieldName, current: WireSettings) => loyaltyDrafts.takeTheirs(SUBJECT, name, current);
export const keepMine = (name: FieldName, version: number) => loyaltyDrafts.keepMine(SUBJECT, name, version);

export interface LoyaltyForm {
  readonly fields: LoyaltyFields;
  readonly problems: Problems;
  /** The settings of the form; null while a field is wrong. */
  readonly settings: LoyaltySettings | null;
  /** Names of the fields that Save would change. */
  readonly changed: readonly FieldName[];
  readonly others: readonly FieldName[];
  readonly conflicts: readonly FieldName[];
  readonly seen: LoyaltySettings | null;
}

/** The newest settings with the edits of the form. */
export function formOf(
  current: WireSettings,
  { edits, seen: begun, kept }: Draft<LoyaltyFields, WireSettings>,
): LoyaltyForm {
  const saved = settingsOf(current);
  const seen = begun && settingsOf(begun);
  const { fields, edited, others, conflicts } = merged(fieldsOf(saved), current.version, {
    edits,
    seen: seen && fieldsOf(seen),
    kept,
  });
  const read = readFields(fields);
  const settings = 'settings' in read ? read.settings : null;
  return {
    fields,
    settings,
    problems: 'problems' in read ? read.problems : {},
    changed: settings ? differing(settings, saved) : edited,
    others,
    conflicts,
    seen,
  };
}

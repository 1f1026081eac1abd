import { z } from 'zod';
import type { changeLoyaltySettingsRoute, loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import type { BodySent, ReplyOf } from '#contract/route.ts';
import { type LoyaltySettings, POINT_ROUNDINGS } from '#domain/loyalty-points.ts';
import { centsOf, formatMoney, toCents } from '#domain/money.ts';
import { readMoney, readQuantity, typedSentence } from '#domain/typed.ts';
import { isSame } from '../edit/drafts.ts';

export type WireSettings = Omit<ReplyOf<typeof loyaltySettingsRoute>, 'success'>;

/** The form as typed, by the field names of the API. */
export const loyaltyFields = z.object({
  earn_points: z.string(),
  earn_amount: z.string(),
  rounding: z.enum(POINT_ROUNDINGS),
  minimum_amount: z.string(),
  excluded_category_ids: z.array(z.int()),
  earn_on_discounted: z.boolean(),
  redeem_points: z.string(),
  redeem_amount: z.string(),
  points_label: z.string(),
  /** Days; null if points never expire. */
  expire_after_days: z.string().nullable(),
});
export type LoyaltyFields = z.output<typeof loyaltyFields>;
export type FieldName = keyof LoyaltyFields;
/** The unsaved edits. */
export type LoyaltyEdits = Partial<LoyaltyFields>;

const FIELD_NAMES = Object.keys(loyaltyFields.shape) as FieldName[];

/** The settings as a request sends them. */
function wireOf(settings: LoyaltySettings) {
  return {
    earn_points: settings.earnPoints,
    earn_amount: formatMoney(settings.earnCents),
    rounding: settings.rounding,
    minimum_amount: formatMoney(settings.minimumCents),
    excluded_category_ids: settings.excludedCategoryIds.toSorted((one, other) => one - other),
    earn_on_discounted: settings.earnsOnDiscounted,
    redeem_points: settings.redeemPoints,
    redeem_amount: formatMoney(settings.redeemCents),
    points_label: settings.label,
    expire_after_days: settings.expireAfterDays,
  };
}

export function fieldsOf(settings: LoyaltySettings): LoyaltyFields {
  const wire = wireOf(settings);
  return {
    ...wire,
    earn_points: String(wire.earn_points),
    redeem_points: String(wire.redeem_points),
    expire_after_days: wire.expire_after_days === null ? null : String(wire.expire_after_days),
  };
}

/** Names of the fields that differ. */
export function differing(one: LoyaltySettings, other: LoyaltySettings): FieldName[] {
  const [mine, theirs] = [wireOf(one), wireOf(other)];
  return FIELD_NAMES.filter((name) => !isSame(mine[name], theirs[name]));
}

export type Problems = Partial<Record<FieldName, string>>;

type Read = { readonly settings: LoyaltySettings } | { readonly problems: Problems };

const MOST_AMOUNT = toCents(1_000_000);

/** The settings of the form, or the problem of each field. The bounds are those of the route. */
export function readFields(fields: LoyaltyFields): Read {
  const problems: Problems = {};
  function whole(name: 'earn_points' | 'redeem_points' | 'expire_after_days', least: number, most: number): number {
    const read = readQuantity(fields[name] ?? '', { decimals: 0, least: least * 1000, most: most * 1000 });
    if (read.ok) return read.value / 1000;
    problems[name] = typedSentence(read.refused);
    return 0;
  }
  function amount(name: 'earn_amount' | 'minimum_amount' | 'redeem_amount', least: number, most?: number) {
    const read = readMoney(fields[name]);
    if (!read.ok) problems[name] = typedSentence(read.refused);
    else if (read.value < least) problems[name] = 'It must be more than $0.00.';
    else if (most !== undefined && read.value > most) problems[name] = 'It must be at most $10,000.00.';
    return read.ok ? read.value : toCents(0);
  }
  if (!/^[^:]{1,30}:[^:]{1,30}$/.test(fields.points_label) || fields.points_label.split(':').some((w) => !w.trim())) {
    problems.points_label = 'Give a word for one and a word for many, each up to 30 characters, without a colon.';
  }
  const settings = {
    earnPoints: whole('earn_points', 0, 10_000),
    earnCents: amount('earn_amount', 1, MOST_AMOUNT),
    rounding: fields.rounding,
    minimumCents: amount('minimum_amount', 0),
    excludedCategoryIds: fields.excluded_category_ids,
    earnsOnDiscounted: fields.earn_on_discounted,
    redeemPoints: whole('redeem_points', 1, 1_000_000),
    redeemCents: amount('redeem_amount', 1, MOST_AMOUNT),
    label: fields.points_label,
    expireAfterDays: fields.expire_after_days === null ? null : whole('expire_after_days', 1, 36_500),
  };
  return Object.keys(problems).length === 0 ? { settings } : { problems };
}

export function settingsOf(settings: WireSettings): LoyaltySettings {
  return {
    earnPoints: settings.earn_points,
    earnCents: centsOf(settings.earn_amount),
    rounding: settings.rounding,
    minimumCents: centsOf(settings.minimum_amount),
    excludedCategoryIds: settings.excluded_category_ids,
    earnsOnDiscounted: settings.earn_on_discounted,
    redeemPoints: settings.redeem_points,
    redeemCents: centsOf(settings.redeem_amount),
    label: settings.points_label,
    expireAfterDays: settings.expire_after_days,
  };
}

/** The request: only the changed fields, with the version they are based on. */
export function bodyOf(
  settings: LoyaltySettings,
  changed: readonly FieldName[],
  version: number,
): BodySent<typeof changeLoyaltySettingsRoute> {
  const wire = wireOf(settings);
  return { ...Object.fromEntries(changed.map((name) => [name, wire[name]])), version };
}

import type { changeLoyaltySettingsRoute, loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { moneyOf } from '#contract/wire.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { lockSettings, type SettingsRow, unknownCategories, updateSettings } from './queries.ts';

export function toWireSettings(row: SettingsRow): Omit<ReplyOf<typeof loyaltySettingsRoute>, 'success'> {
  return {
    earn_points: row.earn_points,
    earn_amount: moneyOf(row.earn_cents),
    rounding: row.rounding as ReplyOf<typeof loyaltySettingsRoute>['rounding'],
    minimum_amount: moneyOf(row.minimum_cents),
    excluded_category_ids: row.excluded_category_ids,
    earn_on_discounted: row.earn_on_discounted,
    redeem_points: row.redeem_points,
    redeem_amount: moneyOf(row.redeem_cents),
    points_label: row.points_label,
    expire_after_days: row.expire_after_days,
    version: row.version,
  };
}

/**
 * Changes the one loyalty setting of the business. Rule: loyalty/settings.
 * @throws Refusal `settings_changed` with the `current` ones, `not_valid` for categories that do not exist, `nothing_to_do`.
 */
export async function changeSettings(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof changeLoyaltySettingsRoute>,
): Promise<SettingsRow> {
  // The terms come first: a change of the settings is one of them.
  await lockTerms(tx);
  const before = await lockSettings(tx);
  if (body.version !== undefined && body.version !== before.version) {
    throw new Refusal('settings_changed', 'Somebody else changed the loyalty settings. Look at them again.', {
      details: { current: toWireSettings(before) },
    });
  }
  const excluded = [...new Set(body.excluded_category_ids ?? before.excluded_category_ids)].toSorted((a, b) => a - b);
  if (body.excluded_category_ids) {
    const [unknown] = await unknownCategories(tx, excluded);
    if (unknown !== undefined) throw new Refusal('not_valid', `There is no category ${unknown}.`);
  }
  const wanted: SettingsRow = {
    earn_points: body.earn_points ?? before.earn_points,
    earn_cents: body.earn_amount ?? before.earn_cents,
    rounding: body.rounding ?? before.rounding,
    minimum_cents: body.minimum_amount ?? before.minimum_cents,
    excluded_category_ids: excluded,
    earn_on_discounted: body.earn_on_discounted ?? before.earn_on_discounted,
    redeem_points: body.redeem_points ?? before.redeem_points,
    redeem_cents: body.redeem_amount ?? before.redeem_cents,
    points_label: body.points_label ?? before.points_label,
    expire_after_days: body.expire_after_days === undefined ? before.expire_after_days : body.expire_after_days,
    version: before.version,
  };
  const changes = differences(before, wanted, ['version']);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'The settings are like that already.');
  const after = await updateSettings(tx, wanted);
  await recordChange(tx, staff, {
    action: 'loyalty_settings',
    entity: 'loyalty',
    entityId: 'settings',
    details: changes,
  });
  return after;
}

import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { changePricingRuleRoute, createPricingRuleRoute, PricingRule } from '#contract/pricing-rules.ts';
import type { BodyOf } from '#contract/route.ts';
import { MAX_INCLUDED, moneyOf, toQuantity } from '#contract/wire.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { isValidRatio } from '#domain/conversion-ratio.ts';
import { ABOUT_NOW_MS } from '#domain/item-prices.ts';
import { toNumericText } from '#domain/quantity.ts';
import { tierAdvice } from '#domain/tier-advice.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { BLUEPRINT_OF } from '../blueprint-of.ts';

type CreateBody = BodyOf<typeof createPricingRuleRoute>;
type ChangeBody = BodyOf<typeof changePricingRuleRoute>;
type Tiers = CreateBody['tiers'];
type WireRatio = NonNullable<PricingRule['tiers'][number]['conversion_ratio']>;

interface RuleRow {
  id: number;
  blueprint_id: number;
  name: string;
  product_type: string;
  price_class: string | null;
  begins: Date | null;
  version: number;
  products: number;
  tiers: { min: string; price_cents: number; label: string; unit: string | null; ratio: WireRatio | null }[];
}

/** Rules that hold now, and those that are to come. @param id that rule alone */
async function selectRules(db: Database, id: number | null = null): Promise<PricingRule[]> {
  const { rows } = await sql<RuleRow>`
    WITH priced AS (
      SELECT ${BLUEPRINT_OF} AS blueprint_id, p.price_class, count(*)::integer AS products
        FROM products p WHERE p.status <> 'trash' GROUP BY 1, 2
    )
    SELECT r.id, r.blueprint_id, r.name, r.product_type, r.price_class, r.version,
           CASE WHEN r.valid_from > now() THEN r.valid_from END AS begins,
           (SELECT coalesce(sum(products), 0)::integer FROM priced
             WHERE blueprint_id = r.blueprint_id AND (r.price_class IS NULL OR price_class = r.price_class)) AS products,
           coalesce((SELECT jsonb_agg(jsonb_build_object('min', t.min::text, 'price_cents', t.price_cents, 'label', t.label,
                       'unit', t.unit, 'ratio', t.conversion_ratio) ORDER BY t.min)
                       FROM pricing_tiers t WHERE t.rule_id = r.id), '[]') AS tiers
      FROM pricing_rules r
     WHERE (r.valid_from > now() OR r.id IN (SELECT id FROM present_pricing_rules))
       AND (${id}::integer IS NULL OR r.id = ${id})
     ORDER BY r.blueprint_id, r.position, r.name, r.price_class NULLS FIRST, r.valid_from, r.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    blueprint_id: row.blueprint_id,
    name: row.name,
    product_type: row.product_type,
    price_class: row.price_class,
    begins: row.begins?.toISOString() ?? null,
    tiers: row.tiers.map(({ min, price_cents: cents, label, unit, ratio }) => ({
      min: toQuantity(milliFrom(min)),
      price: moneyOf(cents),
      label,
      ...(unit === null ? {} : { unit }),
      ...(ratio === null ? {} : { conversion_ratio: ratio }),
    })),
    products: row.products,
    version: row.version,
  }));
}

export const listPricingRules = (db: Database): Promise<PricingRule[]> => selectRules(db);

/** @throws Refusal `not_found` */
async function ruleNow(db: Database, id: number): Promise<PricingRule> {
  const [rule] = await selectRules(db, id);
  if (!rule) throw new Refusal('not_found', `There is no pricing rule ${id}.`);
  return rule;
}

function ratioOf(tier: Tiers[number]): ConversionRatio | undefined {
  const ratio = tier.conversion_ratio;
  return ratio
    ? {
        inputMilli: ratio.input_amount,
        inputUnit: ratio.input_unit,
        outputMilli: ratio.output_amount,
        outputUnit: ratio.output_unit,
      }
    : undefined;
}

/** @throws Refusal `not_valid` for tiers that could not be sold rightly. Rule: pricing/tier-advice. */
function requireSellable(productType: string, tiers: Tiers): void {
  const details = { field: 'tiers' };
  const given = tiers.map((tier) => {
    const ratio = ratioOf(tier);
    return { minMilli: tier.min, priceCents: tier.price, label: tier.label, ...(ratio && { conversionRatio: ratio }) };
  });
  const unfit = given.find(({ conversionRatio: ratio }) => ratio && !isValidRatio(ratio));
  if (unfit) throw new Refusal('not_valid', `The conversion ratio of ${unfit.label} has no amounts.`, { details });
  const error = tierAdvice(productType, given).find(({ kind }) => kind === 'error');
  if (error) throw new Refusal('not_valid', error.sentence, { details });
}

async function writeTiers(tx: Tx, ruleId: number, tiers: Tiers): Promise<void> {
  await sql`DELETE FROM pricing_tiers WHERE rule_id = ${ruleId}`.execute(tx);
  const rows = JSON.stringify(
    tiers.map(({ min, price, label, unit, conversion_ratio: ratio }) => ({
      min: toNumericText(min),
      price_cents: price,
      label: label.trim(),
      unit: unit?.trim() || null,
      ratio: ratio
        ? {
            input_amount: toQuantity(ratio.input_amount),
            input_unit: ratio.input_unit.trim(),
            output_amount: toQuantity(ratio.output_amount),
            output_unit: ratio.output_unit.trim(),
            ...(ratio.description === undefined ? {} : { description: ratio.description }),
          }
        : null,
    })),
  );
  await sql`
    INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit, conversion_ratio)
    SELECT ${ruleId}::integer, min, price_cents, label, unit, ratio
      FROM json_to_recordset(${rows}::json) AS r(min numeric, price_cents bigint, label text, unit text, ratio jsonb)`.execute(
    tx,
  );
}

function unlessThere<Value>(write: Promise<Value>, name: string): Promise<Value> {
  return write.catch((error: unknown) => {
    if (constraintOf(error) !== 'pricing_rules_name_once') throw error;
    throw new Refusal('pricing_rule_exists', `There is a rule ${name} for these products that begins then.`, {
      details: { field: 'name' },
    });
  });
}

/** @throws Refusal as `createPricingRuleRoute` lists. Rule: pricing/rules. */
export async function createPricingRule(tx: Tx, staff: Staff, body: CreateBody): Promise<PricingRule> {
  const begins = body.begins ?? null;
  if (begins !== null && Date.parse(begins) <= Date.now() + ABOUT_NOW_MS) {
    throw new Refusal('not_valid', 'A change is scheduled for a time to come.', { details: { field: 'begins' } });
  }
  requireSellable(body.product_type, body.tiers);
  // Nobody renames a rule to this name meanwhile.
  await lockTerms(tx);
  const blueprint = await tx
    .selectFrom('blueprints')
    .select('id')
    .where('id', '=', body.blueprint_id)
    .executeTakeFirst();
  if (!blueprint) {
    const details = { field: 'blueprint_id' };
    throw new Refusal('not_valid', `There is no blueprint ${body.blueprint_id}.`, { details });
  }
  const name = body.name.trim();
  const { rows } = await unlessThere(
    sql<{ id: number }>`
      INSERT INTO pricing_rules (blueprint_id, name, product_type, price_class, valid_from, position)
      VALUES (${body.blueprint_id}, ${name}, ${body.product_type.trim()}, ${body.price_class?.trim() || null},
              coalesce(${begins}::timestamptz, '-infinity'),
              (SELECT coalesce(max(position) FILTER (WHERE name = ${name}), max(position) + 1, 0) FROM pricing_rules
                WHERE blueprint_id = ${body.blueprint_id}))
      RETURNING id`.execute(tx),
    name,
  );
  const id = rows[0]?.id ?? 0;
  await writeTiers(tx, id, body.tiers);
  const rule = await ruleNow(tx, id);
  await recordChange(tx, staff, {
    action: 'pricing_rule_created',
    entity: 'pricing_rule',
    entityId: id,
    details: { rule },
  });
  return rule;
}

/**
 * Gives a rule another name. Rows with the same blueprint, class and name are one rule, so its former and later rows are
 * renamed with it, and no other rule is joined. @throws Refusal `pricing_rule_exists`
 */
async function renameRule(
  tx: Tx,
  { blueprint_id: blueprintId, price_class: priceClass, name: former }: PricingRule,
  name: string,
): Promise<void> {
  const ofClass = sql`blueprint_id = ${blueprintId} AND price_class IS NOT DISTINCT FROM ${priceClass}`;
  const { rows } = await sql`SELECT FROM pricing_rules WHERE ${ofClass} AND name = ${name} LIMIT 1`.execute(tx);
  if (rows.length > 0) {
    throw new Refusal('pricing_rule_exists', `Another rule for these products is called ${name}.`, {
      details: { field: 'name' },
    });
  }
  await sql`UPDATE pricing_rules SET name = ${name} WHERE ${ofClass} AND name = ${former}`.execute(tx);
}

/** @throws Refusal `changed_meanwhile` */
function requireSeen(rule: PricingRule, version: number | undefined): void {
  if (version === undefined || version === rule.version) return;
  const details = { current: rule };
  throw new Refusal('changed_meanwhile', 'Somebody changed this rule meanwhile. Nothing was saved; look at it again.', {
    details,
  });
}

/** @throws Refusal as `changePricingRuleRoute` lists. Rule: pricing/rules. */
export async function changePricingRule(
  tx: Tx,
  staff: Staff,
  id: number,
  { version, ...body }: ChangeBody,
): Promise<PricingRule> {
  await lockTerms(tx);
  await sql`SELECT FROM pricing_rules WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  const before = await ruleNow(tx, id);
  requireSeen(before, version);
  const type = body.product_type?.trim() ?? before.product_type;
  const name = body.name?.trim() ?? before.name;
  if (body.tiers) requireSellable(type, body.tiers);
  if (name !== before.name) await renameRule(tx, before, name);
  await tx.updateTable('pricing_rules').set({ product_type: type }).where('id', '=', id).execute();
  if (body.tiers) await writeTiers(tx, id, body.tiers);
  const after = await ruleNow(tx, id);
  const details = differences(before, after, ['version', 'products']);
  if (Object.keys(details).length === 0) throw new Refusal('nothing_to_do', 'The rule is like that already.');
  await recordChange(tx, staff, { action: 'pricing_rule_changed', entity: 'pricing_rule', entityId: id, details });
  return after;
}

/** @throws Refusal `not_found`, `changed_meanwhile`: nobody deletes what they have not seen. */
export async function deletePricingRule(
  tx: Tx,
  staff: Staff,
  id: number,
  version: number | undefined,
): Promise<PricingRule> {
  await lockTerms(tx);
  await sql`SELECT FROM pricing_rules WHERE id = ${id} FOR UPDATE`.execute(tx);
  const rule = await ruleNow(tx, id);
  requireSeen(rule, version);
  await sql`
    DELETE FROM pricing_rules r USING pricing_rules it
     WHERE it.id = ${id} AND (r.id = it.id OR ${rule.begins === null} AND r.blueprint_id = it.blueprint_id AND r.name = it.name
           AND r.price_class IS NOT DISTINCT FROM it.price_class)`.execute(tx);
  await recordChange(tx, staff, {
    action: 'pricing_rule_deleted',
    entity: 'pricing_rule',
    entityId: id,
    details: { rule },
  });
  return rule;
}

/** Names the products that a rule prices, where they are few enough to be fetched one by one. */
export async function pricedEvent(
  tx: Tx,
  { blueprint_id: blueprintId, price_class: priceClass }: PricingRule,
): Promise<LiveEvent> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM products p
     WHERE p.status = 'publish' AND (${priceClass}::text IS NULL OR p.price_class = ${priceClass}) AND ${BLUEPRINT_OF} = ${blueprintId}
     ORDER BY p.id LIMIT ${MAX_INCLUDED + 1}`.execute(tx);
  return rows.length > MAX_INCLUDED
    ? { type: 'catalogue' }
    : { type: 'catalogue', product_ids: rows.map(({ id }) => id) };
}

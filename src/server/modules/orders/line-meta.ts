import type { MetaData } from '#contract/wire.ts';
import { FULL_DISCOUNT } from '#domain/cart.ts';
import { type BasisPoints, type Cents, displayMoney, MAX_AMOUNT_CENTS, parseMoney, toCents } from '#domain/money.ts';
import { type Milli, parseQuantity } from '#domain/quantity.ts';
import { Refusal } from '#server/refusal.ts';

/** The facts in the meta of a line: its tier and its price changes. Rule: register/line-meta. */
export interface LineMeta {
  label: string | undefined;
  ruleId: number | undefined;
  ruleName: string | undefined;
  tierPriceCents: Cents | undefined;
  tierQuantityMilli: Milli | undefined;
  unit: string | undefined;
  overrideCents: Cents | undefined;
  overrideReason: string;
  discount: BasisPoints | undefined;
  adjustmentCents: Cents | undefined;
}

const MAX_REASON_LENGTH = 500;
const MOST = displayMoney(toCents(MAX_AMOUNT_CENTS));

function asAmount(value: unknown): Cents | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const parsed = parseMoney(value);
  return parsed.ok ? parsed.value : undefined;
}

function asId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Meta values by key. null and '' count as absent; a repeated key is refused when it is read. */
export function metaReader(meta: MetaData, what: string) {
  const values = new Map<string, unknown>();
  const twice = new Set<string>();
  for (const { key, value } of meta) {
    if (values.has(key)) twice.add(key);
    values.set(key, value);
  }
  const present = (key: string): unknown => {
    if (twice.has(key)) throw new Refusal('not_valid', `${what} has ${key} twice.`);
    const value = values.get(key);
    return value === null || value === '' ? undefined : value;
  };
  const read = <T>(key: string, parse: (value: unknown) => T | undefined, expected: string): T | undefined => {
    const value = present(key);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) throw new Refusal('not_valid', `${what}: ${key} is not ${expected}.`);
    return parsed;
  };
  return {
    present,
    read,
    amount: (key: string): Cents | undefined =>
      read(key, asAmount, `an amount of at most ${MOST} with at most two decimals`),
    text: (key: string): string | undefined =>
      read(
        key,
        (value) => (typeof value === 'string' && value.length <= MAX_REASON_LENGTH ? value : undefined),
        'a text',
      ),
  };
}

/** Rule: pricing/changes-are-recorded. @throws Refusal `not_valid` naming the key that is malformed. */
export function readLineMeta(meta: MetaData, lineName: string): LineMeta {
  const reader = metaReader(meta, lineName);
  const override = reader.amount('_override_price');
  if (override !== undefined && override < 0) throw new Refusal('not_valid', `Invalid price for ${lineName}.`);
  return {
    label: reader.text('_pricing_tier_label'),
    ruleId: reader.read('_pricing_tier_rule_id', asId, 'an id'),
    ruleName: reader.text('_pricing_tier_rule_name'),
    tierPriceCents: reader.amount('_pricing_tier_price'),
    tierQuantityMilli: reader.read(
      '_pricing_tier_quantity',
      (value) => {
        if (typeof value !== 'string' && typeof value !== 'number') return undefined;
        const parsed = parseQuantity(value);
        return parsed.ok && parsed.value > 0 ? parsed.value : undefined;
      },
      'a quantity above 0',
    ),
    unit: reader.text('_unit'),
    overrideCents: override,
    overrideReason: reader.text('_override_reason') ?? '',
    discount: reader.read(
      '_discount_percentage',
      (value) => {
        const percent = asAmount(value);
        return percent !== undefined && percent >= 0 && percent <= FULL_DISCOUNT ? percent : undefined;
      },
      'a percentage from 0 to 100',
    ),
    adjustmentCents: reader.amount('_adjustment_amount'),
  };
}

import { centsOf } from '#domain/money.ts';
import type { WireOrder } from '#contract/orders.ts';
import { measureOf } from '#domain/tier-unit.ts';
import { displayAmount, unitOfLine } from '#web/entities/order/order-format.ts';

type Line = WireOrder['line_items'][number];
type Entries = WireOrder['meta_data'];

/** The text of a key in the store's key/value list; '' when it is missing. */
function metaText(meta: Entries, key: string): string {
  const value = meta.find((entry) => entry.key === key)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * The text below a line's name: its tier and pricing rule, or else its category. A line that has details but neither of
 * these says that its tier is missing. Rule: orders/items-tab.
 */
export function tierNote(line: Line): { text: string; missing: boolean } | null {
  const label = metaText(line.meta_data, '_pricing_tier_label');
  const rule = metaText(line.meta_data, '_pricing_tier_rule_name');
  if (label !== '') return { text: rule === '' ? label : `${label} (${rule})`, missing: false };
  const category = metaText(line.meta_data, '_pricing_tier_category') || line.category || '';
  if (category !== '') return { text: category, missing: false };
  return line.meta_data.some(({ key }) => key !== '_unit')
    ? { text: 'No pricing tier information', missing: true }
    : null;
}

/** " g" behind the quantity of a line that was sold by the gram, or by a tier of grams; '' for pieces. */
export function unitOf(line: Line): string {
  const unit = unitOfLine(line);
  return unit && ` ${unit}`;
}

/** The same behind a quantity of its stock, from which a tier such as "5 pre-rolls" draws grams. */
export function stockUnitOf(line: Line): string {
  const ratio = line.meta_data.find(({ key }) => key === '_conversion_ratio')?.value;
  if (typeof ratio !== 'object' || ratio === null) return unitOf(line);
  const unit = 'input_unit' in ratio && typeof ratio.input_unit === 'string' ? measureOf(ratio.input_unit) : '';
  return unit && ` ${unit}`;
}

/** 'Tier price: $85.00/unit', when it differs from the unit price. Rule: orders/items-tab. */
export function tierPriceNote(line: Line): string | null {
  const price = metaText(line.meta_data, '_pricing_tier_price');
  if (price === '' || centsOf(price) === centsOf(line.price)) return null;
  return `Tier price: ${displayAmount(price)}/unit`;
}

/** The changes that staff made at the till: "Price changed to $28.00, Discount 10%, Adjustment -$2.00". */
export function changeNote(line: Line): string | null {
  const override = metaText(line.meta_data, '_override_price');
  const reason = metaText(line.meta_data, '_override_reason');
  const discount = metaText(line.meta_data, '_discount_percentage');
  const adjustment = metaText(line.meta_data, '_adjustment_amount');
  const notes = [
    override !== '' && `Price changed to ${displayAmount(override)}`,
    discount !== '' && Number(discount) !== 0 && `Discount ${Number(discount)}%`,
    adjustment !== '' && centsOf(adjustment) !== 0 && `Adjustment ${displayAmount(adjustment)}`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : `${notes.join(', ')}${reason === '' ? '' : ` (${reason})`}`;
}

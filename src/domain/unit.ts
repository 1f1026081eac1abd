import type { Milli } from './quantity.ts';
import { displayGrouped, displayQuantity, ONE_MILLI, toMilli } from './quantity.ts';

/** The units by which goods are measured. What has none is counted in pieces. */
export const UNITS = ['mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'fl oz', 'm', 'ft'] as const;
export type Unit = (typeof UNITS)[number];

/** The largest step: a thousand units. */
export const MAX_STEP_MILLI = 1_000_000;

/** A product's unit and step. Both are left out for what is sold by the single piece. */
export interface Measured {
  readonly unit?: Unit;
  readonly stepMilli?: Milli;
}

export function isUnit(text: string): text is Unit {
  return UNITS.some((unit) => unit === text);
}

/** "g" for "G"; null when it is not a unit. */
export function unitIn(text: string): Unit | null {
  const known = text.trim().toLowerCase();
  return isUnit(known) ? known : null;
}

/** True for a step that a product of the unit (null: pieces) may have. Rule: catalogue/unit-and-step. */
export function isStep(unit: Unit | null, stepMilli: number): boolean {
  return stepMilli > 0 && stepMilli <= MAX_STEP_MILLI && (unit !== null || stepMilli % ONE_MILLI === 0);
}

/** The parts that are kept of a unit (null: pieces) and a step: those that are not as usual. */
export function measuredBy(unit: Unit | null, stepMilli: Milli): Measured {
  return { ...(unit !== null && { unit }), ...(stepMilli !== ONE_MILLI && { stepMilli }) };
}

export function isMultiple(quantity: Milli, { stepMilli = ONE_MILLI }: Measured): boolean {
  return quantity % stepMilli === 0;
}

/** The largest multiple of the step within a quantity. */
export function wholeSteps(quantity: Milli, { stepMilli = ONE_MILLI }: Measured): Milli {
  return (quantity - (quantity % stepMilli)) as Milli;
}

/** The quantity that a card offers first: one, or one step where one is no multiple of it. */
export function firstQuantity(measured: Measured): Milli {
  return isMultiple(ONE_MILLI, measured) ? ONE_MILLI : (measured.stepMilli ?? ONE_MILLI);
}

/** "2.5 g"; pieces by their number alone. */
export function quantityWords(quantity: Milli, unit?: string): string {
  return unit ? `${displayQuantity(quantity)} ${unit}` : displayQuantity(quantity);
}

/** As `quantityWords`, with thousands separated: "1,250.5 g". */
export function groupedWords(quantity: Milli, unit?: string): string {
  return unit ? `${displayGrouped(quantity)} ${unit}` : displayGrouped(quantity);
}

/** "$12.50 each", "$10.00 per g". */
export function perUnit(price: string, unit?: string): string {
  return unit ? `${price} per ${unit}` : `${price} each`;
}

/** "in steps of 0.1 g", "by 6 pieces", "by the piece". */
export function stepWords({ unit, stepMilli = ONE_MILLI }: Measured): string {
  if (unit) return `in steps of ${quantityWords(stepMilli, unit)}`;
  return stepMilli === ONE_MILLI ? 'by the piece' : `by ${displayQuantity(stepMilli)} pieces`;
}

/** A quantity of a unit; '' is for pieces. */
export interface OfUnit {
  readonly unit: string;
  readonly milli: Milli;
}

/** "100 g", "1 piece", "16 pieces". */
export function amountWords({ unit, milli }: OfUnit): string {
  return `${displayGrouped(milli)} ${unit || (Math.abs(milli) === ONE_MILLI ? 'piece' : 'pieces')}`;
}

/** The sum of each unit, in the order in which the units come: grams and pieces are not added. */
export function sumsByUnit(quantities: Iterable<OfUnit>): OfUnit[] {
  const sums = new Map<string, number>();
  for (const { unit, milli } of quantities) sums.set(unit, (sums.get(unit) ?? 0) + milli);
  return [...sums].map(([unit, milli]) => ({ unit, milli: toMilli(milli) }));
}

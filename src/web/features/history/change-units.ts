import { fromQuantityNumber, toQuantityNumber } from '#domain/quantity.ts';
import { sumsByUnit } from '#domain/unit.ts';
import { displayChange } from '#web/entities/stock/figure/stock-figure-words.ts';

/** A change of items that are counted in one unit. */
export interface UnitChange {
  /** "g", or '' for pieces. */
  readonly unit: string;
  readonly change: number;
}

/** The net change of each unit, weighed goods first. */
export function netChanges(changes: readonly UnitChange[]): UnitChange[] {
  return sumsByUnit(changes.map(({ unit, change }) => ({ unit, milli: fromQuantityNumber(change) })))
    .map(({ unit, milli }) => ({ unit, change: toQuantityNumber(milli) }))
    .sort((one, other) => (one.unit < other.unit ? 1 : -1));
}

/** "−7 g", or "−7 g, −2 pcs" where both are moved; pieces alone have no unit, as everywhere. */
export function changeWords(net: readonly UnitChange[]): string {
  if (net.length === 0) return '0';
  return net
    .map(({ unit, change }) => displayChange(change, unit || (net.length > 1 ? pieces(change) : '')))
    .join(', ');
}

const pieces = (change: number): string => (Math.abs(change) === 1 ? 'pc' : 'pcs');

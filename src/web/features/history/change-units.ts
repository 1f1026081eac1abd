import { displayChange, sumOf } from '#web/entities/stock/figure/stock-figure-words.ts';

/** A change of items that are counted in one unit. */
export interface UnitChange {
  /** "g", or '' for pieces. */
  readonly unit: string;
  readonly change: number;
}

/** Sums changes unit by unit, weighed goods first. */
export function sumsByUnit(changes: readonly UnitChange[]): UnitChange[] {
  const units = [...new Set(changes.map(({ unit }) => unit))].sort((a, b) => (a < b ? 1 : -1));
  return units.map((unit) => ({
    unit,
    change: sumOf(changes.flatMap((one) => (one.unit === unit ? [one.change] : []))),
  }));
}

/** "−7 g", or "−7 g, −2 pcs" where both are moved; pieces alone have no unit, as everywhere. */
export function changeWords(net: readonly UnitChange[]): string {
  if (net.length === 0) return '0';
  return net
    .map(({ unit, change }) => displayChange(change, unit || (net.length > 1 ? pieces(change) : '')))
    .join(', ');
}

const pieces = (change: number): string => (Math.abs(change) === 1 ? 'pc' : 'pcs');

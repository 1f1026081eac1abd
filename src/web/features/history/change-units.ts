import { fromQuantityNumber, toQuantityNumber } from '#domain/quantity.ts';
import { sumsByUnit } from '#domain/unit.ts';
import { displayChange, sumOf } from '#web/entities/stock/figure/stock-figure-words.ts';

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
    .sort(weighedFirst);
}

/** The shortage and the surplus of each unit that an audit found, because a net change of 0 may be −2 g and +2 g. */
export function shortAndOver(
  nets: readonly { unit: string; net_change: number; decrease?: number | undefined }[],
): UnitChange[] {
  return nets
    .toSorted(weighedFirst)
    .flatMap(({ unit, net_change: net, decrease: short = Math.min(net, 0) }) => [
      { unit, change: short },
      { unit, change: sumOf([net, -short]) },
    ])
    .filter(({ change }) => change !== 0);
}

const weighedFirst = (one: { unit: string }, other: { unit: string }): number => (one.unit < other.unit ? 1 : -1);

/** "−7 g", or "−7 g, −2 pcs" where both are moved; pieces alone have no unit, as everywhere. */
export function changeWords(net: readonly UnitChange[]): string {
  if (net.length === 0) return '0';
  const isMixed = net.some(({ unit }) => unit !== '');
  return net.map(({ unit, change }) => displayChange(change, unit || (isMixed ? pieces(change) : ''))).join(', ');
}

const pieces = (change: number): string => (Math.abs(change) === 1 ? 'pc' : 'pcs');

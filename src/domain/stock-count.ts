import { type Milli, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';

export interface CountedLine {
  /** The change asked for: counted - system. */
  readonly askedMilli: Milli;
  readonly countedMilli?: Milli | undefined;
  /** The figure of the books when the item was counted. */
  readonly systemMilli?: Milli | undefined;
}

/**
 * The change that a count asks for. Counts are differences, so goods sold during the count stay sold.
 * Rule: inventory/counts-are-differences.
 * Refuses: `count_mismatch` if counted and system are both given and differ by another amount; `count_not_valid` if one
 * of them is below zero.
 */
export function requestedChange({
  askedMilli,
  countedMilli,
  systemMilli,
}: CountedLine): Result<Milli, { code: 'count_mismatch' | 'count_not_valid' }> {
  if ((countedMilli ?? 0) < 0 || (systemMilli ?? 0) < 0) return refuse({ code: 'count_not_valid' });
  if (countedMilli !== undefined && systemMilli !== undefined && askedMilli !== countedMilli - systemMilli)
    return refuse({ code: 'count_mismatch' });
  return accept(askedMilli);
}

/**
 * The part of a change that can be applied: stock stops at 0, the rest is a recorded difference.
 * Rule: stock/stops-at-zero.
 */
export function applicableChange(onBooksMilli: Milli, askedMilli: Milli): Milli {
  return toMilli(Math.max(askedMilli, -onBooksMilli));
}

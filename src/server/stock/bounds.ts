import { Refusal } from '#server/refusal.ts';
import { constraintOf, sqlStateOf } from '../db/errors.ts';

const NUMERIC_OVERFLOW = '22003';
const BOUNDS = new Set([
  'stock_levels_in_bounds',
  'stock_movements_in_bounds',
  'points_balances_in_bounds',
  'points_events_in_bounds',
]);

/**
 * The refusal for stock or points that would be more than the database holds, though each part of the sum was a number
 * like any other; undefined for every other error.
 */
export function beyondBounds(error: unknown): Refusal | undefined {
  if (sqlStateOf(error) !== NUMERIC_OVERFLOW && !BOUNDS.has(constraintOf(error) ?? '')) return undefined;
  return new Refusal('not_valid', 'That is more than can be counted.', { cause: error });
}

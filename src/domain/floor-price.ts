import { beforePoints, type LinePrice, quantityOf, type Sold } from './line-price.ts';
import { type Cents, minus, ZERO_CENTS } from './money.ts';
import { priceOf } from './quantity.ts';

/**
 * The cents that a line changed by hand lacks to its floor price; 0 when it lacks none. The floor is for one unit or piece.
 * Rule: pricing/floor-price.
 */
export function lacksToFloor(sold: Sold, price: LinePrice, floor: Cents | null | undefined): Cents {
  if (floor === null || floor === undefined) return ZERO_CENTS;
  const total = beforePoints(price);
  const missing = minus(priceOf(floor, quantityOf(sold)), total);
  return total < price.originalCents && missing > 0 ? missing : ZERO_CENTS;
}

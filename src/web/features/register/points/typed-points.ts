import { pointsText } from '#domain/loyalty-points.ts';

/** How many points somebody typed are used, and why it is not all of them. */
export interface TypedPoints {
  readonly points: number;
  readonly why: string | null;
}

/**
 * Reads the points to use. What is no whole step counts down to one, and more than can be used counts as all: never
 * without a word, because the amount is said to the customer. Rule: loyalty/redeemed-in-steps.
 * @param most what can be used for this cart
 */
export function typedPoints(
  text: string,
  { most, step, label }: { most: number; step: number; label: string },
): TypedPoints {
  const typed = text.trim().replaceAll(',', '');
  if (typed === '') return { points: 0, why: null };
  if (!/^\d{1,12}$/.test(typed)) return { points: 0, why: 'Points are a whole number. None are used.' };
  const wanted = Number(typed);
  if (wanted > most)
    return { points: most, why: `At most ${pointsText(most, label)} can be used. That many are used.` };
  const points = wanted - (wanted % step);
  if (points === wanted) return { points, why: null };
  const used = points === 0 ? 'None are used.' : `${points.toLocaleString('en-US')} are used.`;
  return { points, why: `Points are used in steps of ${step.toLocaleString('en-US')}. ${used}` };
}

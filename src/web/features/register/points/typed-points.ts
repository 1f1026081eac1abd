import { pointsText } from '#domain/loyalty-points.ts';
import { readWhole, typedSentence } from '#domain/typed.ts';

/** Points to use, as somebody typed them, and the reason if not all of them are used. */
export interface TypedPoints {
  readonly points: number;
  readonly why: string | null;
}

/**
 * Reads the points to use. A number between two steps counts down to a step, and more than can be used counts as all. A
 * sentence tells either, because staff tell the customer the amount. Rule: loyalty/redeemed-in-steps.
 * @param most the largest number of points for this cart
 */
export function typedPoints(
  text: string,
  { most, step, label }: { most: number; step: number; label: string },
): TypedPoints {
  if (text.trim() === '') return { points: 0, why: null };
  const read = readWhole(text, { most: Number.MAX_SAFE_INTEGER });
  if (!read.ok) {
    const { code } = read.refused;
    const why = code === 'figure_ambiguous' ? typedSentence(read.refused) : 'Points are a whole number.';
    return { points: 0, why: `${why} None are used.` };
  }
  const wanted = read.value;
  if (wanted > most)
    return { points: most, why: `At most ${pointsText(most, label)} can be used. That many are used.` };
  const points = wanted - (wanted % step);
  if (points === wanted) return { points, why: null };
  const used = points === 0 ? 'None are used.' : `${points.toLocaleString('en-US')} are used.`;
  return { points, why: `Points are used in steps of ${step.toLocaleString('en-US')}. ${used}` };
}

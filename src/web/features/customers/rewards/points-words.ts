import type { PointsEvent } from '#contract/loyalty.ts';

/** "manual-adjust" -> "Manual Adjust". */
export function typeLabel(type: string): string {
  return type.replaceAll('-', ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The reason of an entry, and further details. Rule: loyalty/history-words. */
export function entryWords({ type, description, by }: Pick<PointsEvent, 'type' | 'description' | 'by'>): {
  text: string;
  more: string;
} {
  const who = by === null ? '' : `by ${by}`;
  if (type === 'manual-adjust' && description !== '') return { text: `Reason: ${description}`, more: who };
  return { text: description || `${type} transaction`, more: who && `Details: ${who}` };
}

/** "+50 pts", "-20 pts". */
export function signedPoints(points: number): string {
  return `${points > 0 ? '+' : ''}${points.toLocaleString('en-US')} pts`;
}

/** The reasons that the form for adjusting points offers. Rule: loyalty/presets. */
export const ADJUST_PRESETS = [
  'Customer service credit',
  'Loyalty bonus',
  'Referral reward',
  'Birthday bonus',
  'Compensation for issue',
  'Promotional reward',
  'Manual correction',
  'Points expiry adjustment',
] as const;

const MOST_STEPS = 5;

/**
 * The ticks of an axis from 0: steps of 1, 2 or 5 times a power of ten, so that each label is exact. The last tick is the least
 * that the largest value fits under.
 * @param values dollars or counts; those below 0 have ticks of the same step
 */
export function roundTicks(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  if (most === least) return [0, 1];
  const step = roundStep((most - least) / MOST_STEPS);
  const from = Math.floor(least / step);
  const to = Math.ceil(most / step);
  return Array.from({ length: to - from + 1 }, (_, place) => (from + place) * step);
}

/** The next step of 1, 2 or 5 times a power of ten, at least 1. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)));
  return ([1, 2, 5].find((times) => times * power >= atLeast) ?? 10) * power;
}

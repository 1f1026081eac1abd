/**
 * Divides a whole amount in proportion to weights: whole parts, the largest remainders first (of equal ones the first),
 * exact in sum. Without any weight nothing is divided. Exact for every safe integer.
 */
export function divideByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, part: Number(product / whole), remainder: product % whole };
  });
  let missing = amount - parts.reduce((total, { part }) => total + part, 0);
  for (const part of parts.toSorted((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0))) {
    if (missing === 0) break;
    part.part += 1;
    missing -= 1;
  }
  return parts.map(({ part }) => part);
}

/** Rule: sign-in/pins. */
export const PIN_LENGTH = 6;

/** Six digits that are not the first that anybody tries: one digit six times, or digits in a row. */
export function isGoodPin(pin: string): boolean {
  if (!/^\d{6}$/.test(pin)) return false;
  const steps = new Set(
    Array.from(pin)
      .slice(1)
      .map((digit, at) => Number(digit) - Number(pin[at])),
  );
  return steps.size > 1 || ![0, 1, -1].includes([...steps][0] ?? 0);
}

export const PIN_SENTENCE = 'Use six digits, not all alike and not in a row like 123456.';

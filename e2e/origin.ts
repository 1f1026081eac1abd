import process from 'node:process';

/** Environment variable with the address of the shop that all tests share; workers inherit it. */
export const ORIGIN = 'TILLWRIGHT_E2E_ORIGIN';

export function sharedOrigin(): string {
  const origin = process.env[ORIGIN];
  if (origin === undefined) throw new Error('no shop was started for the tests');
  return origin;
}

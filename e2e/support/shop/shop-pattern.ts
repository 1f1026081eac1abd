import process from 'node:process';

/** Environment variable with the folder of the shop that each worker copies. */
export const SHOP_PATTERN = 'TILLWRIGHT_E2E_SHOP';

export function shopPattern(): string {
  const folder = process.env[SHOP_PATTERN];
  if (folder === undefined) throw new Error('no shop was prepared for the tests');
  return folder;
}

import process from 'node:process';
import startShop from './global-setup.ts';

export default async function startShopForLosses(): Promise<() => Promise<void>> {
  console.log(`What is lost follows from LOSSY_SEED=${process.env['LOSSY_SEED'] ?? '1'}.`);
  return startShop();
}

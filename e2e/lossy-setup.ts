import prepareShop from './global-setup.ts';
import { lossySeed } from './support/faults/losses.ts';

export default async function prepareShopForLosses(): Promise<() => Promise<void>> {
  console.log(`What is lost follows from LOSSY_SEED=${lossySeed}.`);
  return prepareShop();
}

import { centsOf, displayMoney } from '#domain/money.ts';

/** '–' for an amount that this person may not see. */
export function displayCost(amount: string | undefined): string {
  return amount === undefined ? '–' : displayMoney(centsOf(amount));
}

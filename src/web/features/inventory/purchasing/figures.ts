import { centsOf, displayMoney } from '#domain/money.ts';
import { displayQuantity, type Milli, toMilli } from '#domain/quantity.ts';

/** A quantity of the wire, which has at most three decimals. */
export function milliOf(quantity: number): Milli {
  return toMilli(Math.round(quantity * 1000));
}

/** '–' for an amount that this person may not see. */
export function displayAmount(amount: string | undefined): string {
  return amount === undefined ? '–' : displayMoney(centsOf(amount));
}

/** "1,250.5": thousands separated, no trailing zeros. */
export function displayMilli(quantity: Milli): string {
  const [whole = '0', fraction] = displayQuantity(quantity).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export function displayCount(quantity: number): string {
  return displayMilli(milliOf(quantity));
}

/** "1 item", "12 items". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

import type { WireOrder } from '#contract/orders.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import { displayQuantity, toMilli } from '#domain/quantity.ts';

/** "$1,250.00". The shop sells in dollars; an order in another currency says so. Rule: orders/currency. */
export function displayAmount(money: string, currency = 'USD'): string {
  const shown = displayMoney(centsOf(money));
  return currency === 'USD' ? shown : `${shown} ${currency}`;
}

/** A quantity of a reply as people read it: 3.5 -> "3.5". */
export function displayCount(quantity: number): string {
  return displayQuantity(toMilli(Math.round(quantity * 1000)));
}

/** Labels capitalised, the hyphen as a space. Rule: orders/status-labels. */
export function statusLabel(status: string): string {
  const words = status.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The buyer's name: the order's customer name, else that of the billing address. */
export function buyerOf({ billing, customer_name: name }: WireOrder): string {
  return name || `${billing.first_name} ${billing.last_name}`.trim() || 'Guest Customer';
}

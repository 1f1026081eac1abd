import type { WireOrder } from '#contract/orders.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';

/** "$1,250.00". The shop sells in dollars; an order in another currency says so. Rule: orders/currency. */
export function displayAmount(money: string, currency = 'USD'): string {
  const shown = displayMoney(centsOf(money));
  return currency === 'USD' ? shown : `${shown} ${currency}`;
}

/** A quantity of a reply as people read it: 3.5 -> "3.5". */
export function displayCount(quantity: number): string {
  return countWords(quantity);
}

/** As `displayCount`, with the unit: "3.5 g"; pieces by their number alone. */
export function countWords(quantity: number, unit?: string): string {
  return quantityWords(fromQuantityNumber(quantity), unit);
}

/** "g" for a line that was sold by the gram; '' for pieces and tiers. */
export function unitOfLine({ meta_data: meta }: Pick<WireOrder['line_items'][number], 'meta_data'>): string {
  const unit = meta.find(({ key }) => key === '_unit')?.value;
  return typeof unit === 'string' ? unit : '';
}

/** Labels capitalised, the hyphen as a space. Rule: orders/status-labels. */
export function statusLabel(status: string): string {
  const words = status.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The buyer's name: the order's customer name, else that of the billing address, else a guest. Rule: register/guest. */
export function buyerOf({ billing, customer_name: name }: WireOrder): string {
  return name || `${billing.first_name} ${billing.last_name}`.trim() || 'Guest Customer';
}

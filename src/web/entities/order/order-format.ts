import type { WireOrder } from '#contract/orders.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { unitOfLabel } from '#domain/tier-unit.ts';
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

/** "g" for a line that was sold by the gram, or by a tier that is labelled "3.5 g"; '' for pieces. */
export function unitOfLine({ meta_data: meta }: Pick<WireOrder['line_items'][number], 'meta_data'>): string {
  const found = (name: string) => meta.find(({ key }) => key === name)?.value;
  const unit = found('_unit');
  if (typeof unit === 'string') return unit;
  const label = found('_pricing_tier_label');
  const quantity = Number(found('_pricing_tier_quantity'));
  return typeof label === 'string' && quantity > 0 ? unitOfLabel(label, fromQuantityNumber(quantity)) : '';
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

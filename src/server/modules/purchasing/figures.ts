import { toMoney } from '#contract/wire.ts';
import { type BasisPoints, type Cents, percentOf, toCents, ZERO_CENTS } from '#domain/money.ts';
import { parsePercent, percentBehind, poTotals } from '#domain/purchase-order.ts';
import { type Milli, priceOf } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireItems } from '#server/stock/stock-items.ts';
import { Refusal } from '#server/refusal.ts';
import type { NewLine } from './order-queries.ts';

/** The largest amount of an order or a line: a billion dollars. */
const MOST_CENTS = 100_000_000_000;

/** A requested line. */
export interface AskedLine extends StockItem {
  readonly orderedMilli: Milli;
  readonly unitCostCents: Cents;
  readonly notes: string;
}

function requireAmount(cents: number, what: string): void {
  if (cents < 0) throw new Refusal('not_valid', `${what} cannot be less than zero.`);
  if (cents > MOST_CENTS) throw new Refusal('not_valid', `${what} is more than a purchase order can be.`);
}

/** @throws Refusal `nothing_to_do`, `product_unknown`, `item_twice`, `quantity_not_valid`, `not_valid` */
export async function pricedLines(tx: Tx, asked: readonly AskedLine[]): Promise<NewLine[]> {
  if (asked.length === 0) throw new Refusal('nothing_to_do', 'A purchase order needs at least one item.');
  const items = await requireItems(tx, asked);
  return items.map((item, at): NewLine => {
    const line = asked[at];
    if (!line) throw new Error('an item that was not asked for');
    if (line.orderedMilli <= 0)
      throw new Refusal('quantity_not_valid', `The quantity of ${item.name} must be above zero.`);
    requireAmount(line.unitCostCents, `The cost of ${item.name}`);
    const totalCents = priceOf(line.unitCostCents, line.orderedMilli);
    requireAmount(totalCents, `The total of ${item.name}`);
    return { ...item, ...line, totalCents };
  });
}

export interface AskedFigures {
  readonly tax_percent?: string | number | undefined;
  readonly shipping_cost?: Cents | undefined;
  readonly subtotal?: Cents | undefined;
  readonly tax_amount?: Cents | undefined;
  readonly total_amount?: Cents | undefined;
}

export interface Figures {
  readonly subtotalCents: Cents;
  readonly taxBasisPoints: BasisPoints;
  readonly taxCents: Cents;
  readonly shippingCents: Cents;
  readonly totalCents: Cents;
}

/**
 * The tax percent: the requested one; else the one that a sent tax amount implies; else that of the order. An amount
 * equal to what the present percent gives changes nothing: several percents round to the same cents, and a client that
 * sends back what it received must not change the percent.
 */
function percentOfOrder(asked: AskedFigures, subtotal: Cents, current: BasisPoints): BasisPoints {
  if (asked.tax_percent !== undefined) {
    const percent = parsePercent(asked.tax_percent);
    if (!percent.ok)
      throw new Refusal('not_valid', 'The tax must be between 0 and 100 percent, with two decimals at most.');
    return percent.value;
  }
  if (asked.tax_amount === undefined || asked.tax_amount === percentOf(subtotal, current)) return current;
  return percentBehind(subtotal, asked.tax_amount) ?? current;
}

/**
 * The sums of an order, calculated here and compared with those that were sent. Rule: purchasing/sums.
 * @throws Refusal `totals_mismatch` with the right ones; `not_valid`
 */
export function orderFigures(
  lines: readonly { readonly orderedMilli: Milli; readonly unitCostCents: number; readonly totalCents: number }[],
  asked: AskedFigures,
  current: { readonly taxBasisPoints: BasisPoints; readonly shippingCents: number },
): Figures {
  const subtotal = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  requireAmount(subtotal, 'The subtotal');
  const shippingCents = asked.shipping_cost ?? toCents(current.shippingCents);
  requireAmount(shippingCents, 'Shipping');
  const taxBasisPoints = percentOfOrder(asked, toCents(subtotal), current.taxBasisPoints);
  const priced = lines.map((line) => ({ ...line, unitCostCents: toCents(line.unitCostCents) }));
  const { subtotalCents, taxCents, totalCents } = poTotals(priced, taxBasisPoints, shippingCents);
  const differs = (sent: Cents | undefined, right: Cents): boolean => sent !== undefined && sent !== right;
  if (
    differs(asked.subtotal, subtotalCents) ||
    differs(asked.tax_amount, taxCents) ||
    differs(asked.total_amount, totalCents)
  ) {
    throw new Refusal('totals_mismatch', `The totals do not add up: this order comes to $${toMoney(totalCents)}.`, {
      details: { subtotal: toMoney(subtotalCents), tax_amount: toMoney(taxCents), total_amount: toMoney(totalCents) },
    });
  }
  return { subtotalCents, taxBasisPoints, taxCents, shippingCents, totalCents };
}

export const NO_FIGURES = { taxBasisPoints: 0, shippingCents: ZERO_CENTS };

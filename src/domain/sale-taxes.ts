import { divideByWeight } from './largest-remainder.ts';
import type { LinePrice } from './line-price.ts';
import { type Cents, sum, toCents, ZERO_CENTS } from './money.ts';
import { type TaxLine, taxLines, taxOn, type TaxRate, WHOLE_PPM } from './tax.ts';

/** A line of a sale as taxes see it. */
export interface TaxedGoods {
  readonly taxable: boolean;
  /** The product's categories; on the server with all above them. Left out for none. */
  readonly categoryIds?: readonly number[];
  readonly priceClass?: string | null;
}

/** Taxes contained in prices, exact in sum: the amount taken out of each line, and the amount of each tax. */
export interface IncludedTaxes {
  readonly byLine: readonly Cents[];
  readonly byRate: ReadonlyMap<TaxRate, Cents>;
}

/** Each amount less the one of the same place. */
export function without(amounts: readonly Cents[], taken: readonly Cents[]): Cents[] {
  return amounts.map((amount, index) => toCents(amount - (taken[index] ?? 0)));
}

/** True if a tax is charged on these goods. */
function isCharged({ scope }: TaxRate, { taxable, categoryIds = [], priceClass }: TaxedGoods): boolean {
  if (!taxable || !scope) return taxable;
  return (
    categoryIds.some((id) => scope.categoryIds.includes(id)) ||
    (priceClass != null && scope.priceClasses.includes(priceClass))
  );
}

/** An exact number: whole parts of a whole. */
interface Fraction {
  readonly parts: bigint;
  readonly whole: bigint;
}

/** The share of each tax in a price, and that of all of them. */
interface Contained {
  readonly each: readonly Fraction[];
  readonly all: Fraction;
}

/**
 * The share of each tax in a price that contains these taxes. For two taxes a and b the price is 1 + a + b of the
 * amount without them, and (1 + a)(1 + b) of it if b is charged on a, too.
 */
function containedOf(rates: readonly TaxRate[]): Contained {
  const one = BigInt(WHOLE_PPM) ** BigInt(rates.length);
  let price = one;
  const taxes = rates.map(({ ratePpm, compound }) => {
    const tax = ((compound ? price : one) * BigInt(ratePpm)) / BigInt(WHOLE_PPM);
    price += tax;
    return tax;
  });
  return { each: taxes.map((parts) => ({ parts, whole: price })), all: { parts: price - one, whole: price } };
}

/** Amounts times fractions, added up exactly and rounded once, halves up. */
function roundedSum(shares: readonly { readonly amount: number; readonly of: Fraction }[]): number {
  let parts = 0n;
  let whole = 1n;
  for (const { amount, of } of shares) {
    parts = parts * of.whole + BigInt(amount) * of.parts * whole;
    whole *= of.whole;
  }
  return Number((2n * parts + whole) / (2n * whole));
}

/**
 * Takes the taxes out of prices that contain them; null if there are none. Their sum is rounded once per sale. Each
 * tax is the rounded sum of the taxes up to it, less that of the taxes before it. The amount taken out of a line is likewise
 * the rounded sum up to it, less that before it, so no cent is lost or made. Rule: register/included-taxes.
 */
export function includedTaxes(
  lines: readonly TaxedGoods[],
  prices: readonly Cents[],
  rates: readonly TaxRate[],
): IncludedTaxes | null {
  const included = rates.filter((rate) => rate.included);
  if (included.length === 0) return null;
  // Lines with the same taxes are one group.
  const groups = new Map<string, { amount: number; readonly rates: readonly TaxRate[]; readonly of: Contained }>();
  const soFar = (): number => roundedSum([...groups.values()].map(({ amount, of }) => ({ amount, of: of.all })));
  let taken = 0;
  const byLine = lines.map((line, index) => {
    const charged = included.filter((rate) => isCharged(rate, line));
    if (charged.length === 0) return ZERO_CENTS;
    const key = charged.map((rate) => included.indexOf(rate)).join();
    const group = groups.get(key) ?? { amount: 0, rates: charged, of: containedOf(charged) };
    group.amount += prices[index] ?? 0;
    groups.set(key, group);
    const before = taken;
    taken = soFar();
    return toCents(taken - before);
  });
  let counted = 0;
  const byRate = new Map(
    included.map((_, place) => {
      const upTo = included.slice(0, place + 1);
      const before = counted;
      counted = roundedSum(
        [...groups.values()].flatMap(({ amount, rates: charged, of }) =>
          of.each.flatMap((share, at) => {
            const rate = charged[at];
            return rate && upTo.includes(rate) ? [{ amount, of: share }] : [];
          }),
        ),
      );
      return [included[place] as TaxRate, toCents(counted - before)];
    }),
  );
  return { byLine, byRate };
}

/** The cost of each line before points were used, without the taxes that it would contain then. */
function costBeforePoints(
  lines: readonly TaxedGoods[],
  prices: readonly LinePrice[],
  rates: readonly TaxRate[],
): Cents[] {
  const goods = prices.map(({ totalCents, redeemedCents, includedTaxCents = ZERO_CENTS }) =>
    sum([totalCents, redeemedCents, includedTaxCents]),
  );
  return without(goods, includedTaxes(lines, goods, rates)?.byLine ?? []);
}

const isPlain = ({ compound, included, beforePoints, scope }: TaxRate): boolean =>
  !compound && !included && !beforePoints && !scope;

/**
 * The taxes of a sale: first those that prices contain, then those that are added, each in the order of the location. A
 * tax is charged on the totals of its lines, a compound one on these and the taxes before it, and is rounded once
 * per sale. Those taxes are divided among their lines by largest remainders. Rules: register/taxes-in-order,
 * register/tax-rounding.
 */
export function saleTaxes(
  lines: readonly TaxedGoods[],
  prices: readonly LinePrice[],
  rates: readonly TaxRate[],
  included: IncludedTaxes | null,
): TaxLine[] {
  const totals = prices.map(({ totalCents }) => totalCents);
  const plain = totals.map((total, index) => (lines[index]?.taxable ? total : ZERO_CENTS));
  if (rates.every(isPlain)) return taxLines(sum(plain), rates);
  const beforePoints = costBeforePoints(lines, prices, rates);
  const onLines = lines.map(() => 0);
  const hasCompound = rates.some(({ compound }) => compound);
  return [...rates.filter((rate) => rate.included), ...rates.filter((rate) => !rate.included)].map((rate) => {
    const amounts = rate.beforePoints && !rate.included ? beforePoints : totals;
    const charged = lines.map((line) => isCharged(rate, line));
    const bases = amounts.map((amount, index) =>
      toCents(charged[index] ? amount + (rate.compound ? (onLines[index] ?? 0) : 0) : 0),
    );
    const base = sum(bases);
    const tax = included?.byRate.get(rate) ?? taxOn(base, rate.ratePpm);
    if (hasCompound) {
      divideByWeight(tax, bases).forEach((share, index) => {
        onLines[index] = (onLines[index] ?? 0) + share;
      });
    }
    const isOfTotals = bases.every((cents, index) => cents === plain[index]);
    return { ...rate, taxableCents: base, taxCents: tax, bases: isOfTotals ? null : bases };
  });
}

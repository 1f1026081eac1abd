import type { CreateOrderBody } from '#contract/sale.ts';
import { toMoney } from '#contract/wire.ts';
import { beforePoints, priceLine, quantityOf, listPriceOf, type PriceChanges, type Sold } from '#domain/line-price.ts';
import { type Cents, displayMoney, MAX_AMOUNT_CENTS, minus, sum, toCents } from '#domain/money.ts';
import { type LoyaltySettings, redeemable, redeemValue } from '#domain/loyalty-points.ts';
import { chooseTier } from '#domain/pricing-tiers.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { isMultiple, quantityWords, stepWords } from '#domain/unit.ts';
import { type SaleLine, type SaleTotals, stockDrawn, totalSale } from '#domain/sale.ts';
import { stockKey } from '#domain/stock.ts';
import type { TaxRate } from '#domain/tax.ts';
import type { Sellable } from '#server/modules/catalogue/service.ts';
import { redeemRefusal } from '#server/modules/loyalty/service.ts';
import { Refusal } from '#server/refusal.ts';
import { type LineMeta, metaReader, readLineMeta } from '../line-meta.ts';

type BodyLine = CreateOrderBody['line_items'][number];

export interface PricedSaleLine extends SaleLine {
  readonly sellable: Sellable;
  readonly reason: string;
  /** Drawn from its jar, in stock units. */
  readonly stockMilli: Milli;
}

export interface PricedSale {
  readonly lines: readonly PricedSaleLine[];
  readonly totals: SaleTotals;
}

interface PriceChanged {
  position: number;
  product_id: number;
  variation_id: number | null;
  name: string;
  old_price: string | null;
  new_price: string;
}

const ONE_PIECE = 1000;

function notValid(sentence: string): Refusal {
  return new Refusal('not_valid', sentence);
}

/** A line that names a tier its product does not have: pricing was changed or taken off since the till read it. */
interface TierGone {
  position: number;
  product_id: number;
  variation_id: number | null;
  name: string;
  /** The tier that the line names: "7 g". */
  tier: string;
}

function namesTier({ label, ruleId, ruleName, tierQuantityMilli }: LineMeta): boolean {
  return [label, ruleId, ruleName, tierQuantityMilli].some((part) => part !== undefined);
}

/** Rule: register/quantity-in-steps. @throws Refusal `quantity_not_valid` */
function requireMeasure(quantity: Milli, meta: LineMeta, { name, measured }: Sellable): void {
  const refused = (sentence: string) => new Refusal('quantity_not_valid', `${name} ${sentence}`);
  if (meta.unit !== undefined && meta.unit !== measured.unit) {
    const by = measured.unit ?? 'piece';
    throw refused(`is sold by the ${by} now, not by the ${meta.unit}. Remove it, and choose its quantity again.`);
  }
  if (isMultiple(quantity, measured)) return;
  const isUsual = measured.unit === undefined && measured.stepMilli === undefined;
  const why = isUsual ? 'a whole number' : 'a multiple of that';
  throw refused(`is sold ${stepWords(measured)}: ${quantityWords(quantity, measured.unit)} is not ${why}.`);
}

/**
 * Finds how the catalogue sells a line: pieces at its price, or a tier of its blueprint. Null when it has no such tier.
 * A line by the piece never becomes one by a tier, or the reverse: their quantities mean different things, and the
 * price "for one" would be mistaken.
 */
function soldAs(line: BodyLine, meta: LineMeta, item: Sellable): Sold | { changedTo: Sold } | null {
  const quantityMilli = line.quantity;
  const named = namesTier(meta);
  if (!item.pricing) {
    if (named) return null;
    if (item.priceCents === null) throw new Refusal('no_price', `${item.name} has no price.`);
    requireMeasure(quantityMilli, meta, item);
    return { kind: 'unit', priceCents: item.priceCents, quantityMilli, ...item.measured };
  }
  const found = chooseTier(item.pricing, {
    quantityMilli,
    label: meta.label,
    ruleId: meta.ruleId,
    ruleName: meta.ruleName,
    tierQuantityMilli: meta.tierQuantityMilli,
    priceCents: meta.tierPriceCents ?? (named ? undefined : line.subtotal),
  });
  if (found.ok) return { kind: 'tier', chosen: found.value.chosen, count: found.value.count };
  const { refused } = found;
  switch (refused.code) {
    case 'tier_unknown':
      return null;
    case 'tier_ambiguous':
      throw new Refusal(
        'tier_ambiguous',
        `${item.name} has several prices for that: ${refused.labels.join(', ')}. Name the tier.`,
      );
    case 'tier_quantity_mismatch':
      throw new Refusal(
        'quantity_not_valid',
        `${item.name}: ${displayQuantity(quantityMilli)} is not a whole number of ${displayQuantity(refused.tierQuantityMilli)}.`,
      );
    case 'price_changed': {
      if (!named && quantityMilli !== ONE_PIECE) return null;
      const count = Math.max(1, Math.round(quantityMilli / refused.tier.tier.minMilli));
      return { changedTo: { kind: 'tier', chosen: refused.tier, count } };
    }
  }
}

function tierUnknown(gone: readonly TierGone[]): Refusal {
  const words = gone.map(({ name, tier }) => `${name} (${tier})`).join(', ');
  const [first, another] = gone;
  const sentence =
    first && !another
      ? `${first.name} is not sold as ${first.tier}. Remove it, or choose its quantity again.`
      : `These items are not sold as they stand in the cart: ${words}. Remove them, or choose their quantities again.`;
  return new Refusal('tier_unknown', sentence, { details: { lines: gone } });
}

function requireSellable(line: BodyLine, items: ReadonlyMap<string, Sellable>): Sellable {
  const item = items.get(stockKey({ productId: line.product_id, variationId: line.variation_id }));
  if (!item) {
    const variation = line.variation_id === null ? '' : `, variation ${line.variation_id},`;
    throw new Refusal('product_unknown', `Product ${line.product_id}${variation} is not in the catalogue.`);
  }
  if (!item.published) throw new Refusal('product_unknown', `${item.name} is not for sale.`);
  if (item.hasVariants && line.variation_id === null) throw notValid(`Choose a variant of ${item.name}.`);
  return item;
}

/**
 * The price that the till sent for a line, if it is not that of the catalogue; else null. The total is compared here only if
 * neither points nor included taxes are taken off it (`isTaken`). Other wrong sums are refused by `requireAgreement`.
 */
function claimedPrice(line: BodyLine, meta: LineMeta, sold: Sold, isTaken: boolean): { old: Cents } | null {
  const price = priceLine(sold, { overrideCents: meta.overrideCents });
  const plain = priceLine(sold);
  if (line.subtotal !== undefined && line.subtotal !== plain.originalCents && line.subtotal !== price.totalCents) {
    return { old: line.subtotal };
  }
  if (line.price !== undefined) {
    const list = meta.overrideCents ?? listPriceOf(sold);
    const near = (unit: Cents): boolean => Math.abs(unit - (line.price ?? 0)) <= (sold.kind === 'tier' ? 1 : 0);
    const agreed =
      [list, listPriceOf(sold)].includes(line.price) || near(plain.unitPriceCents) || near(price.unitPriceCents);
    const afterChanges = priceLine(sold, changesOf(meta)).unitPriceCents;
    if (!agreed && !near(afterChanges)) return { old: line.price };
  }
  const unchanged = meta.overrideCents === undefined && !meta.discount && !meta.adjustmentCents;
  if (
    !isTaken &&
    unchanged &&
    line.subtotal === undefined &&
    line.price === undefined &&
    line.total !== undefined &&
    line.total !== plain.totalCents
  ) {
    return { old: line.total };
  }
  return null;
}

function changesOf(meta: LineMeta): PriceChanges {
  return { overrideCents: meta.overrideCents, discount: meta.discount, adjustmentCents: meta.adjustmentCents };
}

function totalsOf(totals: SaleTotals) {
  return {
    subtotal: toMoney(totals.subtotalCents),
    total_tax: toMoney(totals.taxCents),
    total: toMoney(totals.totalCents),
    lines: totals.lines.map((line, position) => ({
      position,
      subtotal: toMoney(line.originalCents),
      total: toMoney(line.totalCents),
    })),
  };
}

/** Every sum the till sent must be the server's, to the cent. Refuses `totals_mismatch` with the right figures. */
function requireAgreement(body: CreateOrderBody, totals: SaleTotals, rates: readonly TaxRate[]): void {
  const wrong = (what: string, right: Cents): Refusal =>
    new Refusal(
      'totals_mismatch',
      `The ${what} sent does not agree with the catalogue: it is ${displayMoney(right)}.`,
      {
        details: { totals: totalsOf(totals) },
      },
    );
  body.line_items.forEach((line, index) => {
    const price = totals.lines[index];
    if (price && line.total !== undefined && line.total !== price.totalCents) {
      throw wrong(`total of line ${index + 1}`, price.totalCents);
    }
  });
  const discount = sum(
    totals.lines.map((line) => minus(line.originalCents, minus(beforePoints(line), line.redeemedCents))),
  );
  const meta = metaReader(body.meta_data ?? [], 'The order');
  const sums: [string, Cents | undefined, Cents][] = [
    ['subtotal', body.subtotal, totals.subtotalCents],
    ['tax', body.total_tax, totals.taxCents],
    ['tax', body.tax_lines && sum(body.tax_lines.map((line) => line.tax_total)), totals.taxCents],
    ['tax', meta.amount('_tax_amount'), totals.taxCents],
    ['discount', body.discount_total, discount],
    ['shipping', body.shipping_total, toCents(0)],
    [
      'shipping tax',
      body.tax_lines && sum(body.tax_lines.map((line) => line.shipping_tax_total ?? toCents(0))),
      toCents(0),
    ],
    ['total', body.total, totals.totalCents],
  ];
  for (const [what, sent, right] of sums) if (sent !== undefined && sent !== right) throw wrong(what, right);
  for (const { rate_id, tax_total } of body.tax_lines ?? []) {
    if (tax_total < 0) throw wrong('tax', totals.taxCents);
    const tax = totals.taxes.find(({ id }) => String(id) === String(rate_id));
    if (tax && tax.taxCents !== tax_total) throw wrong(tax.name, tax.taxCents);
  }
  const ratePpm = meta.read(
    '_tax_rate',
    (value) =>
      typeof value === 'number' || typeof value === 'string' ? Math.round(Number(value) * 1_000_000) : undefined,
    'a rate',
  );
  const right = rates.reduce((rate, tax) => rate + tax.ratePpm, 0);
  if (ratePpm !== undefined && ratePpm !== right) {
    throw new Refusal('totals_mismatch', `The tax rate here is ${right / 10_000}%.`, {
      details: { totals: totalsOf(totals) },
    });
  }
}

/** The value of the request's points, taken off goods of this worth. Rule: loyalty/redeemed-at-the-till. */
function redeemedBy({ redeem_points: points }: CreateOrderBody, goods: Cents, loyalty: LoyaltySettings): Cents {
  if (points === undefined) return toCents(0);
  // The balance is compared as the sale is recorded, under its lock.
  const value = redeemValue(points, points, loyalty);
  if (!value.ok) throw redeemRefusal(value.refused);
  if (value.value.points !== points) {
    throw redeemRefusal({ code: 'points_not_redeemable', step: loyalty.redeemPoints });
  }
  if (value.value.discountCents <= goods) return value.value.discountCents;
  const most = redeemable(points, loyalty, goods).points;
  const sentence =
    most === 0
      ? 'The goods of this sale are worth less than the smallest number of points that can be used.'
      : `Points are used for goods at most: ${most} of them for this sale.`;
  throw new Refusal('points_exceed_cart', sentence, { details: { points: most } });
}

/**
 * Prices a sale from the catalogue; what the till sent is only compared. Rules: register/server-does-the-sums,
 * register/changed-price.
 * @throws Refusal `product_unknown`, `no_price`, `quantity_not_valid`, `tier_unknown` with the lines, `tier_ambiguous`,
 * `conversion_ratio_required`, `conversion_ratio_invalid`, `price_changed` with the old and new prices,
 * `totals_mismatch` with the right figures, `points_not_redeemable`, `points_exceed_cart`.
 */
export function priceSale(
  body: CreateOrderBody,
  items: ReadonlyMap<string, Sellable>,
  rates: readonly TaxRate[],
  loyalty: LoyaltySettings,
): PricedSale {
  const changed: PriceChanged[] = [];
  const gone: TierGone[] = [];
  const isTaken = body.redeem_points !== undefined || rates.some(({ included }) => included);
  const lines = body.line_items.flatMap((line, position): PricedSaleLine[] => {
    const item = requireSellable(line, items);
    if (line.quantity <= 0) throw new Refusal('quantity_not_valid', `Invalid quantity for ${item.name}.`);
    const meta = readLineMeta(line.meta_data ?? [], item.name);
    const answer = soldAs(line, meta, item);
    if (answer === null) {
      const { product_id, variation_id } = line;
      const tier = meta.label ?? displayQuantity(line.quantity);
      gone.push({ position, product_id, variation_id, name: item.name, tier });
      return [];
    }
    const sold = 'changedTo' in answer ? answer.changedTo : answer;
    const claim =
      'changedTo' in answer
        ? { old: meta.tierPriceCents ?? line.subtotal ?? null }
        : claimedPrice(line, meta, sold, isTaken);
    if (claim) {
      changed.push({
        position,
        product_id: line.product_id,
        variation_id: line.variation_id,
        name: item.name,
        old_price: claim.old === null ? null : toMoney(claim.old),
        new_price: toMoney(listPriceOf(sold)),
      });
    }
    const drawn = stockDrawn(sold);
    if (!drawn.ok) {
      const why =
        drawn.refused.code === 'conversion_ratio_required'
          ? 'has no conversion ratio'
          : 'has a conversion ratio that is not valid';
      throw new Refusal(drawn.refused.code, `${item.name} ${why}, so its stock cannot be worked out.`);
    }
    if (drawn.value <= 0)
      throw new Refusal(
        'quantity_not_valid',
        `${item.name}: ${displayQuantity(quantityOf(sold))} takes nothing from stock.`,
      );
    return [
      {
        productId: line.product_id,
        variationId: line.variation_id,
        taxable: item.taxable,
        categoryIds: item.categoryIds,
        priceClass: item.priceClass,
        sold,
        changes: changesOf(meta),
        sellable: item,
        reason: meta.overrideReason,
        stockMilli: drawn.value,
      },
    ];
  });
  if (gone.length > 0) throw tierUnknown(gone);
  const plain = totalSale(lines, rates);
  const redeemed = redeemedBy(body, sum(plain.lines.map(beforePoints)), loyalty);
  const totals = redeemed === 0 ? plain : totalSale(lines, rates, redeemed);
  if (changed.length > 0) {
    const [first] = changed;
    const sentence =
      changed.length === 1 && first
        ? `The price of ${first.name} is now $${first.new_price}.`
        : `The prices of ${changed.length} items have changed.`;
    throw new Refusal('price_changed', sentence, { details: { changes: changed, totals: totalsOf(totals) } });
  }
  totals.lines.forEach((price, index) => {
    if (Math.max(price.originalCents, beforePoints(price)) <= MAX_AMOUNT_CENTS) return;
    const [code, wrong] =
      price.totalCents > price.originalCents
        ? (['not_valid', 'price'] as const)
        : (['quantity_not_valid', 'quantity'] as const);
    throw new Refusal(
      code,
      `Invalid ${wrong} for ${lines[index]?.sellable.name}: no line may exceed ${displayMoney(toCents(MAX_AMOUNT_CENTS))}.`,
    );
  });
  if (totals.totalCents > MAX_AMOUNT_CENTS) {
    throw new Refusal('quantity_not_valid', `No sale may exceed ${displayMoney(toCents(MAX_AMOUNT_CENTS))}.`);
  }
  requireAgreement(body, totals, rates);
  return { lines, totals };
}

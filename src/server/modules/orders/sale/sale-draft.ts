import type { CreateOrderBody } from '#contract/sale.ts';
import { type BillingAddress, type MetaData, NO_ADDRESS, NO_BILLING_ADDRESS } from '#contract/wire.ts';
import { divideByWeight } from '#domain/largest-remainder.ts';
import { listPriceOf, quantityOf, timesSold } from '#domain/line-price.ts';
import { awardByLine } from '#domain/loyalty-points.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { PAYMENT_TITLES, type Settlement } from '#domain/tender.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { OrderLineRow, OrderRow } from '../order-row.ts';
import type { PricedSale } from './priced-sale.ts';
import type { SaleContext } from './sale-context.ts';
import { soldTier } from './sold-tier.ts';

/**
 * Meta keys that the server writes from columns. Values that the till sends under them are not kept. Ids and figures have
 * been compared by then. Names are not compared, because a till that does not know a new name yet must be able to sell.
 */
const KNOWN_META = new Set([
  '_pos_location_id',
  '_flora_location_id',
  '_pos_location_name',
  '_employee_id',
  '_employee_name',
  '_created_via',
  '_order_source',
  '_pos_order',
  '_tax_rate',
  '_tax_amount',
]);

/** These are columns of a sale that was paid. */
const TENDER_META = new Set(['_cash_received', '_cash_change', '_split_payments']);

export const WALK_IN: Partial<BillingAddress> = {
  first_name: 'POS',
  last_name: 'Customer',
  country: 'US',
  state: 'NC',
  postcode: '28105',
};

/** A line before its jar was looked into. */
export type LineDraft = Omit<OrderLineRow, 'id' | 'deducted' | 'shortfall'>;

/** An order before the database records it. It is stored with its key, so that its answer can be given again. */
export interface SaleDraft extends Omit<
  OrderRow,
  'id' | 'number' | 'has_shortfall' | 'paid_at' | 'completed_at' | 'created_at' | 'updated_at' | 'lines'
> {
  lines: LineDraft[];
}

function lineRows({ lines, totals }: PricedSale): LineDraft[] {
  return lines.map((line, position) => {
    const price = totals.lines[position];
    if (!price) throw new Error('a line was not priced');
    const original = listPriceOf(line.sold);
    const changes: LineDraft['changes'] = [];
    const note = { original_price_cents: original, reason: line.reason };
    if (line.changes.overrideCents !== undefined && line.changes.overrideCents !== original) {
      changes.push({ kind: 'override', amount_cents: price.overrideCents, value: line.changes.overrideCents, ...note });
    }
    if (line.changes.discount) {
      changes.push({ kind: 'discount', amount_cents: price.discountCents, value: line.changes.discount, ...note });
    }
    if (line.changes.adjustmentCents) {
      changes.push({
        kind: 'adjustment',
        amount_cents: price.adjustmentCents,
        value: line.changes.adjustmentCents,
        ...note,
      });
    }
    const steps = [
      { source: 'points', cents: price.redeemedCents },
      { source: 'tax_rule', cents: price.includedTaxCents ?? 0 },
    ] as const;
    for (const { source, cents } of steps) {
      if (cents === 0) continue;
      const share = { source, order_change: 0, original_price_cents: original, reason: '' } as const;
      changes.push({ kind: 'adjustment', amount_cents: -cents, value: -cents, ...share });
    }
    return {
      position,
      product_id: line.productId,
      variation_id: line.variationId,
      name: line.sellable.name,
      sku: line.sellable.sku,
      category: line.sellable.category,
      quantity: toQuantityNumber(quantityOf(line.sold)),
      unit_price_cents: price.unitPriceCents,
      original_cents: price.originalCents,
      total_cents: price.totalCents,
      taxable: line.taxable,
      tier: soldTier(line.sold),
      ...(line.sold.kind === 'unit' && line.sold.unit && { unit: line.sold.unit }),
      stock_quantity: toQuantityNumber(line.stockMilli),
      changes,
    };
  });
}

type Buyer = Pick<SaleContext, 'customer' | 'loyalty'>;

/** The bill: as the till says, else from the directory, else the guest's defaults. Rule: register/billing-defaults. */
function billingOf(body: CreateOrderBody, { customer }: Buyer): BillingAddress {
  const { email = '', ...given } = { ...customer?.billing, ...present(body.billing) };
  const reachable = { ...given, email: isPlaceholderEmail(email) ? '' : email };
  return { ...NO_BILLING_ADDRESS, ...(customer ? {} : WALK_IN), ...present(reachable) };
}

function present(parts: Partial<BillingAddress> | undefined): Partial<BillingAddress> {
  return Object.fromEntries(Object.entries(parts ?? {}).filter(([, value]) => value));
}

/** The points that a sale to a customer earns, by line. Rule: loyalty/earned. */
function awardOf({ lines, totals }: PricedSale, { customer, loyalty }: Buyer): number[] {
  if (!customer) return [];
  const earning = lines.map(({ sold, sellable }, index) => {
    const price = totals.lines[index];
    if (!price) throw new Error('a line was not priced');
    return {
      originalCents: price.originalCents,
      totalCents: price.totalCents,
      redeemedCents: price.redeemedCents,
      includedTaxCents: price.includedTaxCents,
      categoryIds: sellable.categoryIds,
      bonusPoints: sellable.bonusPoints,
      times: timesSold(sold),
    };
  });
  return awardByLine(earning, loyalty);
}

/** The award by line; null, so that none is stored, if each line earns by its share of the goods. */
function awardApart(byLine: readonly number[], award: number, { totals }: PricedSale): readonly number[] | null {
  const plain = divideByWeight(
    award,
    totals.lines.map(({ totalCents }) => totalCents),
  );
  return byLine.every((points, index) => points === plain[index]) ? null : byLine;
}

/** The order before the database has added ids, instants and what the jars held. */
export function draftSale(
  staff: Staff,
  body: CreateOrderBody,
  sale: PricedSale,
  context: Buyer,
  /** null: it is placed without being paid. */
  paid: Settlement | null,
): SaleDraft {
  const { totals } = sale;
  const byLine = paid === null ? [] : awardOf(sale, context);
  const award = byLine.reduce((all, points) => all + points, 0);
  const meta: MetaData = (body.meta_data ?? []).filter(
    ({ key }) => !KNOWN_META.has(key) && (paid === null || !TENDER_META.has(key)),
  );
  return {
    status: paid === null ? 'pending' : 'completed',
    currency: 'USD',
    location_id: staff.locationId ?? 0,
    location_name: staff.locationName ?? '',
    employee_id: staff.id,
    employee_name: staff.name,
    customer_id: context.customer?.id ?? null,
    customer_name: context.customer?.name ?? 'Guest Customer',
    subtotal_cents: totals.subtotalCents,
    taxable_cents: totals.taxableCents,
    tax_cents: totals.taxCents,
    shipping_cents: 0,
    total_cents: totals.totalCents,
    change_cents: paid?.changeCents ?? 0,
    rounding_cents: paid?.roundingCents ?? 0,
    payment_method: body.payment_method,
    payment_method_title: PAYMENT_TITLES[body.payment_method],
    transaction_id: body.transaction_id || null,
    created_via: 'pos',
    source: 'pos',
    customer_note: body.customer_note ?? '',
    billing: billingOf(body, context),
    shipping: body.shipping ? { ...NO_ADDRESS, ...body.shipping } : {},
    meta,
    points_awarded: award,
    points_by_line: awardApart(byLine, award, sale),
    points_redeemed: totals.redeemedCents === 0 ? 0 : (body.redeem_points ?? 0),
    redeemed_cents: totals.redeemedCents,
    stock_deducted: paid !== null,
    placed_unpaid: paid === null,
    lines: lineRows(sale),
    taxes: totals.taxes.map((tax) => ({
      rate_id: tax.id,
      rate_code: tax.code,
      label: tax.name,
      rate_ppm: tax.ratePpm,
      taxable_cents: tax.taxableCents,
      tax_cents: tax.taxCents,
      ...(tax.compound && { compound: true }),
      ...(tax.included && { included: true }),
      ...(tax.bases && { line_bases: tax.bases }),
    })),
    tenders: (paid?.tenders ?? []).map(({ method, amountCents }) => ({ method, amount_cents: amountCents })),
  };
}

import type { WireOrder } from '#contract/orders.ts';
import type { WooOrder } from '#contract/woocommerce-orders.ts';
import { divideByWeight } from '#domain/largest-remainder.ts';
import { centsOf, formatMoney, scaled, toCents, ZERO_CENTS } from '#domain/money.ts';
import { fromQuantityNumber, ONE_MILLI } from '#domain/quantity.ts';
import { includedTaxes, saleTaxes } from '#domain/sale-taxes.ts';
import { type TaxRate, WHOLE_PPM } from '#domain/tax.ts';
import { gmtOf, wallOf } from '#server/http/woocommerce/woo.ts';

type Line = WireOrder['line_items'][number];
type Tax = WireOrder['tax_lines'][number];

/** Cents of each line that a tax was charged on. */
function basesOf({ line_bases: bases }: Tax, lines: readonly Line[]): number[] {
  return lines.map(({ taxable, total }, place) => centsOf((bases ? bases[place] : taxable && total) || '0.00'));
}

/** Cents of each tax, line by line. They add up to the tax of the order. */
function sharesOf({ line_items: lines, tax_lines: taxes }: WireOrder): number[][] {
  const isOnlyIncluded = taxes.filter(({ included }) => included).length === 1;
  return taxes.map((tax) =>
    tax.included && isOnlyIncluded
      ? lines.map(({ included_tax: contained = '0.00' }) => centsOf(contained))
      : divideByWeight(centsOf(tax.tax_total), basesOf(tax, lines)),
  );
}

/** The discount of a line, in cents: of its goods, and of each tax of the order. Below 0 where the price was raised. */
function discountOf(line: Line, place: number, { line_items: lines, tax_lines: taxes }: WireOrder) {
  const { subtotal, total, included_tax: contained = '0.00', redeemed = '0.00' } = line;
  const off = centsOf(subtotal) - centsOf(total) - centsOf(contained);
  const rates = taxes.flatMap((tax, id): TaxRate[] => {
    const { rate_code: code, label: name, rate_percent: percent, compound, included } = tax;
    const base = basesOf(tax, lines)[place] ?? 0;
    const isCharged = tax.line_bases ? base > 0 : line.taxable;
    // Only a tax on the price before points has more than the total of a line as its base, if it is not on other taxes.
    const beforePoints = !compound && !included && base > centsOf(total);
    const rate = { id, code, name, ratePpm: Math.round((percent * WHOLE_PPM) / 100), compound, included, beforePoints };
    return isCharged ? [rate] : [];
  });
  const goods = [{ taxable: true }];
  const given = toCents(Math.abs(off));
  const inside = includedTaxes(goods, [given], rates);
  const includedTaxCents = inside?.byLine[0] ?? ZERO_CENTS;
  const totalCents = toCents(given - includedTaxCents);
  // A tax on the price before points was charged on what these took off.
  const redeemedCents = toCents(off < 0 ? 0 : -centsOf(redeemed));
  const price = {
    originalCents: given,
    overrideCents: ZERO_CENTS,
    discountCents: ZERO_CENTS,
    adjustmentCents: ZERO_CENTS,
    redeemedCents,
    includedTaxCents,
    totalCents,
    unitPriceCents: given,
  };
  const sign = Math.sign(off);
  const byTax = new Map(saleTaxes(goods, [price], rates, inside).map(({ id, taxCents }) => [id, sign * taxCents]));
  return { goods: sign * totalCents, taxes: taxes.map((_, id) => byTax.get(id) ?? 0) };
}

const text = (cents: number): string => formatMoney(toCents(cents));

/** An order in the form of WooCommerce's API. Rule: wire/woocommerce-orders. */
export function toWooOrder(order: WireOrder, timeZone: string): WooOrder {
  const wall = (instant: string | null) => instant && wallOf(instant, timeZone);
  const gmt = (instant: string | null) => instant && gmtOf(instant);
  const shares = sharesOf(order);
  const lines = order.line_items.map((line, place) => {
    const taxes = shares.map((ofLines) => ofLines[place] ?? 0);
    return { line, taxes, off: discountOf(line, place, order) };
  });
  const total = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    order_key: '',
    created_via: order.created_via,
    version: '',
    status: order.status,
    currency: order.currency,
    discount_total: text(total(lines.map(({ off }) => off.goods))),
    discount_tax: text(total(lines.flatMap(({ off }) => off.taxes))),
    shipping_total: order.shipping_total,
    cart_tax: order.total_tax,
    total_tax: order.total_tax,
    total: order.total,
    prices_include_tax: order.tax_lines.some(({ included }) => included),
    customer_id: order.customer_id,
    customer_note: order.customer_note,
    billing: order.billing,
    shipping: order.shipping,
    payment_method: order.payment_method,
    payment_method_title: order.payment_method_title,
    transaction_id: order.transaction_id,
    date_created: wallOf(order.date_created, timeZone),
    date_created_gmt: gmtOf(order.date_created),
    date_modified: wallOf(order.date_modified, timeZone),
    date_modified_gmt: gmtOf(order.date_modified),
    date_paid: wall(order.date_paid),
    date_paid_gmt: gmt(order.date_paid),
    date_completed: wall(order.date_completed),
    date_completed_gmt: gmt(order.date_completed),
    line_items: lines.map(({ line, taxes, off }) => ({
      id: line.id,
      name: line.name,
      product_id: line.product_id,
      variation_id: line.variation_id,
      quantity: line.quantity,
      tax_class: '',
      subtotal: text(centsOf(line.total) + off.goods),
      subtotal_tax: text(total(taxes) + total(off.taxes)),
      total: line.total,
      total_tax: text(total(taxes)),
      taxes: order.tax_lines.map(({ rate_id: id }, place) => {
        const cents = taxes[place] ?? 0;
        return { id: id ?? 0, total: text(cents), subtotal: text(cents + (off.taxes[place] ?? 0)) };
      }),
      sku: line.sku ?? '',
      price: scaled(centsOf(line.total), ONE_MILLI, fromQuantityNumber(line.quantity)) / 100,
      meta_data: line.meta_data,
    })),
    tax_lines: order.tax_lines.map((tax, place) => ({
      id: place + 1,
      rate_code: tax.rate_code,
      rate_id: tax.rate_id ?? 0,
      label: tax.label,
      compound: tax.compound,
      tax_total: tax.tax_total,
      shipping_tax_total: tax.shipping_tax_total,
      rate_percent: tax.rate_percent,
    })),
    shipping_lines: order.shipping_lines,
    fee_lines: [],
    coupon_lines: [],
    refunds: centsOf(order.refunded) === 0 ? [] : [{ total: `-${order.refunded}` }],
    meta_data: order.meta_data,
  };
}

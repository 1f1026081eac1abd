import type { SessionUser } from '#contract/auth.ts';
import { toMoney, toQuantity } from '#contract/wire.ts';
import type { Cart, CartLine } from '#domain/cart.ts';
import type { CartPoints } from '#domain/cart-points.ts';
import { customerEmail } from '#domain/customer-search.ts';
import { type LinePrice, listPriceOf, quantityOf } from '#domain/line-price.ts';
import type { TaxRate } from '#domain/tax.ts';
import { PAYMENT_TITLES, type PaymentMethod, type Settlement } from '#domain/tender.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { totalsOf } from '../cart/cart-totals.ts';
import type { SaleBody } from '../cart/state/cart-record.ts';

export interface SaleToSend {
  readonly lines: Cart;
  readonly customer: CartCustomer | null;
  /** The customer's points that pay for a part of the sale. */
  readonly points: CartPoints | null;
  readonly seller: Pick<SessionUser, 'id' | 'name' | 'location' | 'location_id'>;
  readonly taxes: readonly TaxRate[];
  readonly method: PaymentMethod;
  readonly paid: Settlement;
  /** "Sell anyway" was confirmed. */
  readonly allowOversell: boolean;
}

type Meta = { key: string; value: unknown }[];

function lineMeta({ sold, overrideCents, overrideReason, discount, adjustmentCents }: CartLine): Meta {
  const meta: Meta = [];
  if (sold.kind === 'tier') {
    const { ruleId, ruleName, productType, tier } = sold.chosen;
    meta.push(
      { key: '_pricing_tier_label', value: tier.label },
      { key: '_pricing_tier_rule_id', value: ruleId },
      { key: '_pricing_tier_rule_name', value: ruleName },
      { key: '_pricing_tier_price', value: toMoney(tier.priceCents) },
      { key: '_pricing_tier_quantity', value: toQuantity(tier.minMilli) },
      { key: '_pricing_tier_category', value: productType },
    );
    const ratio = tier.conversionRatio;
    if (ratio) {
      const value = {
        input_amount: toQuantity(ratio.inputMilli),
        input_unit: ratio.inputUnit,
        output_amount: toQuantity(ratio.outputMilli),
        output_unit: ratio.outputUnit,
        ...(ratio.description !== undefined && { description: ratio.description }),
      };
      meta.push({ key: '_conversion_ratio', value });
    }
  }
  if (sold.kind === 'unit' && sold.unit) meta.push({ key: '_unit', value: sold.unit });
  if (overrideCents !== null) {
    meta.push({ key: '_override_price', value: toMoney(overrideCents) });
  }
  if (discount > 0) meta.push({ key: '_discount_percentage', value: discount / 100 });
  if (adjustmentCents !== 0) meta.push({ key: '_adjustment_amount', value: toMoney(adjustmentCents) });
  // Stored with any kind of change, despite the name of its key.
  if (overrideReason) meta.push({ key: '_override_reason', value: overrideReason });
  return meta;
}

function lineItem(line: CartLine, price: LinePrice) {
  return {
    product_id: line.productId,
    variation_id: line.variationId,
    name: line.name,
    sku: line.sku,
    quantity: toQuantity(quantityOf(line.sold)),
    price: toMoney(listPriceOf(line.sold)),
    subtotal: toMoney(price.originalCents),
    total: toMoney(price.totalCents),
    meta_data: lineMeta(line),
  };
}

function paymentMeta(method: PaymentMethod, { tenders, paidCents, changeCents }: Settlement): Meta {
  if (method === 'card') return [];
  if (method === 'split') {
    const value = tenders.map((tender) => ({ method: tender.method, amount: toMoney(tender.amountCents) }));
    return [{ key: '_split_payments', value }];
  }
  return [
    { key: '_cash_received', value: toMoney(paidCents) },
    { key: '_cash_change', value: toMoney(changeCents) },
  ];
}

function billingOf(customer: CartCustomer | null): SaleBody['billing'] {
  if (customer === null) return undefined;
  const [first = '', ...rest] = customer.name.trim().split(/\s+/);
  const email = customerEmail(customer);
  return {
    first_name: first.slice(0, 100),
    last_name: rest.join(' ').slice(0, 100),
    phone: customer.phone,
    ...(email !== '' && { email }),
  };
}

/**
 * The body of a register sale with its meta keys (Rules: register/order-meta, register/line-meta). The totals are those
 * on the screen. The server calculates its own and refuses the sale if they differ.
 */
export function buildSaleBody(sale: SaleToSend): SaleBody {
  const { lines, customer, points, seller, taxes, method, paid, allowOversell } = sale;
  const totals = totalsOf(lines, taxes, points);
  return {
    customer_id: customer?.id ?? 0,
    payment_method: method,
    payment_method_title: PAYMENT_TITLES[method],
    status: 'processing',
    currency: 'USD',
    line_items: lines.map((line, index) => {
      const price = totals.lines[index];
      if (!price) throw new Error('a line without its price');
      return lineItem(line, price);
    }),
    tax_lines: totals.taxes.map((tax) => ({
      rate_code: tax.code,
      rate_id: tax.id,
      label: tax.name,
      compound: tax.compound ?? false,
      tax_total: toMoney(tax.taxCents),
      shipping_tax_total: '0.00',
    })),
    subtotal: toMoney(totals.subtotalCents),
    total_tax: toMoney(totals.taxCents),
    total: toMoney(totals.totalCents),
    billing: billingOf(customer),
    meta_data: [
      { key: '_pos_location_id', value: seller.location_id },
      { key: '_pos_location_name', value: seller.location },
      { key: '_employee_id', value: seller.id },
      { key: '_employee_name', value: seller.name },
      { key: '_created_via', value: 'pos' },
      { key: '_order_source', value: 'pos' },
      { key: '_tax_rate', value: taxes.reduce((rate, tax) => rate + tax.ratePpm, 0) / 1_000_000 },
      { key: '_tax_amount', value: toMoney(totals.taxCents) },
      ...paymentMeta(method, paid),
    ],
    pos_order: true,
    set_paid: true,
    created_via: 'pos',
    ...(seller.location_id !== null && { location_id: seller.location_id }),
    ...(points !== null && { redeem_points: points.points }),
    ...(allowOversell && { allow_oversell: true }),
  };
}

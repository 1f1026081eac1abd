import {
  NO_ADDRESS,
  NO_BILLING_ADDRESS,
  moneyOf,
  type Address,
  type BillingAddress,
  type MetaData,
} from '#contract/wire.ts';
import type { OrderStatus, WireOrder } from '#contract/orders.ts';
import { type Cents, sum, toCents } from '#domain/money.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { WHOLE_PPM } from '#domain/tax.ts';
import type { TenderMethod } from '#domain/tender.ts';
import { unitOfLabel } from '#domain/tier-unit.ts';
import type { Unit } from '#domain/unit.ts';

/** A tier as it was when the line was sold. Amounts in cents, quantities as SQL numerics read them: plain numbers. */
export interface SoldTier {
  label: string;
  rule_id: number;
  rule_name: string;
  product_type: string;
  price_cents: number;
  quantity: number;
  count: number;
  conversion_ratio: ConversionRatioJson | null;
}

export interface ConversionRatioJson {
  input_amount: number;
  input_unit: string;
  output_amount: number;
  output_unit: string;
  description?: string;
}

export interface PriceChangeRow {
  kind: 'override' | 'discount' | 'adjustment';
  /** Staff, unless it says another. */
  source?: 'staff' | 'deal' | 'points' | 'tax_rule';
  /** The change of the whole order that it is a share of. */
  order_change?: number | null;
  amount_cents: number;
  original_price_cents: number;
  value: number;
  reason: string;
}

export interface OrderLineRow {
  id: number;
  position: number;
  product_id: number;
  variation_id: number | null;
  name: string;
  sku: string | null;
  category: string | null;
  quantity: number;
  unit_price_cents: number;
  original_cents: number;
  total_cents: number;
  taxable: boolean;
  tier: SoldTier | null;
  /** The unit it was sold by; null or left out for pieces and tiers. */
  unit?: Unit | null;
  stock_quantity: number;
  deducted: number;
  shortfall: number;
  /** Refunded of the line, in its own unit, and the money for its goods. Left out of a draft. */
  refunded_quantity?: number;
  refunded_cents?: number;
  /** Refunded quantities in stock units: `returned` was put back in stock, `written_off` was not. */
  returned?: number;
  written_off?: number;
  changes: PriceChangeRow[];
  /** Its part of the award, where that is not its share of the goods. */
  points_awarded?: number | null;
}

/** An order with all that hangs on it, as one JSON object of the database. */
export interface OrderRow {
  id: number;
  number: string;
  status: OrderStatus;
  currency: string;
  location_id: number;
  location_name: string;
  employee_id: number | null;
  employee_name: string;
  customer_id: number | null;
  customer_name: string;
  subtotal_cents: number;
  taxable_cents: number;
  tax_cents: number;
  shipping_cents: number;
  total_cents: number;
  change_cents: number;
  rounding_cents: number;
  payment_method: 'cash' | 'card' | 'split';
  payment_method_title: string;
  transaction_id: string | null;
  created_via: string;
  source: string;
  customer_note: string;
  billing: Partial<BillingAddress>;
  shipping: Partial<Address>;
  meta: MetaData;
  points_awarded: number;
  has_shortfall: boolean;
  /** True while its goods are taken from stock and its points are given. */
  stock_deducted: boolean;
  /** Placed without being paid; `paid_at` says whether it is by now. */
  placed_unpaid: boolean;
  refunded_cents?: number;
  points_refunded?: number;
  /** Points that were used to pay, what they took off, and those that refunds gave back. */
  points_redeemed?: number;
  redeemed_cents?: number;
  points_returned?: number;
  /** In a draft: the points of its lines, where they differ from their share of the goods. */
  points_by_line?: readonly number[] | null;
  paid_at: string | null;
  completed_at: string | null;
  /** The till that sold it, and the time by that till. Left out of a draft. */
  till_id?: string | null;
  sold_at?: string | null;
  created_at: string;
  updated_at: string;
  lines: OrderLineRow[];
  taxes: {
    rate_id: number | null;
    rate_code: string;
    label: string;
    rate_ppm: number;
    taxable_cents: number;
    tax_cents: number;
    /** Left out is no. */
    compound?: boolean;
    included?: boolean;
    /** The base of each line; null where that is the total of every taxable line. */
    line_bases?: readonly number[] | null;
  }[];
  tenders: { method: TenderMethod; amount_cents: number }[];
}

/** As the database writes an instant in UTC, mostly. */
const UTC_WITH_MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

/** To the millisecond, in UTC. Parsing is ten times slower, and a page of orders has some 200 instants. */
const instant = (at: string): string =>
  UTC_WITH_MICROSECONDS.test(at) ? `${at.slice(0, 23)}Z` : new Date(at).toISOString();

/** True for a price that somebody changed, and not for what points took off the whole order. */
export function byStaff({ source = 'staff' }: PriceChangeRow): boolean {
  return source === 'staff';
}

type Changes = Pick<OrderLineRow, 'changes'>;

function takenBy({ changes }: Changes, by: PriceChangeRow['source']): Cents {
  return toCents(-sum(changes.filter(({ source }) => source === by).map((step) => toCents(step.amount_cents))));
}

/** The amount that points took off the line. */
export function redeemedOf(line: Changes): Cents {
  return takenBy(line, 'points');
}

/** The taxes that the line's price contains. */
export function includedTaxOf(line: Changes): Cents {
  return takenBy(line, 'tax_rule');
}

/** "g" for a line that was sold by the gram, or by a tier that is labelled "3.5 g"; undefined for pieces. */
export function unitSold({ unit, tier }: Pick<OrderLineRow, 'unit' | 'tier'>): string | undefined {
  if (unit) return unit;
  return (tier && unitOfLabel(tier.label, fromQuantityNumber(tier.quantity))) || undefined;
}

function lineMeta({ tier, unit, changes: steps }: OrderLineRow): MetaData {
  const changes = steps.filter(byStaff);
  const meta: MetaData = unit ? [{ key: '_unit', value: unit }] : [];
  if (tier) {
    meta.push(
      { key: '_pricing_tier_label', value: tier.label },
      { key: '_pricing_tier_rule_id', value: tier.rule_id },
      { key: '_pricing_tier_rule_name', value: tier.rule_name },
      { key: '_pricing_tier_price', value: moneyOf(tier.price_cents) },
      { key: '_pricing_tier_quantity', value: tier.quantity },
      { key: '_pricing_tier_category', value: tier.product_type },
    );
    if (tier.conversion_ratio) meta.push({ key: '_conversion_ratio', value: tier.conversion_ratio });
  }
  for (const change of changes) {
    if (change.kind === 'override') {
      meta.push(
        { key: '_original_price', value: moneyOf(change.original_price_cents) },
        { key: '_override_price', value: moneyOf(change.value) },
      );
    } else if (change.kind === 'discount') {
      meta.push({ key: '_discount_percentage', value: change.value / 100 });
    } else {
      meta.push({ key: '_adjustment_amount', value: moneyOf(change.amount_cents) });
    }
  }
  // One reason for all that was changed about the line; an override shows it even when none was given.
  const [first] = changes;
  if (first && (first.reason !== '' || changes.some(({ kind }) => kind === 'override'))) {
    meta.push({ key: '_override_reason', value: first.reason });
  }
  return meta;
}

/** Not paid, and nothing taken for it. Orders of older builds without an instant of payment are not among these. */
export function isUnpaid({ placed_unpaid, paid_at }: Pick<OrderRow, 'placed_unpaid' | 'paid_at'>): boolean {
  return placed_unpaid && paid_at === null;
}

/** The order's meta list, made from columns so that it cannot disagree with them. Rule: register/order-meta. */
function orderMeta(row: OrderRow): MetaData {
  const meta: MetaData = [
    { key: '_pos_location_id', value: row.location_id },
    { key: '_pos_location_name', value: row.location_name },
    { key: '_employee_id', value: row.employee_id },
    { key: '_employee_name', value: row.employee_name },
    { key: '_created_via', value: row.created_via },
    { key: '_order_source', value: row.source },
    { key: '_pos_order', value: row.source === 'pos' },
    { key: '_tax_rate', value: row.taxes.reduce((rate, tax) => rate + tax.rate_ppm, 0) / WHOLE_PPM },
    { key: '_tax_amount', value: moneyOf(row.tax_cents) },
  ];
  // Of an order that was placed unpaid these are notes of its till, kept with its other meta.
  if (row.placed_unpaid) return [...meta, ...row.meta];
  if (row.payment_method === 'cash') {
    meta.push(
      { key: '_cash_received', value: moneyOf(row.total_cents + row.change_cents - row.rounding_cents) },
      { key: '_cash_change', value: moneyOf(row.change_cents) },
    );
  }
  if (row.payment_method === 'split') {
    meta.push({
      key: '_split_payments',
      value: row.tenders.map(({ method, amount_cents }) => ({ method, amount: moneyOf(amount_cents) })),
    });
  }
  return [...meta, ...row.meta];
}

/** The wire form of an order. */
export function toWireOrder(row: OrderRow): WireOrder {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    currency: row.currency,
    subtotal: moneyOf(row.subtotal_cents),
    total_tax: moneyOf(row.tax_cents),
    shipping_total: moneyOf(row.shipping_cents),
    total: moneyOf(row.total_cents),
    refunded: moneyOf(row.refunded_cents ?? 0),
    date_created: instant(row.created_at),
    date_modified: instant(row.updated_at),
    date_paid: row.paid_at && instant(row.paid_at),
    date_completed: row.completed_at && instant(row.completed_at),
    created_via: row.created_via,
    customer_id: row.customer_id ?? 0,
    customer_name: row.customer_name,
    customer_note: row.customer_note,
    employee_id: row.employee_id,
    employee_name: row.employee_name,
    location_id: row.location_id,
    location_name: row.location_name,
    payment_method: row.payment_method,
    payment_method_title: row.payment_method_title,
    transaction_id: row.transaction_id ?? '',
    tenders: row.tenders.map(({ method, amount_cents }) => ({ method, amount: moneyOf(amount_cents) })),
    change: moneyOf(row.change_cents),
    rounding: moneyOf(row.rounding_cents),
    points_awarded: row.points_awarded,
    points_refunded: row.points_refunded ?? 0,
    has_shortfall: row.has_shortfall,
    points_redeemed: row.points_redeemed ?? 0,
    points_returned: row.points_returned ?? 0,
    redeemed: moneyOf(row.redeemed_cents ?? 0),
    price_overridden: row.lines.some(({ changes }) => changes.some(byStaff)),
    billing: { ...NO_BILLING_ADDRESS, ...row.billing },
    shipping: { ...NO_ADDRESS, ...row.shipping },
    shipping_lines: row.shipping_cents > 0 ? [{ method_title: 'Shipping', total: moneyOf(row.shipping_cents) }] : [],
    tax_lines: row.taxes.map((tax) => ({
      rate_code: tax.rate_code,
      rate_id: tax.rate_id,
      label: tax.label,
      compound: tax.compound ?? false,
      included: tax.included ?? false,
      rate_percent: tax.rate_ppm / 10_000,
      taxable: moneyOf(tax.taxable_cents),
      line_bases: tax.line_bases?.map(moneyOf) ?? null,
      tax_total: moneyOf(tax.tax_cents),
      shipping_tax_total: '0.00',
    })),
    line_items: row.lines.map((line) => ({
      id: line.id,
      product_id: line.product_id,
      variation_id: line.variation_id ?? 0,
      name: line.name,
      sku: line.sku,
      category: line.category,
      quantity: line.quantity,
      price: moneyOf(line.unit_price_cents),
      subtotal: moneyOf(line.original_cents),
      total: moneyOf(line.total_cents),
      stock_quantity: line.stock_quantity,
      shortfall: line.shortfall,
      taxable: line.taxable,
      refunded_quantity: line.refunded_quantity ?? 0,
      refunded: moneyOf(line.refunded_cents ?? 0),
      redeemed: moneyOf(redeemedOf(line)),
      included_tax: moneyOf(includedTaxOf(line)),
      points_awarded: row.points_by_line?.[line.position] ?? line.points_awarded ?? null,
      meta_data: lineMeta(line),
    })),
    meta_data: orderMeta(row),
  };
}

import { sql } from 'kysely';
import type { LinePrice, Sold } from '#domain/line-price.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { type Cents, sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import { fromQuantityNumber, parseQuantity, toMilli } from '#domain/quantity.ts';
import { codeRows } from '#domain/receipt-code.ts';
import {
  logoRows,
  type OwnReceiptStyle,
  type PaperWidthMm,
  receiptLines,
  shopLinesOf,
  styleOf,
} from '#domain/receipt-paper.ts';
import { type PaperReceipt, type Receipt, type ReceiptFacts, type ReceiptLine, receiptOf } from '#domain/receipt.ts';
import { refundReceiptOf } from '#domain/refund-receipt.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { readLogo, readReceiptSettings, receiptStyleOf } from '#server/modules/receipts/service.ts';
import { Refusal } from '#server/refusal.ts';
import { selectOrder } from '../list/list-queries.ts';
import {
  byStaff,
  includedTaxOf,
  isUnpaid,
  type OrderLineRow,
  type OrderRow,
  type PriceChangeRow,
  redeemedOf,
  unitSold,
} from '../order-row.ts';
import { selectRefunds, taxesOf } from '../refund/refund-queries.ts';
import { milliOrZero } from '../refund/refundable.ts';
import { requireVisible } from '../visible.ts';

interface Shop {
  name: string;
  time_zone: string;
  address: { address_1?: string; address_2?: string; city?: string; state?: string; postcode?: string };
  phone: string | null;
  points_label: string;
  own: OwnReceiptStyle;
}

/** The paper of a location's receipts, and the texts above and below their lines. */
interface ReceiptLook {
  readonly widthMm: PaperWidthMm;
  readonly facts: Pick<ReceiptFacts, 'shopName' | 'shopLines' | 'closingLines' | 'above' | 'below'>;
}

async function lookOf(db: Database, shop: Shop, orderNumber: string): Promise<ReceiptLook> {
  const style = styleOf(receiptStyleOf(await readReceiptSettings(db)), shop.own);
  const logo = await readLogo(db, style.logo);
  return {
    widthMm: style.paperMm,
    facts: {
      shopName: shop.name,
      shopLines: shopLinesOf(shop, style.header),
      closingLines: receiptLines(style.footer),
      above: logoRows(logo),
      below: codeRows(style, orderNumber),
    },
  };
}

async function selectShop(db: Database, locationId: number): Promise<Shop> {
  const { rows } = await sql<Shop>`
    SELECT l.name, l.time_zone, l.address, l.phone, s.points_label, 
           jsonb_build_object('paperMm', l.receipt_paper_mm, 'logo', l.receipt_logo, 'qr', l.receipt_qr, 'qrAddress', l.receipt_qr_address,
                              'header', l.receipt_header, 'footer', l.receipt_footer) AS own
      FROM locations l CROSS JOIN loyalty_settings s WHERE l.id = ${locationId}`.execute(db);
  const [shop] = rows;
  if (!shop) throw new Error(`location ${locationId} of an order is not there`);
  return shop;
}

/**
 * The customer's points right after the sale, so that a copy says what the receipt said; null for a guest. Points of an account
 * that was merged since stay in its ledger.
 */
async function selectBalanceThen(db: Database, order: OrderRow): Promise<number | null> {
  if (order.customer_id === null || isUnpaid(order)) return null;
  const { rows } = await sql<{ balance: number }>`
    SELECT coalesce(sum(points), 0)::bigint AS balance FROM points_events
     WHERE customer_id = (SELECT coalesce(sold_to_id, customer_id) FROM orders WHERE id = ${order.id})
       AND created_at <= coalesce(${order.paid_at}, ${order.created_at})::timestamptz`.execute(db);
  return rows[0]?.balance ?? null;
}

function soldAs(line: OrderLineRow): Sold {
  const { tier } = line;
  if (tier === null) {
    const original = line.changes[0]?.original_price_cents ?? line.unit_price_cents;
    const quantity = parseQuantity(line.quantity);
    const quantityMilli = quantity.ok ? quantity.value : toMilli(0);
    return { kind: 'unit', priceCents: toCents(original), quantityMilli, ...(line.unit && { unit: line.unit }) };
  }
  return {
    kind: 'tier',
    count: tier.count,
    chosen: {
      ruleId: tier.rule_id,
      ruleName: tier.rule_name,
      productType: tier.product_type,
      tier: {
        minMilli: fromQuantityNumber(tier.quantity),
        priceCents: toCents(tier.price_cents),
        label: tier.label,
      },
    },
  };
}

function changed(changes: readonly PriceChangeRow[], kind: PriceChangeRow['kind']): Cents {
  return sum(changes.filter((change) => change.kind === kind).map((change) => toCents(change.amount_cents)));
}

function receiptLine(line: OrderLineRow): ReceiptLine {
  const changes = line.changes.filter(byStaff);
  const price: LinePrice = {
    originalCents: toCents(line.original_cents),
    overrideCents: changed(changes, 'override'),
    discountCents: changed(changes, 'discount'),
    adjustmentCents: changed(changes, 'adjustment'),
    redeemedCents: ZERO_CENTS,
    // Points that were used, and included taxes, are shown in their own rows.
    totalCents: toCents(line.total_cents + redeemedOf(line) + includedTaxOf(line)),
    unitPriceCents: toCents(line.unit_price_cents),
  };
  const override = changes.find((change) => change.kind === 'override');
  return {
    name: line.name,
    sold: soldAs(line),
    price,
    overrideCents: override ? toCents(override.value) : null,
    discount: changes.find((change) => change.kind === 'discount')?.value ?? 0,
  };
}

function receiptRows(
  order: OrderRow,
  shop: Shop,
  { facts }: ReceiptLook,
  balance: number | null,
  isCopy: boolean,
): Receipt {
  const inWords = (points: number): string => pointsText(points, shop.points_label);
  const used = order.points_redeemed ?? 0;
  return receiptOf({
    ...facts,
    orderNumber: order.number,
    // Rule: register/till-and-instant.
    soldAt: new Date(order.sold_at ?? order.created_at),
    timeZone: shop.time_zone,
    cashier: order.employee_name,
    customer: order.customer_id === null ? null : order.customer_name,
    lines: order.lines.map(receiptLine),
    subtotalCents: toCents(order.subtotal_cents),
    taxes: order.taxes.map((tax) => ({
      name: tax.label,
      ratePpm: tax.rate_ppm,
      taxCents: toCents(tax.tax_cents),
      included: tax.included ?? false,
    })),
    shippingCents: toCents(order.shipping_cents),
    totalCents: toCents(order.total_cents),
    isPaid: !isUnpaid(order),
    tenders: order.tenders.map(({ method, amount_cents }) => ({ method, amountCents: toCents(amount_cents) })),
    roundingCents: toCents(order.rounding_cents),
    changeCents: toCents(order.change_cents),
    pointsEarned: order.points_awarded > 0 ? inWords(order.points_awarded) : null,
    pointsUsed: used > 0 ? { text: inWords(used), cents: toCents(order.redeemed_cents ?? 0) } : null,
    pointsBalance: balance === null ? null : inWords(balance),
    isCopy,
  });
}

/** The receipt of an order the asker may see. @throws Refusal `not_found` */
export async function getReceipt(db: Database, staff: Staff, orderId: number, isCopy: boolean): Promise<PaperReceipt> {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const [shop, balance] = await Promise.all([selectShop(db, order.location_id), selectBalanceThen(db, order)]);
  const look = await lookOf(db, shop, order.number);
  return { number: order.number, width_mm: look.widthMm, rows: receiptRows(order, shop, look, balance, isCopy) };
}

/** The receipt of a refund, as `getReceipt`. @throws Refusal `not_found`, even if it belongs to another order. */
export async function getRefundReceipt(
  db: Database,
  staff: Staff,
  { orderId, refundId }: { orderId: number; refundId: number },
  isCopy: boolean,
): Promise<PaperReceipt> {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const refund = (await selectRefunds(db, orderId)).find(({ id }) => id === refundId);
  if (!refund) throw new Refusal('not_found', 'There is no such refund.');
  const shop = await selectShop(db, order.location_id);
  const look = await lookOf(db, shop, order.number);
  const rows = refundReceiptOf({
    ...look.facts,
    refundNumber: refund.number,
    orderNumber: order.number,
    refundedAt: new Date(refund.sold_at ?? refund.created_at),
    timeZone: shop.time_zone,
    cashier: refund.by,
    customer: order.customer_id === null ? null : order.customer_name,
    lines: refund.lines.map((line) => {
      const sold = order.lines.find(({ id }) => id === line.order_line_id);
      const unit = sold && unitSold(sold);
      return {
        name: line.name,
        quantityMilli: milliOrZero(line.quantity),
        ...(unit && { unit }),
        goodsCents: toCents(line.goods_cents),
      };
    }),
    goodsCents: toCents(refund.goods_cents),
    taxCents: toCents(refund.tax_cents),
    taxes: taxesOf(refund).map(({ label: name, ratePpm, taxCents }) => ({ name, ratePpm, taxCents })),
    shippingCents: toCents(refund.shipping_cents),
    amountCents: toCents(refund.amount_cents),
    tenders: refund.tenders.map(({ method, amount_cents }) => ({ method, amountCents: toCents(amount_cents) })),
    pointsTakenBack: refund.points > 0 ? pointsText(refund.points, shop.points_label) : null,
    pointsGivenBack: refund.points_returned > 0 ? pointsText(refund.points_returned, shop.points_label) : null,
    reason: refund.reason,
    isCopy,
  });
  return { number: refund.number, width_mm: look.widthMm, rows };
}

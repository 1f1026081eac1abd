import { toCents, ZERO_CENTS } from '#domain/money.ts';
import { priceLine, type Sold } from '#domain/line-price.ts';
import { toMilli } from '#domain/quantity.ts';
import { codeRows } from '#domain/receipt-code.ts';
import {
  logoRows,
  receiptLines,
  type ReceiptLogo,
  type ReceiptShop,
  type ReceiptStyle,
  shopLinesOf,
} from '#domain/receipt-paper.ts';
import { type ReceiptLine, receiptOf, type PaperReceipt } from '#domain/receipt.ts';

const NUMBER = 'POS-1001';
const SOLD_AT = new Date('2026-01-15T18:05:00Z');

function line(name: string, sold: Sold): ReceiptLine {
  return { name, sold, price: priceLine(sold, {}), overrideCents: null, discount: 0 };
}
const LINES = [
  line('Blue Dream', {
    kind: 'tier',
    count: 2,
    chosen: {
      ruleId: 1,
      ruleName: 'Flower',
      productType: 'flower',
      tier: { minMilli: toMilli(3500), priceCents: toCents(4000), label: '3.5 g' },
    },
  }),
  line('Four-piece grinder, brushed aluminium', {
    kind: 'unit',
    priceCents: toCents(2390),
    quantityMilli: toMilli(1000),
  }),
];

export interface SampleShop extends ReceiptShop {
  readonly name: string;
  readonly timeZone: string;
}

/** A made-up receipt, as the till would print it. */
export function sampleReceipt(shop: SampleShop, style: ReceiptStyle, logo: ReceiptLogo | null): PaperReceipt {
  const rows = receiptOf({
    shopName: shop.name,
    shopLines: shopLinesOf(shop, style.header),
    closingLines: receiptLines(style.footer),
    above: logoRows(logo),
    below: codeRows(style, NUMBER),
    orderNumber: NUMBER,
    soldAt: SOLD_AT,
    timeZone: shop.timeZone,
    cashier: 'Sam Staff',
    customer: 'Ann Poe',
    lines: LINES,
    subtotalCents: toCents(10_390),
    taxes: [{ name: 'Sales Tax', ratePpm: 87_500, taxCents: toCents(909) }],
    shippingCents: ZERO_CENTS,
    totalCents: toCents(11_299),
    isPaid: true,
    tenders: [{ method: 'cash', amountCents: toCents(12_000) }],
    roundingCents: ZERO_CENTS,
    changeCents: toCents(701),
    pointsEarned: null,
    pointsUsed: null,
    pointsBalance: null,
    isCopy: false,
  });
  return { number: NUMBER, width_mm: style.paperMm, rows };
}

import { describe, expect, it } from 'vitest';
import { createOrderBody } from '#contract/sale.ts';
import { addToCart, type Cart, type NewCartLine, overridePrice, setAdjustment, setDiscount } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { settleCard, settleCash, settleSplit } from '#domain/tender.ts';
import { taxRatesOf } from '../cart/cart-totals.ts';
import { buildSaleBody, type SaleToSend } from './sale-body.ts';

const item = { variationId: null, sku: 'X-1', image: null, category: null, taxable: true };
const grinder: NewCartLine = {
  ...item,
  productId: 502,
  name: 'Grinder',
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(2000) },
};
const preRolls: NewCartLine = {
  ...item,
  productId: 501,
  name: 'Blue Dream',
  sold: {
    kind: 'tier',
    count: 3,
    chosen: {
      ruleId: 2,
      ruleName: 'Pre-rolls',
      productType: 'preroll',
      tier: {
        minMilli: toMilli(1000),
        priceCents: toCents(800),
        label: '1 pre-roll',
        conversionRatio: {
          inputMilli: toMilli(700),
          inputUnit: 'g',
          outputMilli: toMilli(1000),
          outputUnit: 'pre-roll',
        },
      },
    },
  },
};
const taxes = taxRatesOf([{ id: 4, code: 'NC-CENTRAL', name: 'Sales Tax', rate: 0.0875 }]);
const paid = (result: ReturnType<typeof settleCash>) => {
  if (!result.ok) throw new Error(result.refused.code);
  return result.value;
};
const cart: Cart = [grinder, preRolls].reduce(addToCart, [] as Cart);
// 2 x $23.90 + 3 x $8 = $71.80, tax $6.28.
const total = toCents(7808);

const sale = (change: Partial<SaleToSend> = {}): SaleToSend => ({
  lines: cart,
  customer: null,
  points: null,
  seller: { id: 3, name: 'Sasha Lind', location: 'Charlotte Central', location_id: 20 },
  taxes,
  method: 'card',
  paid: settleCard(total),
  allowOversell: false,
  ...change,
});
const metaOf = (list: readonly { key: string; value: unknown }[] | undefined) =>
  Object.fromEntries((list ?? []).map(({ key, value }) => [key, value]));

describe('the body of a sale', () => {
  it('is one the server reads, with the sums of the screen', () => {
    const body = createOrderBody.parse(JSON.parse(JSON.stringify(buildSaleBody(sale()))));
    expect(body).toMatchObject({
      customer_id: 0,
      payment_method: 'card',
      payment_method_title: 'Card',
      status: 'processing',
      subtotal: 7180,
      total_tax: 628,
      total,
      pos_order: true,
      set_paid: true,
      location_id: 20,
      tax_lines: [{ rate_code: 'NC-CENTRAL', rate_id: 4, tax_total: 628, shipping_tax_total: 0 }],
    });
    expect(body.line_items).toMatchObject([
      { product_id: 502, variation_id: null, quantity: 2000, price: 2390, subtotal: 4780, total: 4780 },
      { product_id: 501, quantity: 3000, price: 800, subtotal: 2400, total: 2400 },
    ]);
    expect(body.allow_oversell).toBeUndefined();
  });

  it('names employee, location, source and tax under the order keys', () => {
    expect(metaOf(buildSaleBody(sale()).meta_data)).toEqual({
      _pos_location_id: 20,
      _pos_location_name: 'Charlotte Central',
      _employee_id: 3,
      _employee_name: 'Sasha Lind',
      _created_via: 'pos',
      _order_source: 'pos',
      _tax_rate: 0.0875,
      _tax_amount: '6.28',
    });
  });

  it('names the tier and its conversion under the line keys', () => {
    const [plain, tier] = buildSaleBody(sale()).line_items;
    expect(metaOf(plain?.meta_data)).toEqual({});
    expect(metaOf(tier?.meta_data)).toEqual({
      _pricing_tier_label: '1 pre-roll',
      _pricing_tier_rule_id: 2,
      _pricing_tier_rule_name: 'Pre-rolls',
      _pricing_tier_price: '8.00',
      _pricing_tier_quantity: 1,
      _pricing_tier_category: 'preroll',
      _conversion_ratio: { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pre-roll' },
    });
  });

  it('says what staff changed, line by line', () => {
    let lines = overridePrice(cart, '502', toCents(2000), 'Price match');
    lines = setDiscount(lines, '502', 1250);
    lines = setAdjustment(lines, '502', toCents(-150));
    const body = buildSaleBody(sale({ lines }));
    expect(metaOf(body.line_items[0]?.meta_data)).toEqual({
      _override_price: '20.00',
      _override_reason: 'Price match',
      _discount_percentage: 12.5,
      _adjustment_amount: '-1.50',
    });
    expect(body.line_items[0]).toMatchObject({ price: '23.90', subtotal: '47.80', total: '33.50' });
  });

  it('records cash as it was received, and each payment of a split as it was tendered', () => {
    const cash = buildSaleBody(sale({ method: 'cash', paid: paid(settleCash(total, toCents(10_000))) }));
    expect(metaOf(cash.meta_data)).toMatchObject({ _cash_received: '100.00', _cash_change: '21.92' });
    const fifty = { method: 'cash', amountCents: toCents(5000) } as const;
    const split = buildSaleBody(sale({ method: 'split', paid: paid(settleSplit(total, [fifty, fifty])) }));
    expect(metaOf(split.meta_data)['_split_payments']).toEqual([
      { method: 'cash', amount: '50.00' },
      { method: 'cash', amount: '50.00' },
    ]);
    expect(metaOf(split.meta_data)).not.toHaveProperty('_cash_received');
  });

  it('names the points that are used, with every sum after them', () => {
    const customer = { id: 7, name: 'Maya Stone', email: '', phone: '704', points: 725 };
    const points = { points: 700, redeemPoints: 100, redeemCents: toCents(500), label: 'Point:Points' };
    const body = buildSaleBody(sale({ customer, points }));
    // $71.80 less $35.00, divided as 47.80 to 24.00; 8.75 % of the rest.
    expect(body).toMatchObject({ redeem_points: 700, subtotal: '36.80', total_tax: '3.22', total: '40.02' });
    expect(body.line_items).toMatchObject([
      { subtotal: '47.80', total: '24.50' },
      { subtotal: '24.00', total: '12.30' },
    ]);
    expect(buildSaleBody(sale({ customer }))).not.toHaveProperty('redeem_points');
  });

  it('never sends an address that is none', () => {
    const customer = { id: 7, name: 'Maya Ann Stone', email: 'maya@customers.invalid', phone: '704', points: 0 };
    const body = buildSaleBody(sale({ customer, allowOversell: true }));
    expect(body).toMatchObject({ customer_id: 7, allow_oversell: true });
    expect(body.billing).toEqual({ first_name: 'Maya', last_name: 'Ann Stone', phone: '704' });
  });
});

import { createHash } from 'node:crypto';
import { toWireTemplate } from '#contract/labels.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import { ASSISTANT_SAMPLES } from './hostile-assistant.ts';
import { customerSamples } from './hostile-customers.ts';
import { LABEL_SAMPLES } from './hostile-labels.ts';
import { MENU_SAMPLES } from './hostile-menus.ts';
import { CUSTOMER, FIRST, STOCK_SAMPLES } from './hostile-stock-requests.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { wooSamples } from './hostile-woocommerce.ts';
import { aCart } from '../sales.ts';
import { SHOP } from '../shop.ts';

/** The hash of a token that a session of the sample has, and what its session is called. */
export const STAFF_TOKEN_HASH = 'ab'.repeat(32);
const STAFF_SESSION = createHash('sha256').update(Buffer.from(STAFF_TOKEN_HASH, 'hex')).digest('hex');

const ADDRESS = { first_name: 'A', last_name: 'B', company: 'C', address_1: 'D', address_2: 'E', city: 'F' };
const PLACE = { ...ADDRESS, state: 'NC', postcode: '28105', country: 'US' };
const LOCATION = {
  phone: '704-555-0100',
  address: { address_1: 'a', address_2: 'b', city: 'c', state: 'NC', postcode: '1' },
  time_zone: 'America/New_York',
  opening_hours: [{ weekday: 1, opens: '09:00', closes: '17:00' }],
  receipt_header: 'h',
  receipt_footer: 'f',
  receipt: { paper_mm: 58, logo: 'none', qr: 'address', qr_address: 'https://example.com/' },
};
const HOME = { ...PLACE, email: 'a@example.com', phone: '555 0100' };
const REFUND_LINES = [{ line_id: 1, quantity: 1, restock: true }];
const PRODUCT_IMPORT = {
  file: Buffer.from('Type,SKU,Name,Price\r\nsimple,HOSTILE-9,Lantern,4\r\n').toString('base64'),
  file_name: 'p.csv',
  mapping: { 'Regular price': 'Price' },
  source: 's',
  location_id: 20,
};
const meta = (key: string, value: unknown) => [{ key, value }];

const SALE = {
  customer_id: 0,
  payment_method: 'cash',
  payment_method_title: 'Cash',
  transaction_id: '',
  status: 'processing',
  currency: 'USD',
  line_items: [
    {
      product_id: SHOP.grinder,
      variation_id: 0,
      name: 'Grinder',
      sku: 'AC-GR',
      quantity: 1,
      price: '23.90',
      subtotal: '23.90',
      total: 23.9,
      meta_data: meta('_override_reason', ''),
    },
  ],
  tax_lines: [{ rate_code: 'NC', rate_id: 1, label: 'Tax', compound: false, tax_total: '2.09', shipping_tax_total: 0 }],
  subtotal: '23.90',
  total_tax: '2.09',
  discount_total: '0.00',
  shipping_total: '0',
  total: '25.99',
  billing: HOME,
  shipping: PLACE,
  customer_note: '',
  meta_data: [...meta('_cash_received', '30.00'), ...meta('_note', 'x')],
  pos_order: true,
  set_paid: true,
  location_id: 20,
  created_via: 'pos',
  allow_oversell: false,
};
const HELD_CART = {
  sale_key: '5f0b3f0e-6c1c-4c50-9f0e-0f1f5f9d7a01',
  holds: 0,
  name: 'n',
  cart: persistCart(aCart),
  customer_id: CUSTOMER,
  points: null,
};
const PRODUCT = {
  name: 'Lighter',
  description: 'd',
  status: 'draft',
  sku: 'HOSTILE-1',
  barcode: '036000291452',
  category_ids: [30],
  blueprint_id: null,
  price_class: null,
  taxable: true,
  unit: null,
  step: 1,
  floor_price: '1.00',
  image: null,
  field_values: {},
  regular_price: '2.00',
  sale_price: '1.50',
  sale_from: '2036-11-20T15:04:05.000Z',
  sale_until: '2036-11-21T15:04:05.000Z',
  price_changes: [{ from: '2036-11-22T15:04:05.000Z', regular_price: '3.00' }],
  variations: [
    {
      name: 'n',
      sku: 'HOSTILE-2',
      barcode: '4006381333931',
      status: 'publish',
      attributes: [{ name: 'Size', option: 'S' }],
      regular_price: '2.00',
      sale_price: null,
      sale_from: null,
      sale_until: null,
      price_changes: [],
    },
  ],
};

const FIELDS = [
  {
    name: 'strength',
    label: 'Strength',
    type: 'number',
    description: 'd',
    default_value: '1',
    required: false,
    options: ['o'],
    min: 0,
    max: 10,
  },
];

const TIERS = [
  {
    min: 1,
    price: '8.00',
    label: '1 pre-roll',
    unit: 'pc',
    conversion_ratio: {
      input_amount: 0.7,
      input_unit: 'g',
      output_amount: 1,
      output_unit: 'pre-roll',
      description: 'd',
    },
  },
];

const BULK_EDIT = {
  status: 'draft',
  taxable: true,
  blueprint_id: 39,
  price_class: 'c',
  sale: { by: 'percent', percent: 10, rounding: 'cent', from: null, until: '2036-11-27T14:00:00.000Z' },
  reorder_level: { location_id: 20, level: 4 },
  add_category_ids: [30],
  remove_category_ids: [31],
  price: { by: 'amount', amount: '1.00', rounding: '5-cents' },
  unit: 'g',
  step: 0.5,
  floor_price: { by: 'percent', percent: 20, rounding: 'cent' },
  field_values: {},
};
/** A request of each call that has a body, whole and accepted. Only the server may send the other fields of a schema. */
export const SAMPLES: Record<string, Record<string, unknown>> = {
  ...STOCK_SAMPLES,
  ...MENU_SAMPLES,
  ...ASSISTANT_SAMPLES,
  'POST /api/auth/login': { username: 'nobody', password: 'x' },
  'POST /api/password-reset/check': { token: 'x' },
  'POST /api/password-reset': { token: 'x', password: 'a longer password' },
  'POST /api/labels/pdf': {
    template: toWireTemplate(TEMPLATES[0]),
    labels: [
      {
        name: 'n',
        lines: [{ text: 't', strong: true }],
        barcode: { symbology: 'code128', text: 'SKU-1' },
        copies: 2,
      },
    ],
    start: 1,
    show_borders: true,
    show_logo: true,
    ruler: true,
    calibration: { offset_x_pt: 1, offset_y_pt: -1, scale: 1 },
  },
  'POST /api/manage/jobs/retry': { job_ids: [1] },
  'PUT /api/auth/location': { location_id: 20 },
  'PUT /api/auth/password': { current_password: 'x', new_password: 'a longer password' },
  'PUT /api/auth/pin': { current_password: 'x', pin: '482913' },
  'POST /api/auth/switch': { user_id: 1, pin: '482913' },
  'POST /api/auth/approve': {
    user_id: 1,
    pin: '482913',
    key: 'a-key-of-a-request',
    title: 'Sale',
    needs: [{ permission: 'sell-anyway', amount: 0, reason: 'selling more than is in stock' }],
  },
  'PUT /api/manage/roles/:role': {
    permissions: ['sell'],
    most_discount_percent: 20,
    most_refund: '100.00',
    version: 1,
  },
  'POST /api/pricing/batch-blueprint': { products: [{ id: SHOP.blueDream, categoryIds: [25] }] },
  'PUT /api/proxy/woocommerce/products/:id': { meta_data: meta('_nose', 'pine') },
  'POST /api/manage/pricing-rules': {
    blueprint_id: 39,
    name: 'Hostile',
    product_type: 'preroll',
    price_class: 'c',
    begins: '2036-11-27T14:00:00.000Z',
    tiers: TIERS,
  },
  'PUT /api/manage/pricing-rules/:id': { name: 'Hostile', product_type: 'preroll', tiers: TIERS, version: 1 },
  'POST /api/manage/blueprints': { name: 'Hostile', slug: 'hostile', fields: FIELDS },
  'PUT /api/manage/blueprints/:id': { name: 'Hostile', slug: 'hostile', fields: FIELDS, version: 1 },
  'POST /api/manage/pictures': {
    file: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  },
  'POST /api/manage/categories': { name: 'Hostile', slug: 'hostile', parent_id: 30, blueprint_id: 39, image: null },
  'PUT /api/manage/categories/:id': {
    name: 'Hostile',
    slug: 'hostile',
    parent_id: null,
    blueprint_id: null,
    image: null,
    version: 1,
  },
  'POST /api/manage/categories/:id/move': { parent_id: null, before_id: null },
  'POST /api/manage/categories/:id/merge': { into_id: 30, version: 1 },
  'POST /api/manage/products': { ...PRODUCT, type: 'variable' },
  'POST /api/manage/products/bulk/preview': { ids: [FIRST], change: BULK_EDIT },
  'PUT /api/manage/products/bulk': { items: [{ id: FIRST, version: 1, seen_levels: '0:' }], change: BULK_EDIT },
  'PUT /api/manage/products/:id': { ...PRODUCT, version: 1 },
  'PUT /api/manage/products/:id/cost': { variation_id: 0, location_id: 20, cost: '2.10', seen_cost: null },
  'PUT /api/manage/margin-floor': { floor: 30 },
  'POST /api/manage/products/:id/duplicate': {},
  'POST /api/commands/withdraw': { key: 'key-of-a-refund', owner_id: 1, title: 't' },
  'POST /api/commands/unsettled': {
    unsettled: [
      { key: 'key-of-a-sale', title: 't', owner_id: 1, location_id: 20, sent_at: '2026-11-20T15:04:05.000Z' },
    ],
    settled: ['key-of-another'],
  },
  ...wooSamples(PLACE, HOME),
  'PUT /api/manage/receipts': {
    paper_mm: 58,
    logo: 'none',
    qr: 'address',
    qr_address: 'https://example.com/',
    header: 'Open daily',
    footer: 'Come again',
    version: 1,
  },
  'POST /api/manage/receipts/logos': {
    file: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  },
  'POST /api/manage/backups': { kind: 'backup' },
  'PUT /api/manage/backups/settings': {
    is_daily: true,
    at_time: '04:30',
    keep: 7,
    warn_after_hours: 24,
    version: 1,
  },
  'POST /api/manage/api-keys': {
    name: 'Robot',
    location_id: 20,
    all_locations: false,
    scope: { products: 'write', customers: 'read', orders: 'none', taxes: 'none' },
  },
  'POST /api/manage/taxes/copy': { from_location_id: 19, location_id: 4711 },
  'POST /api/manage/taxes': {
    location_id: 19,
    code: 'CITY',
    name: 'City Tax',
    rate: '1.5',
    position: 2,
    compound: true,
    included: false,
    before_points: false,
    category_ids: [30],
    price_classes: ['Top Shelf'],
    from_day: null,
    seen_id: null,
  },
  'POST /api/manage/staff': { name: 'Ann Poe', username: '', email: '', role: 'staff', location_id: 20 },
  'PUT /api/manage/staff/:id': {
    name: 'Ann Poe',
    username: 'ann.poe',
    email: '',
    role: 'staff',
    location_id: 20,
    status: 'active',
    version: 1,
  },
  'POST /api/manage/staff/:id/sessions/end': { session_id: STAFF_SESSION },
  'POST /api/manage/locations': { ...LOCATION, name: 'New shop' },
  'PUT /api/manage/locations/:id': { ...LOCATION, name: 'Shop', version: 1 },
  'POST /api/manage/locations/:id/close': { stock: 'transfer', to_location_id: 20, stock_seen: '0', version: 1 },
  'POST /api/manage/locations/:id/reopen': { version: 1 },
  'POST /api/held-carts': HELD_CART,
  'PUT /api/favourites/:id': { pinned: true, before_id: null },
  ...LABEL_SAMPLES,
  'POST /api/held-carts/:id/resume': {},
  'POST /api/held-carts/:id/burn': {},
  'PUT /api/tills/:id': { name: 'n', version: 1 },
  'POST /api/tills/:id/retire': { version: 1 },
  'POST /api/error-reports': { message: 'm', stack: 's', context: 'c', url: '/register' },
  'POST /api/inventory/batch': { items: [{ product_id: SHOP.grinder, variation_id: null }], location_id: 20 },
  'POST /api/proxy/flora-im/inventory': {
    product_id: SHOP.brokenRolls,
    location_id: 20,
    variation_id: 0,
    quantity: 12,
    expected_quantity: 10,
    reason: 'Count',
  },
  'POST /api/proxy/wc-points-rewards/auth/token': { username: 'nobody', password: 'x' },
  'POST /api/proxy/wc-points-rewards/user/:id/adjust': { points: 1, description: 'r', confirm_below_zero: false },
  'PUT /api/proxy/wc-points-rewards/product/:id/points': { bonus_points: 1 },
  'PUT /api/proxy/wc-points-rewards/settings': {
    earn_points: 1,
    earn_amount: '1.00',
    rounding: 'down',
    minimum_amount: '0.00',
    excluded_category_ids: [30],
    earn_on_discounted: true,
    redeem_points: 100,
    redeem_amount: '5.00',
    points_label: 'Point:Points',
    expire_after_days: null,
    version: 1,
  },
  'POST /api/proxy/wc-points-rewards/redeem/calculate': { user_id: CUSTOMER, points: 100 },
  'POST /api/proxy/wc-points-rewards/redeem/apply': { user_id: CUSTOMER, points: 100, cart_total: '20.00' },
  ...customerSamples(PLACE, HOME),
  'POST /api/manage/products/import/preview': PRODUCT_IMPORT,
  'POST /api/manage/products/import': PRODUCT_IMPORT,
  'POST /api/manage/products/import/cancel': { key: 'f3b1c1f6-6a0e-4d7a-9c56-0d8b6a0c2e11' },
  'PUT /api/orders/:id': {
    status: 'completed',
    date_paid: 'x',
    date_completed: 'x',
    allow_oversell: false,
    // As much as this status gives back.
    refund: '0.00',
  },
  'PUT /api/orders': { orderId: FIRST, status: 'completed', allow_oversell: false, refund: '0.00' },
  'PUT /api/orders/bulk-status': { order_ids: [FIRST], status: 'completed' },
  'POST /api/orders/bulk-status/preview': { order_ids: [FIRST], status: 'completed' },
  'POST /api/orders/award-points-native': { orderId: FIRST, customerId: CUSTOMER },
  'POST /api/orders/:id/notes': { text: 'n' },
  'POST /api/orders/:id/refunds/preview': { lines: REFUND_LINES },
  'POST /api/orders/:id/refunds': { lines: REFUND_LINES, reason: 'r', amount: '2.00' },
  'POST /api/orders': SALE,
  'POST /api/orders/try': SALE,
};

/** JSON texts, because some of these are no JavaScript values. */
export const HOSTILE = [
  ...['null', 'true', '-1', '0', '-0', '1e309', '0.123456789012', '9007199254740993', '1e21', '2147483648'],
  // The most that an id, a quantity and an amount may be.
  ...['2147483647', '999999.999', '"10000000.00"'],
  ...['""', '" "', '"-1"', '"1e5"', '"NaN"', '["5"]', '[]', '{}', '{"length":1,"toString":1}'],
  ...[`"Robert'); DROP TABLE orders;--"`, '"<script>alert(1)</script>"', '"a\\u0000b"', '"\\ud83d"'],
  ...['"👩‍🚀 \u202eevol\u202c ﷽"', `"${'x'.repeat(30_000)}"`, `"a${'👍'.repeat(75)}@${'ä'.repeat(60)}.de"`],
  `${'['.repeat(9000)}${']'.repeat(9000)}`,
];
export const SLOT = '@slot@';

/** Every value inside a sample, replaced by a slot: the JSON of the whole body around it. */
export function* slots(value: unknown): Generator<string> {
  yield SLOT;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const inner of slots(part)) {
      const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
      (copy as Record<string, unknown>)[key] = inner === SLOT ? SLOT : JSON.parse(inner);
      yield JSON.stringify(copy);
    }
  }
}

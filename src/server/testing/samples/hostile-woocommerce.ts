type Contact = Readonly<Record<string, string>>;

const WOO_PRICES = {
  regular_price: '2.00',
  sale_price: '1.50',
  date_on_sale_from: null,
  date_on_sale_from_gmt: '2036-11-20T15:04:05',
  date_on_sale_to: '2036-11-21T15:04:05',
  date_on_sale_to_gmt: null,
  stock_quantity: null,
  status: 'draft',
};
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WOO_PRODUCT = {
  name: 'Lighter',
  description: 'd',
  sku: 'HOSTILE-1',
  global_unique_id: '036000291452',
  ...WOO_PRICES,
  tax_status: 'taxable',
  images: [{ id: 0, src: PICTURE }],
  categories: [{ id: 30 }],
  meta_data: [{ key: '_nose', value: 'pine' }],
};
const WOO_VARIATION = {
  sku: 'HOSTILE-2',
  global_unique_id: '4006381333931',
  ...WOO_PRICES,
  attributes: [{ name: 'Size', option: 'S' }],
};

/** Samples of the calls in WooCommerce's form. */
export const wooSamples = (place: Contact, home: Contact): Record<string, Record<string, unknown>> => ({
  'POST /wp-json/wc/v3/products/categories': { name: 'Hostile', slug: '', parent: 0, image: { src: PICTURE } },
  'PUT /wp-json/wc/v3/products/categories/:id': { name: 'Hostile', slug: '', parent: 0, image: { src: PICTURE } },
  'POST /wp-json/wc/v3/products': { ...WOO_PRODUCT, type: 'simple' },
  'PUT /wp-json/wc/v3/products/:id': WOO_PRODUCT,
  'POST /wp-json/wc/v3/products/batch': {
    create: [{ ...WOO_PRODUCT, sku: '', global_unique_id: '', type: 'simple' }],
    update: [{ id: 999_999, name: 'Lighter' }],
    delete: [999_999],
  },
  'POST /wp-json/wc/v3/products/:id/variations/batch': {
    create: [{ ...WOO_VARIATION, sku: '', global_unique_id: '' }],
    update: [{ id: 999_999, regular_price: '2.00' }],
    delete: [999_999],
  },
  'POST /wp-json/wc/v3/products/categories/batch': {
    create: [{ name: 'Hostile' }],
    update: [{ id: 999_999, name: 'Hostile' }],
    delete: [999_999],
  },
  'POST /wp-json/wc/v3/customers/batch': {
    create: [{ first_name: 'Ann', last_name: 'Poe', billing: { phone: '704-555-0100' } }],
    update: [{ id: 999_999, first_name: 'Ann' }],
    delete: [999_999],
  },
  'POST /wp-json/wc/v3/taxes/batch': {
    create: [{ name: 'City Tax', rate: '1.5', location_id: 19 }],
    update: [{ id: 999_999, rate: '1.5' }],
    delete: [999_999],
  },
  'POST /wp-json/wc/v3/products/:id/variations': WOO_VARIATION,
  'PUT /wp-json/wc/v3/products/:product_id/variations/:id': WOO_VARIATION,
  'POST /wp-json/wp/v2/media': { file: PICTURE.split(',')[1] ?? '' },
  'POST /wp-json/wc/v3/customers': {
    first_name: 'Ann',
    last_name: 'Poe',
    email: '',
    username: '',
    password: '',
    billing: { ...home, email: '' },
    shipping: place,
    meta_data: [{ key: '_x', value: 'y' }],
  },
  'PUT /wp-json/wc/v3/customers/:id': {
    first_name: 'Ann',
    last_name: 'Poe',
    email: '',
    password: '',
    billing: { ...home, phone: '704-555-0100' },
    shipping: place,
  },
  'PUT /wp-json/wc/v3/orders/:id': { status: 'completed' },
  'POST /wp-json/wc/v3/taxes': {
    name: 'City Tax',
    rate: '1.5',
    code: 'CITY',
    location_id: 19,
    priority: 2,
    compound: true,
    class: 'Top Shelf',
  },
  'PUT /wp-json/wc/v3/taxes/:id': { name: 'City Tax', rate: '1.5', priority: 2, compound: true, class: 'Top Shelf' },
});

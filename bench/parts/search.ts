import { productsRoute } from '#contract/catalogue.ts';
import { storeProductsRoute } from '#contract/store-products.ts';
import { usersRoute } from '#contract/customers.ts';
import { type Figure, latencyFigures, type PartResult, quantile } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob, SqlJob } from '../load/load-jobs.ts';
import type { Shop } from '../shop.ts';
import { indexProducts, searchProducts, SUGGESTION_LIMIT } from '#domain/product-search.ts';

const P95_AT_MOST_MS = 50;
const KEY_PRESS_AT_MOST_MS = 5;
const PER_PAGE = 50;
const SECONDS = 1;
const ROUNDS = 2;
const WARM_UP_SECONDS = 0.5;

/** Searches by how much is typed. Generated goods and people are named from fixed words (src/server/demo/scale). */
const PRODUCT_TERMS = {
  '1-2 letters': ['v', 'mo', 'bl', 'a', 'go', 's'],
  'a word': ['velvet', 'lantern', 'gummies', 'river', 'meadow', 'gen-10'],
  'two words': ['velvet lantern', 'misty cart', 'golden live', 'salt brook', 'red gummies'],
  'no match': ['zzxqv', 'qqqwwy', 'velvet zzxqv'],
};
const CUSTOMER_TERMS = {
  '1-2 letters': ['a', 'jo', 'mi', 's', 'da', 'el'],
  'a word': ['avery', 'garza', 'walsh', 'lane', '0142', 'example'],
  'two words': ['avery lane', 'ada park', 'ruth web', 'june 704', 'theo ort'],
  'no match': ['zzxqv', 'qqqwwy', 'avery zzxqv'],
};

interface Search {
  readonly who: string;
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly path: (term: string) => string;
  /** The same search as one statement of two patterns. */
  readonly bare: string;
}

const PRODUCTS_SQL = `SELECT id, name, sku FROM products
  WHERE status = 'publish' AND found_text LIKE $1 AND found_text LIKE $2 ORDER BY lower(name), id LIMIT ${PER_PAGE}`;
const CUSTOMERS_SQL = `SELECT id, display_name, email, phone FROM users
  WHERE role = 'customer' AND found_text LIKE $1 AND found_text LIKE $2 ORDER BY lower(display_name), id LIMIT ${PER_PAGE}`;

function searches({ locationId }: Shop): Search[] {
  const query = (term: string) => `search=${encodeURIComponent(term)}&per_page=${PER_PAGE}`;
  return [
    {
      who: 'products',
      terms: PRODUCT_TERMS,
      path: (term) => `${productsRoute.path}?location_id=${locationId}&${query(term)}`,
      bare: PRODUCTS_SQL,
    },
    {
      who: 'store proxy',
      terms: PRODUCT_TERMS,
      path: (term) => `${storeProductsRoute.path}?${query(term)}`,
      bare: PRODUCTS_SQL,
    },
    {
      who: 'customers',
      terms: CUSTOMER_TERMS,
      path: (term) => `${usersRoute.path}?role=customer&${query(term)}`,
      bare: CUSTOMERS_SQL,
    },
  ];
}

/** Two patterns; a single word gives the same one twice, because no index answers one that matches everything. */
function patterns(term: string): [string, string] {
  const [first = '', second = first] = term.split(' ').map((word) => `%${word}%`);
  return [first, second];
}

/** One key press in the till's own search: all products are compared in the page, nothing is asked for. */
function keyPress(): Figure {
  const names = ['Blue Dream', 'Sour Diesel', 'Granddaddy Purple', 'Pineapple Express', 'Girl Scout Cookies'];
  const kinds = ['Flower', 'Vape', 'Gummies', 'Shatter'];
  const index = indexProducts(
    Array.from({ length: 10_000 }, (_, at) => ({
      name: `${names[at % names.length]} ${kinds[at % kinds.length]} No. ${at}`,
      sku: `SKU-${String(at).padStart(5, '0')}`,
      barcode: `29${String(at).padStart(11, '0')}`,
      categories: [],
      variants: [],
    })),
  );
  const typed = ['p', 'pi', 'pin', 'pine', 'pine v', 'pine vape', 'pine vape 4', 'sku-0', 'zzz', 'e e e e', '29000'];
  const press = (search: string) => {
    const since = performance.now();
    searchProducts(index, search, SUGGESTION_LIMIT.productOnly);
    return performance.now() - since;
  };
  for (const search of typed) press(search);
  const ms = Array.from({ length: 15 }, () => typed.map(press)).flat();
  const target = { of: 'value', atMost: KEY_PRESS_AT_MOST_MS } as const;
  return { what: "a key press in the till's own search, p95", value: quantile(ms, 0.95), unit: 'ms', target };
}

/** Searches over HTTP, in turn with the same search as one statement. */
export async function benchSearch(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const tokens = await shop.signIn(1);
  const figures: Figure[] = [keyPress()];
  for (const { who, terms, path, bare } of searches(shop)) {
    for (const [shape, list] of Object.entries(terms)) {
      const calls = list.map((term) => ({ method: 'GET', path: path(term) }) as const);
      const size = { clients: 1, seconds: SECONDS };
      const http: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: false, status: 200, ...size };
      const values = list.map(patterns);
      const sql: SqlJob = { kind: 'sql', connection: shop.connection, text: bare, values, ...size };
      await load.run({ ...http, seconds: WARM_UP_SECONDS });
      const { first, second } = await load.inTurn(http, sql, ROUNDS);
      const yardstick = { what: 'bare SQL', calls: second };
      figures.push(
        ...latencyFigures(`${who}, ${shape}`, first, { yardstick, p95AtMostMs: P95_AT_MOST_MS, shares: [0.5, 0.95] }),
      );
    }
  }
  return { title: 'Search: 10,000 products and 100,000 customers, 1 client, first 50 hits', figures };
}

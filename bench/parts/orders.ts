import { ordersRoute } from '#contract/orders.ts';
import { type Figure, latencyFigures, type PartResult } from '../figures.ts';
import type { LoadGenerator } from '../load.ts';
import type { HttpJob, SqlJob } from '../load-jobs.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const P95_AT_MOST_MS = 50;
const PER_PAGE = 50;
const SECONDS = 1;
const ROUNDS = 2;
const WARM_UP_SECONDS = 0.5;

interface List {
  readonly what: string;
  readonly status?: string;
  readonly page: number | 'last';
  /** Of the staff's own location instead of all. */
  readonly own?: boolean;
}

const LISTS: readonly List[] = [
  { what: 'first page', page: 1 },
  { what: 'page 1,000', page: 1000 },
  { what: 'last page', page: 'last' },
  { what: 'refunded, first page', status: 'refunded', page: 1 },
  { what: 'refunded, page 100', status: 'refunded', page: 100 },
  { what: 'completed, page 1,000', status: 'completed', page: 1000 },
  { what: 'own location, first page', page: 1, own: true },
  { what: 'own location, page 1,000', page: 1000, own: true },
];

/** A page as anybody would write it down first: what it costs to pass over all orders before it. */
function plainPage({ status, own }: List, locationId: number, page: number): Pick<SqlJob, 'text' | 'values'> {
  const narrowed = [
    'voided_at IS NULL',
    ...(status === undefined ? [] : [`status = '${status}'`]),
    ...(own === true ? [`location_id = ${locationId}`] : []),
  ];
  return {
    text: `SELECT * FROM orders WHERE ${narrowed.join(' AND ')}
      ORDER BY local_day DESC, created_at DESC, id DESC LIMIT ${PER_PAGE} OFFSET $1`,
    values: [[(page - 1) * PER_PAGE]],
  };
}

/** Pages of the orders list with all that hangs on each order, in turn with the bare rows by OFFSET. */
export async function benchOrders(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const everywhere = await shop.signIn(1, 'manager');
  const here = await shop.signIn(1);
  const figures: Figure[] = [];
  let orders = 0;
  for (const list of LISTS) {
    const tokens = list.own === true ? here : everywhere;
    const filter = `per_page=${PER_PAGE}${list.status === undefined ? '' : `&status=${list.status}`}`;
    const url = `${shop.origin}${ordersRoute.path}?${filter}&page=1`;
    const { meta } = ordersRoute.reply.parse(await getJson(url, tokens[0] ?? ''));
    orders = Math.max(orders, meta.total);
    const page = list.page === 'last' ? meta.pages : Math.min(list.page, meta.pages);
    const size = { clients: 1, seconds: SECONDS };
    const http: HttpJob = {
      kind: 'http',
      origin: shop.origin,
      tokens,
      calls: [{ method: 'GET', path: `${ordersRoute.path}?${filter}&page=${page}` }],
      keyed: false,
      status: 200,
      ...size,
    };
    const bare: SqlJob = {
      kind: 'sql',
      connection: shop.connection,
      ...plainPage(list, shop.locationId, page),
      ...size,
    };
    await load.run({ ...http, seconds: WARM_UP_SECONDS });
    const { first, second } = await load.inTurn(http, bare, ROUNDS);
    const yardstick = { what: 'bare rows by OFFSET', calls: second };
    figures.push(...latencyFigures(list.what, first, { yardstick, p95AtMostMs: P95_AT_MOST_MS, shares: [0.5, 0.95] }));
  }
  return { title: `Orders list: ${orders.toLocaleString('en-US')} orders, pages of ${PER_PAGE}, 1 client`, figures };
}

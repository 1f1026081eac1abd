import { exportOrdersRoute } from '#contract/order-export.ts';
import { orderSummaryRoute } from '#contract/order-summary.ts';
import { listedOrdersRoute, ordersRoute } from '#contract/orders.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { cpuSpent } from '../cpu.ts';
import { type Figure, latencyFigures, type PartResult, perSecond, together } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob } from '../load/load-jobs.ts';
import { type List, orderLists, PER_PAGE } from '../order-lists.ts';
import { drain } from '../requests.ts';
import type { Shop } from '../shop.ts';

const LIST_AT_MOST_MS = 50;
const MONTH_AT_MOST_MS = 200;
const YEAR_AT_MOST_MS = 1000;
const SHARES = [0.5, 0.95];
const PAGES = { clients: 16, seconds: 2 };
/** Pages a second of a list, as the screen asks for it and whole, on the reference machine. */
const LEAST_PAGES = { [listedOrdersRoute.path]: 700, [ordersRoute.path]: 200 };
const SECONDS = 1;
/** A run with fewer answers is not meaningful and is made longer. */
const FEW = 5;
const SECONDS_WHEN_FEW = 6;
const YARDSTICK_SECONDS = 0.5;
const WARM_UP_SECONDS = 0.3;
const BASKETS = 300;
const SALES = { clients: 16, seconds: 4, rounds: 3 };
/** While a full export streams, sales fall by less than half. */
const LEAST_LEFT = 0.5;

interface Read {
  readonly what: string;
  readonly path: string;
  readonly tokens: readonly string[];
  readonly atMostMs: number;
}

/** Reads one after the other, each in turn with the least request that asks the database anything. */
async function measureReads(shop: Shop, load: LoadGenerator, reads: readonly Read[]): Promise<Figure[]> {
  const { origin } = shop;
  const figures: Figure[] = [];
  for (const { what, path, tokens, atMostMs } of reads) {
    const job = (url: string, seconds: number): HttpJob => ({
      kind: 'http',
      origin,
      tokens,
      calls: [{ method: 'GET', path: url }],
      keyed: false,
      status: 200,
      clients: 1,
      seconds,
    });
    await load.run(job(path, WARM_UP_SECONDS));
    const before = cpuSpent(shop);
    const short = await load.run(job(path, SECONDS));
    const measured = short.ms.length < FEW ? together([short, await load.run(job(path, SECONDS_WHEN_FEW))]) : short;
    const after = cpuSpent(shop);
    const yardstick = { what: 'select 1 over HTTP', calls: await load.run(job('/readyz', YARDSTICK_SECONDS)) };
    figures.push(...latencyFigures(what, measured, { yardstick, p95AtMostMs: atMostMs, shares: SHARES }));
    if (before !== null && after !== null) {
      figures.push({ what: `${what}, CPU`, value: (after - before) / measured.ms.length, unit: 'ms' });
    }
  }
  return figures;
}

/** The first page of the list, asked for by many at once. */
async function measurePages({ origin }: Shop, load: LoadGenerator, tokens: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const job = (path: string): HttpJob => ({
    kind: 'http',
    origin,
    tokens,
    calls: [{ method: 'GET', path }],
    keyed: false,
    status: 200,
    ...PAGES,
  });
  for (const [path, atLeast] of Object.entries(LEAST_PAGES)) {
    await load.run(job(`${path}?per_page=${PER_PAGE}`));
    const { first, second } = await load.inTurn(job(`${path}?per_page=${PER_PAGE}`), job('/readyz'), 2);
    figures.push({
      what: `first page, ${PAGES.clients} clients, GET ${path}`,
      value: perSecond(first),
      unit: '/s',
      yardstick: { what: 'select 1 over HTTP', value: perSecond(second) },
      target: { of: 'value', atLeast },
    });
  }
  return figures;
}

/** Sales by themselves, in turn with sales while somebody exports all orders, over and over. */
async function salesDuringExport(shop: Shop, load: LoadGenerator, manager: string): Promise<Figure> {
  await restock(shop);
  const tokens = await shop.signIn(SALES.clients);
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...SALES };
  await load.run({ ...job, seconds: 1 });
  const alone = [];
  const during = [];
  for (let round = 0; round < SALES.rounds; round += 1) {
    alone.push(await load.run(job));
    const stop = new AbortController();
    const exporting = drain(`${shop.origin}${exportOrdersRoute.path}`, manager, stop.signal);
    during.push(await load.run(job));
    stop.abort();
    await exporting;
  }
  return {
    what: `sales while all orders are exported, ${createOrderRoute.method} by ${SALES.clients} clients`,
    value: perSecond(together(during)),
    unit: '/s',
    yardstick: { what: 'sales alone', value: perSecond(together(alone)) },
    target: { of: 'ratio', atLeast: LEAST_LEFT },
  };
}

/** Pages, filters, searches and sums of the orders list, and what an export leaves to the tills. */
export async function benchOrders(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const everywhere = await shop.signIn(1, 'manager');
  const here = await shop.signIn(1);
  const { orders, periods, pages, filters, searches } = await orderLists(shop, everywhere[0] ?? '');
  const listed = (kind: string, lists: readonly List[]): Read[] =>
    lists.map(({ what, query, own }) => ({
      what: kind === '' ? what : `${kind}: ${what}`,
      path: `${listedOrdersRoute.path}?per_page=${PER_PAGE}${query === '' ? '' : `&${query}`}`,
      tokens: own === true ? here : everywhere,
      atMostMs: LIST_AT_MOST_MS,
    }));
  const summed = (what: string, query: string, tokens: readonly string[], atMostMs: number): Read => ({
    what: `summary: ${what}`,
    path: `${orderSummaryRoute.path}?${query}`,
    tokens,
    atMostMs,
  });
  const figures = await measureReads(shop, load, [
    ...listed('', pages),
    ...listed('filter', filters),
    ...listed('search', searches),
    summed('a month', periods.month, everywhere, MONTH_AT_MOST_MS),
    summed('a month, own location', periods.month, here, MONTH_AT_MOST_MS),
    summed('a year', periods.year, everywhere, YEAR_AT_MOST_MS),
  ]);
  figures.push(...(await measurePages(shop, load, everywhere)));
  figures.push(await salesDuringExport(shop, load, everywhere[0] ?? ''));
  return { title: `Orders: ${orders.toLocaleString('en-US')} of them, pages of ${PER_PAGE}, 1 client`, figures };
}

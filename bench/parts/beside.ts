import { setTimeout as sleep } from 'node:timers/promises';
import { loginRoute, switchLocationRoute } from '#contract/auth.ts';
import { usersRoute } from '#contract/customers.ts';
import { bulkStatusRoute } from '#contract/order-changes.ts';
import { orderSummaryRoute } from '#contract/order-summary.ts';
import { listedOrdersRoute } from '#contract/orders.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { applyAuditBatchRoute, MOST_LINES } from '#contract/stock-adjustments.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, together } from '../figures.ts';
import { FILE_MB, importPreview, KEYS, purchaseOrders } from '../hostile.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpCall, HttpJob } from '../load/load-jobs.ts';
import { orderLists } from '../order-lists.ts';
import { getJson, sendJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 300;
const TILLS = { clients: 8, seconds: 4 };
const ROUNDS = 3;
const READERS = 40;
const STRANGERS = 20;
const BULK = 100;
const OTHER_LOCATION_ID = 19;
/** Of each round, once the crowd is there. */
const COUNTED_AFTER_MS = 1000;
/** Sales beside all of them take at most this many times as long. Rule: running/speed. */
const MOST_TIMES = 2;
/** The number of brackets of a body that is slow to parse. */
const BRACKETS = 400_000;

/**
 * The work that may keep a till waiting: readers, strangers who sign in with nonsense, a person who changes a
 * hundred orders, and somebody of another location who sends two large bodies a second.
 */
async function crowd(shop: Shop, manager: string): Promise<HttpJob[]> {
  const { periods } = await orderLists(shop, manager);
  const words = ['velvet', 'avery lane', 'og', 'blue', 'gen'];
  const reads = [
    `${orderSummaryRoute.path}?${periods.month}`,
    `${orderSummaryRoute.path}?${periods.month}&search=velvet`,
    ...words.map((word) => `${listedOrdersRoute.path}?search=${encodeURIComponent(word)}`),
    ...words.map((word) => `${usersRoute.path}?role=customer&search=${encodeURIComponent(word)}`),
  ];
  const page = await getJson(`${shop.origin}${listedOrdersRoute.path}?status=completed&per_page=${BULK}`, manager);
  const order_ids = listedOrdersRoute.reply.parse(page).data.map(({ id }) => id);
  const set = (status: string): HttpCall => ({
    method: bulkStatusRoute.method as 'PUT',
    path: bulkStatusRoute.path,
    body: JSON.stringify({ order_ids, status }),
  });
  const common = { kind: 'http', origin: shop.origin, status: 200, mayBeRefused: true } as const;
  const seconds = TILLS.seconds;
  const [elsewhere = ''] = await shop.signIn(1, 'manager');
  await sendJson(`${shop.origin}${switchLocationRoute.path}`, elsewhere, {
    method: switchLocationRoute.method,
    body: JSON.stringify({ location_id: OTHER_LOCATION_ID }),
  });
  const hostile = { ...common, tokens: [elsewhere], keyed: true, perSecond: 1, clients: 1, seconds } as const;
  return [
    {
      ...common,
      tokens: await shop.signIn(READERS, 'manager'),
      calls: reads.map((path): HttpCall => ({ method: 'GET', path })),
      keyed: false,
      clients: READERS,
      seconds,
    },
    {
      ...common,
      tokens: [],
      calls: [{ method: 'POST', path: loginRoute.path, body: '['.repeat(BRACKETS) + ']'.repeat(BRACKETS) }],
      keyed: false,
      // A flood would also measure this machine, which sends it.
      perSecond: STRANGERS,
      clients: STRANGERS,
      seconds,
      status: 413,
    },
    { ...common, tokens: [manager], calls: [set('on-hold'), set('completed')], keyed: true, clients: 1, seconds },
    { ...hostile, calls: purchaseOrders(), status: 400 },
    { ...hostile, calls: [importPreview()] },
  ];
}

/** A count of as many items of the tills' location as one count has, each of which is there once more. */
async function largeCount({ db, locationId }: Shop): Promise<string> {
  const items = await db
    .selectFrom('stock_levels')
    .select(['product_id', 'variation_id'])
    .where('location_id', '=', locationId)
    .orderBy('product_id')
    .limit(MOST_LINES)
    .execute();
  if (items.length < MOST_LINES) throw new Error(`there are only ${items.length} items to count`);
  const adjustments = items.map((item) => ({ ...item, adjustment_quantity: 1 }));
  return JSON.stringify({ batch_name: 'Bench', adjustments });
}

/**
 * Sales of eight tills by themselves, in turn with sales beside a crowd. A sale or a count that is refused ends the run, and a read that is
 * refused misses the target. The longest sale (p100) shows for how long one waits for the items of the count.
 */
export async function benchBeside(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [manager = ''] = await shop.signIn(1, 'manager');
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const jobs = await crowd(shop, manager);
  const count = await largeCount(shop);
  const commitCount = async (): Promise<number> => {
    await sleep(COUNTED_AFTER_MS);
    const { method, path } = applyAuditBatchRoute;
    return sendJson(`${shop.origin}${path}`, manager, { method, body: count });
  };
  // A separate process, so that tills do not wait for the crowd's generator.
  const others = new LoadGenerator();
  const alone = [];
  const beside = [];
  const answered = [];
  const counts: number[] = [];
  let refusedReads = 0;
  try {
    await load.run(job);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(job));
      const crowded = Promise.all(jobs.map((one) => others.run(one)));
      const [sales, took] = await Promise.all([load.run(job), commitCount()]);
      beside.push(sales);
      counts.push(took);
      const [reads, ...rest] = await crowded;
      refusedReads += reads?.refused ?? 0;
      answered.push([reads, ...rest].map((one) => one?.ms.length ?? 0));
    }
  } finally {
    await others.close();
  }
  const figures: Figure[] = latencyFigures('sale', together(beside), {
    yardstick: { what: 'alone', calls: together(alone) },
    shares: [0.5, 0.95, 0.99, 1],
  }).map((figure) =>
    figure.what.endsWith('p95') ? { ...figure, target: { of: 'ratio', atMost: MOST_TIMES } } : figure,
  );
  figures.push({
    what: 'reads refused beside the sales',
    value: refusedReads,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
  const { checks } = await verifyBooks(shop.connection);
  figures.push({
    what: `broken rules of ${checks.length} in the books`,
    value: checks.filter(({ broken }) => broken > 0).length,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
  const counted = answered.map((many) => many.join(' + ')).join(', ');
  return {
    title: `Beside: ${TILLS.clients} tills, ${READERS} readers, ${STRANGERS} strangers with ${BRACKETS.toLocaleString('en-US')} brackets, a bulk change, a count of ${MOST_LINES.toLocaleString('en-US')} lines, bodies of ${KEYS.toLocaleString('en-US')} keys and of ${FILE_MB} MB`,
    figures,
    notes: [
      `no sale of ${together(beside).ms.length} refused, ${createOrderRoute.method} ${createOrderRoute.path}`,
      `answered meanwhile, by round: ${counted} reads, strangers, bulk changes, purchase orders and import previews`,
      `committed meanwhile: counts in ${counts.map((ms) => Math.round(ms)).join(', ')} ms`,
    ],
  };
}

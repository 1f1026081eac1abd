import { loginRoute } from '#contract/auth.ts';
import { usersRoute } from '#contract/customers.ts';
import { bulkStatusRoute } from '#contract/order-changes.ts';
import { orderSummaryRoute } from '#contract/order-summary.ts';
import { listedOrdersRoute } from '#contract/orders.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, together } from '../figures.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpCall, HttpJob } from '../load/load-jobs.ts';
import { orderLists } from '../order-lists.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 300;
const TILLS = { clients: 8, seconds: 4 };
const ROUNDS = 3;
const READERS = 40;
const STRANGERS = 20;
const BULK = 100;
/** Sales beside all of them take at most this many times as long. Rule: running/speed. */
const MOST_TIMES = 2;
/** The number of brackets of a body that is slow to parse. */
const BRACKETS = 400_000;

/**
 * The work that may keep a till waiting: readers, strangers who sign in with nonsense, and a person who changes a
 * hundred orders.
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
  ];
}

/**
 * Sales of eight tills by themselves, in turn with sales beside a crowd. A sale that is refused ends the run, and a read that is refused
 * misses the target. */
export async function benchBeside(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [manager = ''] = await shop.signIn(1, 'manager');
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const jobs = await crowd(shop, manager);
  // A separate process, so that tills do not wait for the crowd's generator.
  const others = new LoadGenerator();
  const alone = [];
  const beside = [];
  const answered = [];
  let refusedReads = 0;
  try {
    await load.run(job);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(job));
      const crowded = Promise.all(jobs.map((one) => others.run(one)));
      beside.push(await load.run(job));
      const [reads, ...rest] = await crowded;
      refusedReads += reads?.refused ?? 0;
      answered.push([reads, ...rest].map((one) => one?.ms.length ?? 0));
    }
  } finally {
    await others.close();
  }
  const figures: Figure[] = latencyFigures('sale', together(beside), {
    yardstick: { what: 'alone', calls: together(alone) },
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
  const counted = answered.map((counts) => counts.join(' + ')).join(', ');
  return {
    title: `Beside: ${TILLS.clients} tills, ${READERS} readers, ${STRANGERS} strangers with ${BRACKETS.toLocaleString('en-US')} brackets, a bulk change`,
    figures,
    notes: [
      `no sale of ${together(beside).ms.length} refused, ${createOrderRoute.method} ${createOrderRoute.path}`,
      `answered meanwhile, by round: ${counted} reads, strangers and bulk changes`,
    ],
  };
}

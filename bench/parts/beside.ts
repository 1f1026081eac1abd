import { setTimeout as sleep } from 'node:timers/promises';
import { loginRoute, switchLocationRoute } from '#contract/auth.ts';
import type { Route } from '#contract/route.ts';
import { usersRoute } from '#contract/customers.ts';
import { bulkStatusRoute } from '#contract/order-changes.ts';
import { orderSummaryRoute } from '#contract/order-summary.ts';
import { listedOrdersRoute } from '#contract/orders.ts';
import { applyAuditBatchRoute, MOST_LINES } from '#contract/stock-adjustments.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, type Target, type Timings, together } from '../figures.ts';
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
const CHANGED_AFTER_MS = 1000;
/** Sales beside a crowd take at most this many times as long. Rule: running/speed. */
const MOST_TIMES = 2;
/** No sale takes longer, whatever else is asked for. Rule: running/speed. */
const LONGEST_MS = 2000;
/** The number of brackets of a body that is slow to parse. */
const BRACKETS = 400_000;

/** All that may keep a till waiting. */
interface Crowd {
  readonly what: string;
  /** Sent all the time, by what it is. The first are reads. */
  readonly jobs: Readonly<Record<'reads', HttpJob> & Record<string, HttpJob>>;
  /** Sent by one person once in each round. Returns how long it took. */
  readonly changes: Readonly<Record<string, () => Promise<number>>>;
}

/** Readers, strangers who sign in with nonsense, and a person who changes a hundred orders. */
async function usualCrowd(shop: Shop, manager: string): Promise<Crowd> {
  const { periods } = await orderLists(shop, manager);
  const words = ['velvet', 'avery lane', 'og', 'blue', 'gen'];
  const paths = [
    `${orderSummaryRoute.path}?${periods.month}`,
    `${orderSummaryRoute.path}?${periods.month}&search=velvet`,
    ...words.map((word) => `${listedOrdersRoute.path}?search=${encodeURIComponent(word)}`),
    ...words.map((word) => `${usersRoute.path}?role=customer&search=${encodeURIComponent(word)}`),
  ];
  const page = await getJson(`${shop.origin}${listedOrdersRoute.path}?status=completed&per_page=${BULK}`, manager);
  const order_ids = listedOrdersRoute.reply.parse(page).data.map(({ id }) => id);
  let status = 'completed';
  return {
    what: 'the crowd',
    jobs: {
      reads: {
        ...common(shop),
        tokens: await shop.signIn(READERS, 'manager'),
        calls: paths.map((path): HttpCall => ({ method: 'GET', path })),
        keyed: false,
        clients: READERS,
      },
      strangers: {
        ...common(shop),
        tokens: [],
        calls: [{ method: 'POST', path: loginRoute.path, body: '['.repeat(BRACKETS) + ']'.repeat(BRACKETS) }],
        keyed: false,
        // A flood would also measure this machine, which sends it.
        perSecond: STRANGERS,
        clients: STRANGERS,
        status: 413,
      },
    },
    changes: {
      'bulk changes': () => {
        status = status === 'completed' ? 'on-hold' : 'completed';
        return send(shop, manager, bulkStatusRoute, { order_ids, status });
      },
    },
  };
}

/** The usual crowd, a count of as many lines as there may be, and somebody of another location who sends two large bodies a second. */
async function heavyCrowd(shop: Shop, manager: string, usual: Crowd): Promise<Crowd> {
  const [elsewhere = ''] = await shop.signIn(1, 'manager');
  await send(shop, elsewhere, switchLocationRoute, { location_id: OTHER_LOCATION_ID });
  const hostile = { ...common(shop), tokens: [elsewhere], keyed: true, perSecond: 1, clients: 1 };
  const adjustments = await largeCount(shop);
  return {
    what: 'large changes too',
    jobs: {
      ...usual.jobs,
      'purchase orders': { ...hostile, calls: purchaseOrders(), status: 400 },
      'import previews': { ...hostile, calls: [importPreview()] },
    },
    changes: {
      ...usual.changes,
      counts: () => send(shop, manager, applyAuditBatchRoute, { batch_name: 'Bench', adjustments }),
    },
  };
}

const common = ({ origin }: Shop) =>
  ({ kind: 'http', origin, status: 200, mayBeRefused: true, seconds: TILLS.seconds }) as const;

function send(shop: Shop, token: string, { method, path }: Route, body: object): Promise<number> {
  return sendJson(`${shop.origin}${path}`, token, { method, body: JSON.stringify(body) });
}

/** A count of as many items of the tills' location as one count has, each of which is there once more. */
async function largeCount({ db, locationId }: Shop): Promise<object[]> {
  const items = await db
    .selectFrom('stock_levels')
    .select(['product_id', 'variation_id'])
    .where('location_id', '=', locationId)
    .orderBy('product_id')
    .limit(MOST_LINES)
    .execute();
  if (items.length < MOST_LINES) throw new Error(`there are only ${items.length} items to count`);
  return items.map((item) => ({ ...item, adjustment_quantity: 1 }));
}

/** Sales in turn by themselves and beside a crowd. A sale or a change that is refused ends the run. */
async function salesBeside(job: HttpJob, load: LoadGenerator, { what, jobs, changes }: Crowd) {
  // A separate process, so that tills do not wait for the crowd's generator.
  const others = new LoadGenerator();
  const alone: Timings[] = [];
  const beside: Timings[] = [];
  const answered = new Map<string, number[]>();
  let refusedReads = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(job));
      const crowded = Object.entries(jobs).map(async ([name, one]) => {
        const { ms, refused = 0 } = await others.run(one);
        answered.set(name, [...(answered.get(name) ?? []), ms.length]);
        if (name === 'reads') refusedReads += refused;
      });
      const sales = load.run(job);
      await sleep(CHANGED_AFTER_MS);
      const changed = Object.entries(changes).map(async ([name, commit]) => {
        const took = Math.round(await commit());
        answered.set(`${name} (ms)`, [...(answered.get(`${name} (ms)`) ?? []), took]);
      });
      beside.push(await sales);
      await Promise.all([...crowded, ...changed]);
    }
  } finally {
    await others.close();
  }
  const figures = latencyFigures(`sale beside ${what}`, together(beside), {
    yardstick: { what: 'alone', calls: together(alone) },
    shares: [0.5, 0.95, 0.99, 1],
  });
  const meanwhile = [...answered].map(([name, each]) => `${name} ${each.join(', ')}`).join('; ');
  const note = `no sale of ${together(beside).ms.length} beside ${what} refused; meanwhile, by round: ${meanwhile}`;
  return { figures, refusedReads, note };
}

/**
 * Sales of eight tills beside the usual crowd take at most twice as long as alone; beside large changes none waits long. A read that is
 * refused misses the target.
 */
export async function benchBeside(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [manager = ''] = await shop.signIn(1, 'manager');
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const usual = await usualCrowd(shop, manager);
  const heavy = await heavyCrowd(shop, manager, usual);
  await load.run(job);
  const besideUsual = await salesBeside(job, load, usual);
  const besideHeavy = await salesBeside(job, load, heavy);
  const aim = (figures: readonly Figure[], share: string, target: Target): Figure[] =>
    figures.map((figure) => (figure.what.endsWith(share) ? { ...figure, target } : figure));
  const { checks } = await verifyBooks(shop.connection);
  return {
    title: `Beside: ${TILLS.clients} tills, ${READERS} readers, ${STRANGERS} strangers with ${BRACKETS.toLocaleString('en-US')} brackets, a bulk change; then also a count of ${MOST_LINES.toLocaleString('en-US')} lines, bodies of ${KEYS.toLocaleString('en-US')} keys and of ${FILE_MB} MB`,
    figures: [
      ...aim(besideUsual.figures, 'p95', { of: 'ratio', atMost: MOST_TIMES }),
      ...aim(besideHeavy.figures, 'p100', { of: 'value', atMost: LONGEST_MS }),
      {
        what: 'reads refused beside the sales',
        value: besideUsual.refusedReads + besideHeavy.refusedReads,
        unit: '',
        target: { of: 'value', atMost: 0 },
      },
      {
        what: `broken rules of ${checks.length} in the books`,
        value: checks.filter(({ broken }) => broken > 0).length,
        unit: '',
        target: { of: 'value', atMost: 0 },
      },
    ],
    notes: [besideUsual.note, besideHeavy.note],
  };
}

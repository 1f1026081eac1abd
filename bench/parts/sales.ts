import { createOrderRoute } from '#contract/sale.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { capturePayloads, makeSaleCalls, restock } from '../baskets.ts';
import { cpuSpent } from '../cpu.ts';
import { type Figure, latencyFigures, type PartResult, perSecond } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { Job } from '../load/load-jobs.ts';
import { dropMinimalSales, minimalSales } from '../yardsticks/minimal-sale.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 1000;
const RUNS = [
  { clients: 1, seconds: 2, rounds: 3 },
  { clients: 16, seconds: 3, rounds: 6 },
];
/** A sale over HTTP keeps at least half the pace of a bare transaction with the same writes. Rule: running/speed. */
const LEAST_RATIO = 0.5;
/**
 * The one call takes at most 2.5 times as long as a minimal sale; decision 0044 says why not 1.4. Rule: running/speed.
 */
const LEAST_OF_MINIMAL = 0.4;
/** Until the compiler has seen every path of a sale often. */
const WARM_UP_SECONDS = 5;

/** CPU time a sale takes of server and database; the yardstick's connections end with it, and take theirs along. */
async function cpuFigures(shop: Shop, load: LoadGenerator, job: Job): Promise<Figure[]> {
  const before = cpuSpent(shop);
  const { ms } = await load.run(job);
  const after = cpuSpent(shop);
  const what = `CPU of a sale, ${job.clients === 1 ? '1 client' : `${job.clients} clients`}`;
  return before === null || after === null ? [] : [{ what, value: (after - before) / ms.length, unit: 'ms' }];
}

/** Sales over HTTP, in turn with the one database call that a sale is. */
export async function benchSales(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(16);
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const sales = await capturePayloads(shop, tokens[0] ?? '', calls);
  const httpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200 } as const;
  const route = `${createOrderRoute.method} ${createOrderRoute.path}`;
  const bareJob = { kind: 'sale-call', connection: shop.connection, route, sales } as const;
  await load.run({ ...httpJob, clients: 16, seconds: WARM_UP_SECONDS });
  await load.run({ ...bareJob, clients: 16, seconds: WARM_UP_SECONDS });

  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const { clients, seconds, rounds } of RUNS) {
    const size = { clients, seconds };
    const { first, second, ratios } = await load.inTurn({ ...httpJob, ...size }, { ...bareJob, ...size }, rounds);
    figures.push(...(await cpuFigures(shop, load, { ...httpJob, ...size })));
    const who = clients === 1 ? '1 client' : `${clients} clients`;
    figures.push(
      {
        what: `sales, ${who}`,
        value: perSecond(first),
        unit: '/s',
        yardstick: { what: 'bare record_priced_sale', value: perSecond(second) },
        ...(clients > 1 && { target: { of: 'ratio', atLeast: LEAST_RATIO } as const }),
      },
      ...latencyFigures(`sale, ${who}`, first, { yardstick: { what: 'bare record_priced_sale', calls: second } }),
    );
    notes.push(
      `${who}: ${rounds} rounds of ${seconds} s each in turn, ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    );
  }
  const minimal = await minimalSales(shop, sales);
  await load.run({ ...minimal, clients: 16, seconds: 1 });
  for (const { clients, seconds, rounds } of RUNS) {
    const size = { clients, seconds };
    const { first, second } = await load.inTurn({ ...bareJob, ...size }, { ...minimal, ...size }, rounds);
    figures.push({
      what: `record_priced_sale, ${clients === 1 ? '1 client' : `${clients} clients`}`,
      value: perSecond(first),
      unit: '/s',
      yardstick: { what: 'minimal sale', value: perSecond(second) },
      ...(clients > 1 && { target: { of: 'ratio', atLeast: LEAST_OF_MINIMAL } as const }),
    });
  }
  await dropMinimalSales(shop);
  const { checks } = await verifyBooks(shop.connection);
  const broken = checks.filter((check) => check.broken > 0);
  figures.push({
    what: `broken rules of ${checks.length} in the books`,
    value: broken.length,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
  notes.push(...broken.map(({ name, broken: rows }) => `books: ${name} (${rows} rows)`));
  return { title: 'Sales: baskets of three items over HTTP', figures, notes };
}

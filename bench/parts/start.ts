import { productsRoute } from '#contract/catalogue.ts';
import { ordersRoute } from '#contract/orders.ts';
import { type Figure, type PartResult, quantile, type Target } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import { endProcess, firstLine, fromRoot, startNode } from '../processes.ts';
import { rawGet } from '../requests.ts';
import { residentMb, type Shop } from '../shop.ts';

const ROUNDS = 7;
const TARGET: Target = { of: 'value', atMost: 1.5 };
const LOAD_SECONDS = 5;
const SETTLE_ROUNDS = 1;

/** From the start of the process to the first answer of the least server there can be. */
async function plainStartMs(): Promise<number> {
  const started = performance.now();
  const child = startNode([fromRoot('bench/yardsticks/plain-server.mjs')], { output: 'pipe' });
  try {
    await rawGet(`http://127.0.0.1:${await firstLine(child)}/`);
    return performance.now() - started;
  } finally {
    await endProcess(child);
  }
}

/** Starts with an existing database, after a stop in good order, and the memory of the server. */
export async function benchStart(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const ready: number[] = [];
  const page: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS + SETTLE_ROUNDS; round += 1) {
    const server = await shop.restart();
    const plainMs = await plainStartMs();
    // The first start after the shop was filled reads what no later one has to.
    if (round < SETTLE_ROUNDS) continue;
    ready.push(server.readyMs);
    page.push(server.pageMs);
    plain.push(plainMs);
  }
  const figures = [
    ...startFigures('/readyz', ready, plain),
    ...startFigures('the page', page, plain),
    { what: 'memory after the start', value: await residentMb(shop.origin), unit: 'MB' as const },
  ];
  const tokens = await shop.signIn(16, 'manager');
  const calls = [
    { method: 'GET', path: `${productsRoute.path}?location_id=${shop.locationId}` },
    { method: 'GET', path: `${ordersRoute.path}?per_page=100` },
  ] as const;
  const job = { kind: 'http', origin: shop.origin, tokens, calls, keyed: false, status: 200, clients: 16 } as const;
  await load.run({ ...job, seconds: LOAD_SECONDS });
  figures.push({ what: `memory after ${LOAD_SECONDS} s of load`, value: await residentMb(shop.origin), unit: 'MB' });
  return { title: `Start: first 200 with an existing database, median of ${ROUNDS} starts`, figures };
}

function startFigures(what: string, ms: readonly number[], plain: readonly number[]): Figure[] {
  const seconds = (share: number, times: readonly number[]) => quantile(times, share) / 1000;
  const yardstick = (share: number) => ({ what: 'a bare Node server', value: seconds(share, plain) });
  return [
    { what, value: seconds(0.5, ms), unit: 's', yardstick: yardstick(0.5), target: TARGET },
    { what: `${what}, slowest`, value: seconds(1, ms), unit: 's', yardstick: yardstick(1) },
  ];
}

import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isReached, type PartResult } from './figures.ts';
import { LoadGenerator } from './load/load.ts';
import { benchAssistant } from './parts/assistant.ts';
import { benchBeside } from './parts/beside.ts';
import { benchCustomers } from './parts/customers.ts';
import { benchEdits } from './parts/edits.ts';
import { benchLabels } from './parts/labels.ts';
import { benchMenus } from './parts/menus.ts';
import { benchOrders } from './parts/orders.ts';
import { benchPoints } from './parts/points.ts';
import { benchProducts } from './parts/products.ts';
import { benchSales } from './parts/sales.ts';
import { benchSearch } from './parts/search.ts';
import { benchStart } from './parts/start.ts';
import { benchStock } from './parts/stock.ts';
import { benchTasks } from './parts/tasks.ts';
import { benchWeb } from './parts/web.ts';
import { endAll } from './processes.ts';
import { openShop, removeTemporary, type Shop, type Size } from './shop.ts';
import { tableLines } from './table.ts';

const USAGE = `Usage: npm run bench -- [parts] [options]

Prints figures of speed next to yardsticks measured in the same call, and marks those that miss their target.
Parts: sales points products edits menus assistant labels search orders customers beside stock start web tasks (all, unless some are named)

  --orders N     orders of the large shop (1,000,000)
  --shop FOLDER  keep the large shop here and use it again: filling it takes minutes
  --json FILE    write the figures there too`;

type Part =
  | 'sales'
  | 'points'
  | 'products'
  | 'edits'
  | 'menus'
  | 'assistant'
  | 'labels'
  | 'search'
  | 'orders'
  | 'customers'
  | 'beside'
  | 'stock'
  | 'start'
  | 'web'
  | 'tasks';

/** A page of the products list has at most a thousand products. */
const SMALL: Size = { products: 1000, customers: 0, orders: 0 };
const LARGE = { products: 10_000, customers: 100_000, orders: 1_000_000 };

interface Bench {
  readonly shop: 'small' | 'large';
  readonly run: (shop: Shop, load: LoadGenerator) => Promise<PartResult>;
}

const BENCHES: Readonly<Record<Part, Bench>> = {
  sales: { shop: 'small', run: benchSales },
  points: { shop: 'small', run: benchPoints },
  products: { shop: 'small', run: benchProducts },
  edits: { shop: 'small', run: benchEdits },
  menus: { shop: 'small', run: benchMenus },
  assistant: { shop: 'small', run: benchAssistant },
  labels: { shop: 'small', run: benchLabels },
  search: { shop: 'large', run: benchSearch },
  orders: { shop: 'large', run: benchOrders },
  customers: { shop: 'large', run: benchCustomers },
  beside: { shop: 'large', run: benchBeside },
  stock: { shop: 'large', run: benchStock },
  start: { shop: 'large', run: benchStart },
  web: { shop: 'large', run: benchWeb },
  tasks: { shop: 'small', run: benchTasks },
};

async function runParts(
  names: readonly Part[],
  size: Size,
  keptIn: string | undefined,
  load: LoadGenerator,
  results: PartResult[],
): Promise<void> {
  if (names.length === 0) return;
  const shop = await openShop(size, keptIn);
  try {
    for (const name of names) {
      process.stderr.write(`${name} ...\n`);
      results.push(await BENCHES[name].run(shop, load));
    }
  } finally {
    await shop.close();
  }
}

/** The machine and its load before the first part. On a busy machine only the ratios are meaningful. */
function machineLine(): string {
  const others = (loadavg()[0] ?? 0).toFixed(1);
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load ${others} before the first part`;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'string' },
      orders: { type: 'string', default: String(LARGE.orders) },
      shop: { type: 'string' },
    },
    allowPositionals: true,
  });
  const all = Object.keys(BENCHES) as Part[];
  const unknown = positionals.filter((name) => !all.some((part) => part === name));
  const orders = Number(values.orders);
  if (values.help || unknown.length > 0 || !Number.isSafeInteger(orders) || orders < 0) {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const named = all.filter((part) => positionals.length === 0 || positionals.includes(part));
  const of = (shop: Bench['shop']) => named.filter((part) => BENCHES[part].shop === shop);
  const machine = machineLine();
  const load = new LoadGenerator();
  const results: PartResult[] = [];
  try {
    await runParts(of('small'), SMALL, undefined, load, results);
    const large = of('large').some((part) => part === 'orders' || part === 'customers' || part === 'beside')
      ? { ...LARGE, orders }
      : { ...LARGE, orders: 0 };
    await runParts(of('large'), large, values.shop, load, results);
  } finally {
    await load.close();
    // A part that fails does not take the figures of the others with it.
    process.stdout.write(`${[machine, ...tableLines(results)].join('\n')}\n`);
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  const missed = results.flatMap(({ figures }) => figures).filter((figure) => isReached(figure) === false);
  process.stdout.write(missed.length === 0 ? '\nAll targets reached.\n' : `\n${missed.length} targets missed.\n`);
  return missed.length === 0 ? 0 : 1;
}

async function cleanUp(): Promise<void> {
  await endAll();
  await removeTemporary();
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted = true;
    void cleanUp().then(() => process.exit(130));
  });
}
try {
  process.exitCode = await main();
} catch (error) {
  // Errors of running work are expected after the server was told to stop.
  if (!interrupted) console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productsRoute } from '#contract/catalogue.ts';
import { type Figure, latencyFigures, type PartResult } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob } from '../load/load-jobs.ts';
import { endProcess, firstLine, fromRoot, startNode } from '../processes.ts';
import { rawGet } from '../requests.ts';
import type { Shop } from '../shop.ts';

const SECONDS = 2;
const ROUNDS = 3;
const SHARES = [0.5, 0.95];

/** A thousand products with their stock, beside a server that answers with a text of the same size from memory. */
export async function benchProducts(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const tokens = await shop.signIn(1);
  const path = `${productsRoute.path}?location_id=${shop.locationId}`;
  const bearer = { authorization: `Bearer ${tokens[0] ?? ''}` };
  const get = (encoding: string) => rawGet(`${shop.origin}${path}`, { ...bearer, 'accept-encoding': encoding });
  const [plain, gzip, brotli] = [await get('identity'), await get('gzip'), await get('br')];
  const { meta } = productsRoute.reply.parse(JSON.parse(plain.body.toString()));

  const file = join(shop.dataDir, 'products.json');
  await writeFile(file, plain.body);
  const server = startNode([fromRoot('bench/yardsticks/plain-server.mjs'), file], { output: 'pipe' });
  try {
    const origin = `http://127.0.0.1:${await firstLine(server)}`;
    const job = (headers: Readonly<Record<string, string>>, status = 200): HttpJob => ({
      kind: 'http',
      origin: shop.origin,
      clients: 1,
      seconds: SECONDS,
      tokens,
      calls: [{ method: 'GET', path, headers }],
      keyed: false,
      status,
    });
    const bare: HttpJob = { ...job({}), origin, calls: [{ method: 'GET', path: '/' }] };
    const figures: Figure[] = [];
    const measure = async (what: string, ours: HttpJob) => {
      const { first, second } = await load.inTurn(ours, bare, ROUNDS);
      const yardstick = { what: 'same text from memory', calls: second };
      figures.push(...latencyFigures(what, first, { yardstick, shares: SHARES }));
    };
    await load.run(job({}));
    await measure('products', job({}));
    await measure('products, compressed (br)', job({ 'accept-encoding': 'br' }));
    await measure('products, not changed (304)', job({ 'if-none-match': plain.headers.etag ?? '' }, 304));
    const whole = { what: 'as it is', value: plain.body.length / 1000 };
    figures.push(
      { what: 'size with br', value: brotli.body.length / 1000, unit: 'kB', yardstick: whole },
      { what: 'size with gzip', value: gzip.body.length / 1000, unit: 'kB', yardstick: whole },
    );
    return { title: `Products call: ${meta.total.toLocaleString('en-US')} products with stock, 1 client`, figures };
  } finally {
    await endProcess(server);
    await rm(file, { force: true });
  }
}

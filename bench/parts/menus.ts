import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { tvEventsRoute } from '#contract/menu-events.ts';
import { menuShelfRoute } from '#contract/menu-shelf.ts';
import { tvHeartbeatRoute } from '#contract/tv.ts';
import { hashToken } from '#server/http/guard/session.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, perSecond, type PartResult, quantile, together } from '../figures.ts';
import { LoadGenerator } from '../load/load.ts';
import type { HttpJob } from '../load/load-jobs.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';
import { measurePaint } from './menu-paint.ts';

const SCREENS = 200;
const BASKETS = 300;
const TILLS = { clients: 8, seconds: 4 };
const ROUNDS = 3;
/** Each screen reports itself every ten seconds. */
const REPORTS_PER_SECOND = SCREENS / 10;
const CHANGES = 30;
/** Sales beside the screens are at least this share of sales without. Rule: running/speed. */
const LEAST_SHARE = 0.9;
/** From a change of stock to every screen. */
const MOST_MS = 1000;

/** Paired screens of the location, with their tokens. */
async function pairScreens({ db, locationId }: Shop): Promise<string[]> {
  const tokens = Array.from({ length: SCREENS }, () => randomBytes(32).toString('base64url'));
  await sql`
    WITH made AS (
      INSERT INTO machines (kind, name, location_id, created_by)
      SELECT 'device', 'TV ' || n, ${locationId}, (SELECT min(id) FROM users WHERE role = 'administrator')
        FROM generate_series(1, ${SCREENS}) AS n RETURNING id),
    numbered AS (SELECT id, row_number() OVER (ORDER BY id)::integer AS n FROM made),
    screens AS (
      INSERT INTO tv_devices (machine_id, location_id, tv_number, device_name)
      SELECT id, ${locationId}, n, 'TV ' || n FROM numbered)
    INSERT INTO sessions (token_hash, machine_id)
    SELECT t.hash, n.id FROM numbered n JOIN unnest(${tokens.map(hashToken)}::bytea[]) WITH ORDINALITY AS t(hash, n) USING (n)`.execute(
    db,
  );
  return tokens;
}

type Heard = (line: string) => void;

/** Opens the stream of a screen from a separate address, as in the network of a shop. */
function watch({ origin }: Shop, token: string, place: number, heard: Heard, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${tvEventsRoute.path}`,
      { headers: { authorization: `Bearer ${token}` }, localAddress: `127.0.1.${(place % 250) + 1}`, signal },
      (reply) => {
        if (reply.statusCode !== 200) return reject(new Error(`a screen was answered ${reply.statusCode}`));
        reply.on('error', () => undefined);
        reply.on('data', (chunk: Buffer) => heard(chunk.toString()));
        resolve();
      },
    );
    sent.on('error', (error) => (signal.aborted ? resolve() : reject(error)));
    sent.end();
  });
}

/** Sets the stock of a product to none and back, and waits until every screen has heard of it. */
async function propagation(shop: Shop, manager: string, arrivals: Map<number, number>): Promise<number[]> {
  const { db, locationId } = shop;
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM products p JOIN stock_levels s ON s.product_id = p.id AND s.location_id = ${locationId} AND s.variation_id IS NULL
     WHERE p.status = 'publish' AND p.type = 'simple' AND p.regular_price_cents IS NOT NULL ORDER BY p.id LIMIT 1`.execute(
    db,
  );
  const product_id = rows[0]?.id;
  const waited: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    arrivals.clear();
    const since = performance.now();
    const answer = await fetch(`${shop.origin}/api/proxy/flora-im/inventory`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
      body: JSON.stringify({ product_id, location_id: locationId, quantity: change % 2 === 0 ? 0 : 50 }),
    });
    if (!answer.ok) throw new Error(`the stock was not set: ${await answer.text()}`);
    while (arrivals.size < SCREENS && performance.now() - since < 10 * MOST_MS) await sleep(2);
    if (arrivals.size < SCREENS) throw new Error(`only ${arrivals.size} screens heard of a change`);
    waited.push(...[...arrivals.values()].map((at) => at - since));
    await sleep(150);
  }
  return waited;
}

/** Sales of eight tills by themselves, in turn with sales beside 200 screens, and how soon a change is on all of them. */
export async function benchMenus(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [manager = ''] = await shop.signIn(1, 'manager');
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const screens = await pairScreens(shop);
  const shelf = menuShelfRoute.reply.parse(await getJson(`${shop.origin}${menuShelfRoute.path}`, screens[0] ?? ''));
  const report = {
    revision: 0,
    shelf_version: shelf.data.version,
    layout_id: null,
    theme_id: null,
    page: 1,
    pages: 1,
    item_count: 24,
    width: 1920,
    height: 1080,
  };
  const reports: HttpJob = {
    kind: 'http',
    origin: shop.origin,
    tokens: screens,
    calls: [{ method: 'POST', path: tvHeartbeatRoute.path, body: JSON.stringify(report) }],
    keyed: false,
    status: 200,
    perSecond: REPORTS_PER_SECOND,
    clients: 4,
    seconds: TILLS.seconds,
  };
  const others = new LoadGenerator();
  const alone = [];
  const beside = [];
  const arrivals = new Map<number, number>();
  let events = 0;
  let waited: number[] = [];
  let paints: Figure[] = [];
  const connect = async (many = SCREENS): Promise<AbortController> => {
    const end = new AbortController();
    setMaxListeners(SCREENS + 1, end.signal);
    const heard = (place: number) => (line: string) => {
      if (!line.includes('"availability"')) return;
      events += 1;
      if (!arrivals.has(place)) arrivals.set(place, performance.now());
    };
    await Promise.all(
      screens.slice(0, many).map((token, place) => watch(shop, token, place, heard(place), end.signal)),
    );
    return end;
  };
  try {
    await load.run(job);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(job));
      const connected = await connect();
      const reporting = others.run(reports);
      beside.push(await load.run(job));
      await reporting;
      connected.abort();
      await sleep(200);
    }
    const connected = await connect();
    await sleep(500);
    waited = await propagation(shop, manager, arrivals);
    connected.abort();
    paints = await measurePaint(shop, { cashier: tokens[0] ?? '', manager }, connect);
  } finally {
    await others.close();
  }
  const figures: Figure[] = [
    {
      what: `sales beside ${SCREENS} screens`,
      value: perSecond(together(beside)),
      unit: '/s',
      yardstick: { what: 'without', value: perSecond(together(alone)) },
      target: { of: 'ratio', atLeast: LEAST_SHARE },
    },
    ...[0.5, 0.95, 0.99].map((share): Figure => ({
      what: `sold out on all ${SCREENS} screens, p${share * 100}`,
      value: quantile(waited, share),
      unit: 'ms',
      ...(share === 0.95 && { target: { of: 'value', atMost: MOST_MS } as const }),
    })),
    ...paints,
  ];
  return {
    title: `Menus: ${TILLS.clients} tills beside ${SCREENS} screens that report themselves every 10 s`,
    figures,
    notes: [`${shelf.data.products.length} products on the menu, ${events} events heard, ${CHANGES} changes of stock`],
  };
}

import { sql } from 'kysely';
import type { CartPoints } from '#domain/cart-points.ts';
import { toCents } from '#domain/money.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { customers, makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, perSecond } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 500;
/** Two steps of a new shop's points: less than any basket comes to. */
const POINTS: CartPoints = { points: 200, redeemPoints: 100, redeemCents: toCents(500), label: 'Point:Points' };
/** For as many sales as the longest run makes. */
const OPENING_POINTS = 50_000_000;
const RUNS = [
  { clients: 1, seconds: 2, rounds: 4 },
  { clients: 16, seconds: 2, rounds: 4 },
];
const WARM_UP_SECONDS = 3;
/** A sale that uses points takes at most 1.2 times as long as the same sale without. Rule: running/speed. */
const LEAST_RATIO = 1 / 1.2;

/** As an import tells of balances that customers bring along. */
async function givePoints({ db }: Shop): Promise<void> {
  const ids = (await customers(db)).map(({ id }) => id);
  await sql`
    WITH given AS (
      INSERT INTO points_events (customer_id, type, points)
      SELECT id, 'opening-balance', ${OPENING_POINTS}::bigint FROM unnest(${ids}::integer[]) AS c(id) RETURNING customer_id, points
    ), told AS (
      INSERT INTO audit_trail (action, entity, entity_id, details)
      SELECT 'points_opened', 'user', customer_id::text, jsonb_build_object('points', points) FROM given)
    INSERT INTO points_balances AS b (customer_id, balance) SELECT customer_id, points FROM given
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + excluded.balance`.execute(db);
  await sql`vacuum analyze points_events, points_balances`.execute(db);
}

/** Sales that use points, in turn with the same sales to the same customers without. */
export async function benchPoints(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  await givePoints(shop);
  const tokens = await shop.signIn(16);
  const calls = (points: CartPoints | null) =>
    makeSaleCalls(shop, tokens[0] ?? '', BASKETS, { customerEvery: 1, points });
  const job = { kind: 'http', origin: shop.origin, tokens, keyed: true, status: 200 } as const;
  const using = { ...job, calls: await calls(POINTS) };
  const plain = { ...job, calls: await calls(null) };
  for (const each of [using, plain]) await load.run({ ...each, clients: 16, seconds: WARM_UP_SECONDS });

  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const { clients, seconds, rounds } of RUNS) {
    const size = { clients, seconds };
    const { first, second, ratios } = await load.inTurn({ ...using, ...size }, { ...plain, ...size }, rounds);
    const who = clients === 1 ? '1 client' : `${clients} clients`;
    figures.push(
      {
        what: `sales with points, ${who}`,
        value: perSecond(first),
        unit: '/s',
        yardstick: { what: 'without points', value: perSecond(second) },
        target: { of: 'ratio', atLeast: LEAST_RATIO },
      },
      ...latencyFigures(`sale with points, ${who}`, first, { yardstick: { what: 'without points', calls: second } }),
    );
    notes.push(
      `${who}: ${rounds} rounds of ${seconds} s each in turn, ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    );
  }
  const { checks } = await verifyBooks(shop.connection);
  const broken = checks.filter((check) => check.broken > 0);
  figures.push({
    what: `broken rules of ${checks.length} in the books`,
    value: broken.length,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
  notes.push(...broken.map(({ name, broken: rows }) => `books: ${name} (${rows} rows)`));
  return { title: 'Points: baskets of three items to customers over HTTP', figures, notes };
}

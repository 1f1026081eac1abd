import { sql } from 'kysely';
import { auditLogRoute } from '#contract/history.ts';
import { applyAuditBatchRoute } from '#contract/stock-adjustments.ts';
import { type Figure, latencyFigures, type PartResult } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob, SqlJob } from '../load/load-jobs.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const HISTORY_P95_AT_MOST_MS = 50;
const AUDIT_P95_AT_MOST_MS = 1000;
const AUDIT_LINES = 1000;
const PER_PAGE = 50;
const SECONDS = 1;
const ROUNDS = 2;

interface Page {
  readonly what: string;
  readonly filter: string;
  /** The place of the page in the history, from 0 to 1. */
  readonly place: number;
}

const PAGES: readonly Page[] = [
  { what: 'history, first page', filter: '', place: 0 },
  { what: 'history, a page in the middle', filter: '', place: 0.5 },
  { what: 'history, last page', filter: '', place: 0.999 },
  { what: 'history grouped, in the middle', filter: '&grouped=1', place: 0.5 },
  { what: 'history of 90 days of sales, in the middle', filter: '&days=90&action=order_deduction', place: 0.5 },
  { what: 'history of restocks, last page', filter: '&action=restock', place: 0.999 },
];

interface Item {
  product_id: number;
  variation_id: number | null;
}

/** One statement that moves as many items as the audit, and writes nothing else. */
function bareMoves(shop: Shop, items: readonly Item[]): Pick<SqlJob, 'text' | 'values'> {
  return {
    text: `
      WITH moved AS (
        UPDATE stock_levels s SET quantity = s.quantity + 1, version = s.version + 1
          FROM unnest($2::integer[], $3::integer[]) AS i(product_id, variation_id)
         WHERE s.location_id = $1 AND s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
        RETURNING s.product_id, s.variation_id, s.quantity)
      INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason)
        SELECT $1, product_id, variation_id, 1, quantity - 1, quantity, 'inventory_update', 'Bench' FROM moved`,
    values: [[shop.locationId, items.map((item) => item.product_id), items.map((item) => item.variation_id)]],
  };
}

async function auditFigures(shop: Shop, load: LoadGenerator, tokens: readonly string[]): Promise<Figure[]> {
  const { rows: items } = await sql<Item>`
    SELECT s.product_id, s.variation_id
      FROM stock_levels s JOIN products p ON p.id = s.product_id AND p.status = 'publish'
     WHERE s.location_id = ${shop.locationId} AND (p.type = 'variable') = (s.variation_id IS NOT NULL)
     ORDER BY s.product_id, s.variation_id LIMIT ${sql.lit(AUDIT_LINES)}`.execute(shop.db);
  const body = JSON.stringify({
    batch_name: 'Bench',
    adjustments: items.map((item) => ({ ...item, adjustment_quantity: 1 })),
  });
  const size = { clients: 1, seconds: SECONDS };
  const http: HttpJob = {
    kind: 'http',
    origin: shop.origin,
    tokens,
    calls: [{ method: 'POST', path: applyAuditBatchRoute.path, body, headers: { 'content-type': 'application/json' } }],
    keyed: true,
    status: 200,
    ...size,
  };
  const bare: SqlJob = { kind: 'sql', connection: shop.connection, ...bareMoves(shop, items), ...size };
  const { first, second } = await load.inTurn(http, bare, ROUNDS);
  return latencyFigures(`audit of ${items.length} lines`, first, {
    yardstick: { what: 'one bare statement', calls: second },
    p95AtMostMs: AUDIT_P95_AT_MOST_MS,
    shares: [0.5, 0.95],
  });
}

/** Pages of a location's history in turn with the bare rows by OFFSET, and an audit beside one bare statement. */
export async function benchStock(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const tokens = await shop.signIn(1);
  const { rows } = await sql<{
    movements: number;
  }>`SELECT sum(movements)::bigint AS movements FROM stock_tallies`.execute(shop.db);
  const figures: Figure[] = [];
  for (const { what, filter, place } of PAGES) {
    const path = `${auditLogRoute.path}?limit=${PER_PAGE}${filter}`;
    const { total } = auditLogRoute.reply.parse(await getJson(`${shop.origin}${path}`, tokens[0] ?? ''));
    const offset = Math.floor((total * place) / PER_PAGE) * PER_PAGE;
    const size = { clients: 1, seconds: SECONDS };
    const http: HttpJob = {
      kind: 'http',
      origin: shop.origin,
      tokens,
      calls: [{ method: 'GET', path: `${path}&offset=${offset}` }],
      keyed: false,
      status: 200,
      ...size,
    };
    const bare: SqlJob = {
      kind: 'sql',
      connection: shop.connection,
      text: `SELECT * FROM stock_movements WHERE location_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${PER_PAGE} OFFSET $2`,
      values: [[shop.locationId, offset]],
      ...size,
    };
    const { first, second } = await load.inTurn(http, bare, ROUNDS);
    const yardstick = { what: 'bare rows by OFFSET', calls: second };
    figures.push(
      ...latencyFigures(what, first, { yardstick, p95AtMostMs: HISTORY_P95_AT_MOST_MS, shares: [0.5, 0.95] }),
    );
  }
  figures.push(...(await auditFigures(shop, load, tokens)));
  const movements = (rows[0]?.movements ?? 0).toLocaleString('en-US');
  return { title: `Stock: ${movements} movements, pages of ${PER_PAGE}, 1 client`, figures };
}

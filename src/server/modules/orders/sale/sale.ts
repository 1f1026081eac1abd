// One file, because a sale, its trial and its replay take the same steps and give the same refusals.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { CreateOrderBody, SaleReply } from '#contract/sale.ts';
import { lacksToFloor } from '#domain/floor-price.ts';
import { listPriceOf, percentOff } from '#domain/line-price.ts';
import { displayMoney, toCents } from '#domain/money.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { unitOfStock } from '#domain/tier-unit.ts';
import type { Database } from '#server/db/pool.ts';
import { shareTerms } from '#server/db/terms.ts';
import { againAfterConflict, inTransaction } from '#server/db/transaction.ts';
import type { AtTill } from '#server/http/serve/at-till.ts';
import { type KeptAnswer, type Keyed, keyReused } from '#server/http/serve/keyed/idempotency.ts';
import type { Recalled } from '#server/http/serve/keyed/keyed-requests.ts';
import { lackingApproval, type Need, told } from '#server/http/guard/approvals.ts';
import { type Session, type Staff, standsAs } from '#server/http/guard/session.ts';
import { redeemRefusal } from '#server/modules/loyalty/service.ts';
import { Refusal } from '#server/refusal.ts';
import { notEnoughWords } from '#server/stock/stock-moves.ts';
import { metaReader } from '../line-meta.ts';
import { type OrderRow, toWireOrder } from '../order-row.ts';
import { type PricedSale, priceSale } from './priced-sale.ts';
import { loadContext, loadCustomer, type Recorded, type SaleContext } from './sale-context.ts';
import { draftSale, type SaleDraft } from './sale-draft.ts';
import { recallTerms, rememberTerms, type SaleTerms } from './sale-terms.ts';
import { readTender } from './tendered.ts';

interface ShortLine {
  position: number;
  product_id: number;
  variation_id: number | null;
  name: string;
  requested: number;
  available: number;
}

/** The answers of `record_priced_sale` (migrations/functions/50_record_sale.sql). */
type Outcome =
  | { outcome: 'sold'; result: Recorded }
  | { outcome: 'replayed'; result: Recorded; template: SaleDraft }
  | { outcome: 'key_reused' | 'in_progress' | 'terms_changed' | 'session_changed' | 'possible' }
  | { outcome: 'points_short'; balance: number }
  | { outcome: 'short'; lines: ShortLine[] };

export interface SaleAnswer {
  readonly reply: SaleReply;
  readonly replayed: boolean;
}

/** Rule: orders/placed-unpaid. */
function isPaidHere(body: CreateOrderBody): boolean {
  return body.pos_order === true && body.set_paid === true;
}

/** Points are somebody's, and are used with the payment. */
function requireRedeemable(body: CreateOrderBody): void {
  if (body.redeem_points === undefined) return;
  if (!body.customer_id) throw new Refusal('not_valid', 'Points belong to a customer: choose the customer first.');
  if (!isPaidHere(body)) throw new Refusal('not_valid', 'Points can be used for a sale that is paid now.');
}

/** Refuses a body that names another seller or place than the session. Rule: register/own-name-and-place. */
function requireOwnNameAndPlace(staff: Staff, body: CreateOrderBody): void {
  const meta = metaReader(body.meta_data ?? [], 'The order');
  const asId = (value: unknown): number =>
    typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  const locations = [body.location_id, meta.present('_pos_location_id'), meta.present('_flora_location_id')];
  if (locations.some((location) => location !== undefined && asId(location) !== staff.locationId)) {
    throw new Refusal('not_allowed', 'You can only sell at your own location.');
  }
  const employees = [body.employee_id, meta.present('_employee_id')];
  const isOther = employees.some((employee) => employee !== undefined && asId(employee) !== staff.id);
  if (
    isOther ||
    (body.employee !== undefined &&
      body.employee !== '' &&
      ![staff.id, String(staff.id), staff.username, staff.name].includes(body.employee))
  ) {
    throw new Refusal('not_allowed', 'You can only sell under your own name.');
  }
}

/** Refuses a payment that the body may not ask for. */
function requireAllowed(body: CreateOrderBody): void {
  if (isPaidHere(body)) {
    if (body.status === 'pending') throw new Refusal('not_valid', 'A sale that is paid cannot be pending.');
  } else if (body.payment_method === 'split') {
    throw new Refusal('not_valid', 'An order that is not paid yet is to be paid in cash or by card, not by both.');
  }
  requireRedeemable(body);
}

const LONGEST_NAME = 100;

/** A name that leaves room for the rest of a reason. */
function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : name;
}

/** The need of the line that lacks most to its floor price. Rule: pricing/floor-price. */
function floorNeed({ lines, totals }: PricedSale): Need[] {
  const short = lines.flatMap(({ sold, sellable }, index) => {
    const price = totals.lines[index];
    const amount = price ? lacksToFloor(sold, price, sellable.floorCents) : 0;
    return amount > 0 ? [{ amount, sellable }] : [];
  });
  const [most, ...others] = short.toSorted((a, b) => b.amount - a.amount);
  if (!most) return [];
  const { name, floorCents } = most.sellable;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const floor = displayMoney(toCents(floorCents ?? 0));
  return [
    {
      permission: 'sell-below-floor',
      amount: most.amount,
      reason: `${shortened(name)} below its floor price of ${floor}${more}`,
    },
  ];
}

/** The permissions that a sale needs besides selling. Rule: pricing/limits. */
function needsOf(body: CreateOrderBody, sale: PricedSale): Need[] {
  const { lines, totals } = sale;
  const needs: Need[] = [...(body.allow_oversell ? [{ permission: 'sell-anyway' } as const] : []), ...floorNeed(sale)];
  let most = 0;
  let reason: string | null = null;
  let changed = 0;
  for (const [index, { changes, sold, sellable }] of lines.entries()) {
    const price = totals.lines[index];
    const isChanged = [changes.overrideCents, changes.discount, changes.adjustmentCents].some(Boolean);
    const isFree = changes.overrideCents === 0 && listPriceOf(sold) !== 0;
    if (!price || !(isChanged || isFree)) continue;
    changed += 1;
    const off = percentOff(price);
    if (reason !== null && off <= most) continue;
    most = off;
    reason = off > 0 ? `${off}% off ${shortened(sellable.name)}` : `another price of ${shortened(sellable.name)}`;
  }
  if (reason === null) return needs;
  const others = changed > 1 ? ` and ${changed - 1} more` : '';
  return [...needs, { permission: 'override-prices', amount: most, reason: `${reason}${others}` }];
}

/** The answer of a sale: its draft with the parts that the database decided. Made again from the stored parts, it is the same. */
function toReply(order: SaleDraft, result: Recorded): SaleReply {
  const at = result.created_at;
  const recorded = new Map(result.lines.map((line) => [line.position, line]));
  const lines = order.lines.map((line) => {
    const known = recorded.get(line.position);
    if (!known) throw new Error(`line ${line.position} of order ${result.order_id} was not recorded`);
    return { ...line, id: known.id, deducted: known.deducted, shortfall: known.shortfall };
  });
  const whole: OrderRow = {
    ...order,
    id: result.order_id,
    number: result.number,
    created_at: at,
    updated_at: at,
    paid_at: order.placed_unpaid ? null : at,
    completed_at: order.placed_unpaid ? null : at,
    has_shortfall: lines.some((line) => line.shortfall > 0),
    lines,
  };
  return {
    success: true,
    id: result.order_id,
    data: toWireOrder(whole),
    points_awarded: order.points_awarded,
    points_redeemed: order.points_redeemed ?? 0,
    // Sales of older builds did not keep it.
    points_balance: result.points_balance ?? null,
    inventory: (order.placed_unpaid ? [] : lines).map((line) => ({
      product_id: line.product_id,
      variation_id: line.variation_id,
      quantity_sold: line.quantity,
      quantity_deducted: line.deducted,
      shortfall: line.shortfall,
      conversion_applied: line.tier?.conversion_ratio != null,
      conversion_ratio: line.tier?.conversion_ratio ?? null,
      old_stock: recorded.get(line.position)?.before ?? 0,
      new_stock: recorded.get(line.position)?.after ?? 0,
      movement_id: recorded.get(line.position)?.movement_id ?? null,
    })),
  };
}

/** Refusals that do not depend on the terms. */
const DECIDED: ReadonlySet<Refusal['code']> = new Set([
  'idempotency_key_reused',
  'request_in_progress',
  'out_of_stock',
  'points_insufficient',
  'login_required',
]);

/** The answer that a sale got, made from what `record_priced_sale` kept with its key. */
export function recallSale({ response }: Pick<KeptAnswer, 'response'>): Recalled & { readonly reply: SaleReply } {
  const { template, result } = response as { template: SaleDraft; result: Recorded };
  return { reply: toReply(template, result), locationId: template.location_id };
}

function stockUnitIn(
  sellables: SaleTerms['sellables'],
  { product_id: productId, variation_id: variationId }: ShortLine,
) {
  const sellable = sellables.get(stockKey({ productId, variationId }));
  return sellable && unitOfStock(sellable);
}

/** The database decides what is short, under its locks. Rules: stock/no-oversell, stock/sell-anyway. */
function outOfStock(lines: readonly ShortLine[], sellables: SaleTerms['sellables']): Refusal {
  const [first] = lines;
  const sentence =
    lines.length === 1 && first
      ? notEnoughWords(first, stockUnitIn(sellables, first))
      : `${lines.length} items are short of stock: ${lines.map((line) => line.name).join(', ')}.`;
  return new Refusal('out_of_stock', sentence, { details: { lines } });
}

/** A request for a sale, with its seller and key. */
interface Asked {
  readonly staff: Staff;
  readonly locationId: number;
  readonly customerId: number | null;
  readonly body: CreateOrderBody;
  readonly keyed: Keyed;
  readonly at: AtTill;
  /** The seller's session. If it was only remembered, the statement compares it with the database. */
  readonly session?: Pick<Session, 'tokenHash' | 'remembered'> | undefined;
  /** Refuses what the sale would be refused for, and records nothing. */
  readonly trial?: boolean | undefined;
}

type Buyer = Pick<SaleContext, 'customer'>;

/** The answer of a trial that nothing refuses. */
const POSSIBLE = 'possible';
type Answered = SaleAnswer | typeof POSSIBLE;

/** SQL: the recording. A remembered session is compared first; if it is no longer valid, nothing is recorded. */
function ifItStands(session: Asked['session'], recording: RawBuilder<Outcome>): RawBuilder<Outcome> {
  if (session?.remembered === undefined) return recording;
  const { tokenHash, remembered } = session;
  return sql`CASE WHEN ${standsAs({ tokenHash, remembered })} THEN ${recording} ELSE '{"outcome": "session_changed"}' END`;
}

/**
 * Prices a sale by the terms and records it with one call, which locks, checks and writes. Null when the terms have
 * changed. A sale that nobody has approved yet is tried, so that nobody approves what stock or points then refuse.
 */
async function record(db: Database, asked: Asked, terms: SaleTerms & Buyer): Promise<Answered | null> {
  const { staff, body, keyed, at, session, trial = false } = asked;
  const sale = priceSale(body, terms.sellables, terms.rates, terms.loyalty);
  const paid = isPaidHere(body) ? readTender(body, sale.totals.totalCents) : null;
  const unapproved = await lackingApproval(db, staff, needsOf(body, sale));
  const order = draftSale(staff, body, sale, terms, paid);
  const recorded = {
    ...order,
    item_count: order.lines.reduce((count, line) => count + line.quantity, 0),
    allow_oversell: body.allow_oversell ?? false,
    till_id: at.tillId,
    sold_at: at.doneAt,
    ...told(staff),
    ...((trial || unapproved) && { trial: true }),
  };
  const recording = sql<Outcome>`
    record_priced_sale(${keyed.key}, ${keyed.route}, ${keyed.hash}, ${terms.stamp}, ${JSON.stringify(recorded)}::jsonb)`;
  const { rows } = await sql<{ answer: Outcome }>`SELECT ${ifItStands(session, recording)} AS answer`.execute(db);
  const answer = rows[0]?.answer;
  switch (answer?.outcome) {
    case 'sold':
      return {
        reply: toReply(order, answer.result),
        replayed: false,
      };
    case 'replayed':
      return { ...recallSale({ response: answer }), replayed: true };
    case 'possible':
      if (unapproved) throw unapproved;
      return POSSIBLE;
    case 'terms_changed':
      return null;
    case 'session_changed':
      // `serveCommand` then looks the session up, and carries out or refuses the sale by that.
      throw new Refusal('login_required', 'Please sign in.');
    case 'key_reused':
      throw keyReused();
    case 'in_progress':
      throw new Refusal('request_in_progress', 'This sale is still being recorded.', { retryAfterS: 1 });
    case 'points_short':
      throw redeemRefusal({ code: 'points_insufficient', balance: answer.balance });
    case 'short':
      throw outOfStock(answer.lines, terms.sellables);
    case undefined:
      throw new Error('recording a sale gave no answer');
  }
}

function itemsOf({ body }: Asked): StockItem[] {
  return body.line_items.map((line) => ({ productId: line.product_id, variationId: line.variation_id }));
}

/**
 * Sells by cached terms. The database checks their stamp as it records, which saves a round trip. Null when they are
 * not cached or have changed, and when they refuse the sale: only present terms may refuse.
 */
async function sellAsRemembered(db: Database, asked: Asked): Promise<Answered | null> {
  const { locationId, customerId } = asked;
  const terms = recallTerms(db, locationId, itemsOf(asked));
  const customer = terms && customerId !== null ? await loadCustomer(db, customerId) : null;
  if (!terms || (customerId !== null && !customer)) return null;
  try {
    return await record(db, asked, { ...terms, customer });
  } catch (error) {
    if (error instanceof Refusal && !DECIDED.has(error.code)) return null;
    throw error;
  }
}

/**
 * The terms that hold now, even if the job that begins those that are due has not run yet. A sale begins them, and where an import
 * or a change of prices holds the terms it reads them by the clock. Rule: register/no-waiting-for-terms.
 */
async function presentTerms(db: Database, asked: Asked): Promise<SaleContext> {
  const { locationId, customerId } = asked;
  const items = itemsOf(asked);
  let context = await loadContext(db, locationId, customerId, items);
  // Terms are seldom due, and every till comes here after each change of the catalogue: no query of its own asks for it.
  if (context.isDue && !db.isTransaction) {
    await againAfterConflict(() => sql`SELECT begin_due_terms_if_free()`.execute(db));
    context = await loadContext(db, locationId, customerId, items);
  }
  if (context.isDue) return loadContext(db, locationId, customerId, items, { asOfNow: true });
  if (!db.isTransaction) rememberTerms(db, locationId, context);
  return context;
}

async function sellAsAsked(db: Database, asked: Asked): Promise<Answered | null> {
  const context = await presentTerms(db, asked);
  if (asked.customerId !== null && !context.customer) {
    throw new Refusal('customer_unknown', 'That customer is not in the directory.');
  }
  return record(db, asked, context);
}

/**
 * Sells while changes of the catalogue wait. Without this, a catalogue that changes all the time would stop every sale.
 */
async function sellWhileItStands(db: Database, asked: Asked): Promise<Answered | null> {
  return inTransaction(db, async (tx) => {
    await shareTerms(tx);
    return sellAsAsked(tx, asked);
  });
}

async function sell(
  db: Database,
  staff: Staff,
  body: CreateOrderBody,
  { keyed, at, session, trial }: Pick<Asked, 'keyed' | 'at' | 'session' | 'trial'>,
): Promise<Answered> {
  const { locationId } = staff;
  if (locationId === null) {
    throw new Refusal(
      'location_required',
      'You have no location yet, so you cannot sell. Ask an administrator to assign one.',
    );
  }
  requireOwnNameAndPlace(staff, body);
  requireAllowed(body);
  const asked: Asked = { staff, locationId, customerId: body.customer_id || null, body, keyed, at, session, trial };
  const answer =
    (await sellAsRemembered(db, asked)) ?? (await sellAsAsked(db, asked)) ?? (await sellWhileItStands(db, asked));
  if (answer) return answer;
  throw new Refusal('request_in_progress', 'Prices are being changed at this moment.', { retryAfterS: 1 });
}

/**
 * Sells: prices the lines, settles the tender, and records order, payment, points, stock and timeline in one
 * transaction (`record_priced_sale`), once per key. An order that is not paid here is recorded as pending, in the same
 * way and without its effects. Rules: register/one-command, register/once, orders/placed-unpaid.
 * Refuses as `createOrderRoute` lists.
 */
export async function recordSale(
  db: Database,
  staff: Staff,
  body: CreateOrderBody,
  asked: Pick<Asked, 'keyed' | 'at' | 'session'>,
): Promise<SaleAnswer> {
  const answer = await sell(db, staff, body, asked);
  if (answer === POSSIBLE) throw new Error('a sale was only tried');
  return answer;
}

/** Refuses what the sale would be refused for now, and records nothing. Rule: sign-in/approvals. */
export async function trySale(db: Database, staff: Staff, body: CreateOrderBody, keyed: Keyed | null): Promise<void> {
  const { locationId, id: userId } = staff;
  // A trial without a key gets one that no sale has.
  const nameless = { key: randomUUID(), userId, machineId: null, locationId, route: '', hash: Buffer.alloc(0) };
  await sell(db, staff, body, { keyed: keyed ?? nameless, at: { tillId: null, doneAt: null }, trial: true });
}

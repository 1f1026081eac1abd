import type { DemoOrder } from '../sales/orders.ts';
import type { StockPlan } from '../model.ts';
import { type PlannedMove, jarKey as keyOfJar } from './planned-moves.ts';
import { createRandom, type Random } from '../random.ts';
import { addDays, instantAt, localDayOf, weekdayOf } from '../shop-time.ts';

export interface DemoMovement {
  readonly locationId: number;
  readonly productId: number;
  readonly variationId: number | null;
  readonly deltaMilli: number;
  readonly beforeMilli: number;
  readonly afterMilli: number;
  readonly action:
    | 'opening_stock'
    | 'restock'
    | 'manual_adjustment'
    | 'order_deduction'
    | 'order_reversal'
    | 'stock_transfer'
    | 'audit';
  readonly reason: string;
  readonly actorId: number;
  readonly orderId: number | null;
  /** Place of the line in its order; null when no order moved the stock. */
  readonly linePosition: number | null;
  /** The transfer, delivery or count it is part of; null for sales and what follows from them. */
  readonly planned: PlannedMove | null;
  readonly at: Date;
}

type Event = Pick<
  DemoMovement,
  'deltaMilli' | 'action' | 'reason' | 'actorId' | 'orderId' | 'linePosition' | 'planned' | 'at'
>;

const MANAGER = 2;
const OPENING_SECOND = 7 * 3600;
const DELIVERY_SECOND = 8 * 3600 + 40 * 60;
const TUESDAY = 2;
const LOSSES = ['Display sample', 'Damaged in transit', 'Count correction'] as const;

/**
 * The movements of every jar, oldest first. Each chain is made backwards from its final level, with a delivery
 * wherever the jar would have held too much. So it starts at an opening stock, is never below zero, and ends at its
 * stock level. Rules: books/4-stock-is-its-movements, books/5-never-negative.
 */
export function makeStockLedger(
  jars: readonly StockPlan[],
  orders: readonly DemoOrder[],
  openingDay: string,
  planned: readonly PlannedMove[] = [],
  random: Random = createRandom('stock-ledger'),
): DemoMovement[] {
  const events = eventsByJar(orders, planned);
  const opening = instantAt(openingDay, OPENING_SECOND);
  return jars
    .flatMap((jar) => chainOf(jar, events.get(jarKey(jar)) ?? [], opening, random))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function jarKey({ locationId, product, variant }: Pick<StockPlan, 'locationId' | 'product' | 'variant'>): string {
  return keyOfJar(locationId, product.id, variant?.id ?? null);
}

/** Sales, returns and what was planned per jar, oldest first. */
function eventsByJar(orders: readonly DemoOrder[], planned: readonly PlannedMove[]): Map<string, Event[]> {
  const events = new Map<string, Event[]>();
  for (const move of planned) {
    const { deltaMilli, action, reason, at } = move;
    const key = keyOfJar(move.locationId, move.productId, move.variationId);
    const event = {
      deltaMilli,
      action,
      reason,
      at,
      actorId: move.actorId ?? MANAGER,
      orderId: null,
      linePosition: null,
      planned: move,
    };
    events.set(key, [...(events.get(key) ?? []), event]);
  }
  for (const order of orders) {
    order.lines.forEach((line, linePosition) => {
      const key = jarKey({ locationId: order.locationId, product: line.product, variant: line.variant });
      const shared = { reason: `Order #POS-${order.id}`, orderId: order.id, linePosition, planned: null };
      const list = events.get(key) ?? [];
      list.push({
        ...shared,
        deltaMilli: -line.stockMilli,
        action: 'order_deduction',
        actorId: order.employeeId,
        at: order.at,
      });
      if (order.reversedAt) {
        list.push({
          ...shared,
          deltaMilli: line.stockMilli,
          action: 'order_reversal',
          actorId: MANAGER,
          at: order.reversedAt,
        });
      }
      events.set(key, list);
    });
  }
  for (const list of events.values()) list.sort((a, b) => a.at.getTime() - b.at.getTime());
  return events;
}

function chainOf(jar: StockPlan, sales: readonly Event[], opening: Date, random: Random): DemoMovement[] {
  const backwards: DemoMovement[] = [];
  let level = jar.endMilli;
  const prepend = (event: Event): void => {
    const { product, variant, locationId } = jar;
    const before = level - event.deltaMilli;
    if (before < 0) throw new Error(`The jar of ${product.name} at ${locationId} would have been below zero`);
    backwards.push({
      ...event,
      locationId,
      productId: product.id,
      variationId: variant?.id ?? null,
      beforeMilli: before,
      afterMilli: level,
    });
    level = before;
  };
  const stockEvent = (action: Event['action'], deltaMilli: number, reason: string, at: Date): Event => ({
    action,
    deltaMilli,
    reason,
    at,
    actorId: MANAGER,
    orderId: null,
    linePosition: null,
    planned: null,
  });
  // The sum of the deliveries that are still to come on the way back. The jar must hold at least that much.
  let keep = sales.reduce((sum, { planned, deltaMilli }) => sum + (planned ? Math.max(deltaMilli, 0) : 0), 0);

  for (let index = sales.length - 1; index >= 0; index -= 1) {
    const sale = sales[index];
    if (!sale) continue;
    if (sale.planned) {
      prepend(sale);
      keep -= Math.max(sale.deltaMilli, 0);
      continue;
    }
    // Goods that came back but are not on the jar could not be sold again.
    if (sale.deltaMilli > 0 && level < sale.deltaMilli + keep)
      prepend(stockEvent('manual_adjustment', level - sale.deltaMilli - keep, 'Returned, not sellable', sale.at));
    prepend(sale);
    const previous = sales[index - 1]?.at ?? opening;
    if (level > jar.capMilli) {
      const spare = level - keep - random.int(0, jar.reorderMilli);
      const delivered = Math.floor(spare / jar.lotMilli) * jar.lotMilli;
      if (delivered > 0) prepend(stockEvent('restock', delivered, 'Weekly delivery', deliveryTime(sale.at, previous)));
    } else if (random.chance(0.012)) {
      const lost = jar.product.stockUnit === 'g' ? 500 : 1000;
      prepend(stockEvent('manual_adjustment', -lost, random.pick(LOSSES), between(previous, sale.at)));
    }
  }
  if (level > 0) prepend(stockEvent('opening_stock', level, 'Opening stock', opening));
  return backwards.reverse();
}

/** The last Tuesday morning before a sale, if the sale before that was earlier; else some time between the two. */
function deliveryTime(sale: Date, previous: Date): Date {
  const day = localDayOf(sale);
  const tuesday = addDays(day, -((weekdayOf(day) - TUESDAY + 7) % 7));
  const at = instantAt(tuesday, DELIVERY_SECOND);
  return at > previous && at < sale ? at : between(previous, sale);
}

function between(earlier: Date, later: Date): Date {
  return new Date(Math.floor((earlier.getTime() + later.getTime()) / 2));
}

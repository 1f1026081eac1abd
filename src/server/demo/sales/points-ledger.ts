import type { DemoCustomer } from '../model.ts';
import type { DemoOrder } from './orders.ts';
import { createRandom, type Random } from '../random.ts';
import { instantAt } from '../shop-time.ts';

export interface DemoPointsEvent {
  readonly customerId: number;
  readonly type: 'opening-balance' | 'order-placed' | 'order-cancelled' | 'order-refunded' | 'manual-adjust';
  readonly points: number;
  readonly description: string;
  readonly orderId: number | null;
  readonly actorId: number;
  readonly at: Date;
}

const MANAGER = 2;
const NOON = 12 * 3600;
/** Reasons that staff give for points. */
const GIFTS = [
  ['Birthday bonus', 50],
  ['Referral reward', 100],
  ['Customer service credit', 25],
  ['Loyalty bonus', 75],
] as const;

/** Every points event, oldest first: opening balances, points that orders earned and lost, and some gifts. */
export function makePointsLedger(
  customers: readonly DemoCustomer[],
  orders: readonly DemoOrder[],
  openingDay: string,
  random: Random = createRandom('points-ledger'),
): DemoPointsEvent[] {
  const events: DemoPointsEvent[] = [];
  for (const { id } of customers) {
    if (random.chance(0.4)) {
      const [type, description] = ['opening-balance', 'Balance carried over'] as const;
      events.push({
        customerId: id,
        type,
        points: random.int(2, 60) * 5,
        description,
        orderId: null,
        actorId: MANAGER,
        at: instantAt(openingDay, NOON),
      });
    }
  }
  for (const order of orders) {
    if (!order.customer || order.points === 0) continue;
    const shared = { customerId: order.customer.id, description: `Order POS-${order.id}`, orderId: order.id };
    events.push({ ...shared, type: 'order-placed', points: order.points, actorId: order.employeeId, at: order.at });
    if (order.reversedAt) {
      const type = order.status === 'refunded' ? 'order-refunded' : 'order-cancelled';
      events.push({ ...shared, type, points: -order.points, actorId: MANAGER, at: order.reversedAt });
    } else if (random.chance(0.015)) {
      const [description, points] = random.pick(GIFTS);
      events.push({
        customerId: order.customer.id,
        type: 'manual-adjust',
        points,
        description,
        orderId: null,
        actorId: MANAGER,
        at: order.at,
      });
    }
  }
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

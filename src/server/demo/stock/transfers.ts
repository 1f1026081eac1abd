import type { StockPlan } from '../model.ts';
import { type PlannedMove, jarKey, wordsByUnit } from './planned-moves.ts';
import { createRandom, type Random } from '../random.ts';
import { LOCATIONS } from '../shop.ts';
import { addDays, instantAt } from '../shop-time.ts';

export interface DemoTransfer {
  readonly id: number;
  readonly number: string;
  readonly fromId: number;
  readonly toId: number;
  readonly at: Date;
  /** Empty: the history then says where it went. */
  readonly reason: string;
  readonly lines: number;
  readonly quantityMilli: number;
  /** "56 g", "8 pieces". */
  readonly byUnit: readonly string[];
  readonly moves: readonly PlannedMove[];
}

const FIRST_ID = 1001;
const WAREHOUSE = 23;
const NOON_SECOND = 12 * 3600 + 15 * 60;
const MOST_LINES = 4;

/** The weekly vans from the warehouse and the transfers between shops, oldest first. */
const RUNS: readonly { fromId: number; toId: number; daysAgo: number; reason: string }[] = [
  { fromId: WAREHOUSE, toId: 20, daysAgo: 30, reason: '' },
  { fromId: WAREHOUSE, toId: 19, daysAgo: 30, reason: '' },
  { fromId: WAREHOUSE, toId: 21, daysAgo: 23, reason: 'Long weekend' },
  { fromId: WAREHOUSE, toId: 25, daysAgo: 23, reason: '' },
  { fromId: WAREHOUSE, toId: 20, daysAgo: 16, reason: '' },
  { fromId: 20, toId: 19, daysAgo: 11, reason: 'Monroe ran low' },
  { fromId: WAREHOUSE, toId: 19, daysAgo: 9, reason: '' },
  { fromId: WAREHOUSE, toId: 20, daysAgo: 5, reason: '' },
  { fromId: 19, toId: 20, daysAgo: 2, reason: 'Customer order' },
];

/**
 * The transfers of the last weeks. A jar receives at most one, and no more than it holds now, so that its chain stays
 * above zero whatever was sold or delivered meanwhile.
 */
export function planTransfers(
  jars: readonly StockPlan[],
  today: string,
  random: Random = createRandom('transfers'),
): DemoTransfer[] {
  const jarOf = new Map(jars.map((jar) => [keyOf(jar), jar]));
  const taken = new Set<string>();
  const sent = RUNS.flatMap((run) => {
    const wanted = random
      .shuffled(jars.filter(({ locationId }) => locationId === run.fromId))
      .flatMap((from): Wanted[] => {
        const to = jarOf.get(jarKey(run.toId, from.product.id, from.variant?.id ?? null));
        const quantityMilli = from.product.stockUnit === 'g' ? from.lotMilli : 4000;
        return to && to.endMilli >= quantityMilli && !taken.has(keyOf(to)) ? [{ from, quantityMilli }] : [];
      })
      .slice(0, random.int(2, MOST_LINES));
    for (const { from } of wanted) taken.add(jarKey(run.toId, from.product.id, from.variant?.id ?? null));
    return wanted.length === 0 ? [] : [{ run, wanted }];
  });
  return sent.map(({ run: { daysAgo, ...run }, wanted }, n) => {
    const id = FIRST_ID + n;
    const transfer = {
      ...run,
      id,
      number: `TR-${id}`,
      at: instantAt(addDays(today, -daysAgo), NOON_SECOND + run.toId * 60),
      lines: wanted.length,
      quantityMilli: wanted.reduce((sum, line) => sum + line.quantityMilli, 0),
      byUnit: wordsByUnit(wanted.map(({ from, quantityMilli }) => [from, quantityMilli])),
    };
    return { ...transfer, moves: wanted.flatMap((line) => movesOf(transfer, line)) };
  });
}

interface Wanted {
  readonly from: StockPlan;
  readonly quantityMilli: number;
}

const keyOf = ({ locationId, product, variant }: StockPlan): string =>
  jarKey(locationId, product.id, variant?.id ?? null);

function nameOf(locationId: number): string {
  const found = LOCATIONS.find(({ id }) => id === locationId);
  if (!found) throw new Error(`There is no location ${locationId}`);
  return found.name;
}

/** Movements as the service writes them: one leaves, one arrives, and both name the other place. */
function movesOf(transfer: Omit<DemoTransfer, 'moves'>, { from, quantityMilli }: Wanted): PlannedMove[] {
  const { id, number, fromId, toId, at, reason } = transfer;
  const [fromName, toName] = [nameOf(fromId), nameOf(toId)];
  const shared = {
    transfer_number: number,
    from_location: fromName,
    from_location_id: fromId,
    to_location: toName,
    to_location_id: toId,
  };
  const item = { productId: from.product.id, variationId: from.variant?.id ?? null, at };
  const leg = (locationId: number, deltaMilli: number, direction: 'in' | 'out', words: string): PlannedMove => ({
    ...item,
    locationId,
    deltaMilli,
    action: 'stock_transfer',
    reason: reason || words,
    transfer: { id, details: { direction, ...shared } },
  });
  return [
    leg(fromId, -quantityMilli, 'out', `Transfer to ${toName}`),
    leg(toId, quantityMilli, 'in', `Transfer from ${fromName}`),
  ];
}

import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type PoTotals, poTotals } from '#domain/purchase-order.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { variantLineName } from '#domain/variant-name.ts';
import type { DemoProduct, StockPlan } from '../model.ts';
import { type PlannedMove, jarKey } from './planned-moves.ts';
import { CATEGORY } from '../shop.ts';
import { addDays, instantAt, localDayOf } from '../shop-time.ts';
import type { DemoMovement } from './stock-ledger.ts';

export interface DemoSupplier {
  readonly id: number;
  readonly name: string;
  readonly contact: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

const supplier = (id: number, name: string, contact: string, slug: string, town: string): DemoSupplier => ({
  id,
  name,
  contact,
  email: `orders@${slug}.example`,
  phone: `704-555-01${20 + id}`,
  address: `${100 + id * 7} Depot Street\n${town}, NC`,
});

/** The first supplier number is the default one of every shop. */
export const SUPPLIERS: readonly DemoSupplier[] = [
  supplier(2, 'Catawba Farms', 'Ruth Ansley', 'catawba-farms', 'Morganton'),
  supplier(3, 'Piedmont Extracts', 'Devin Cole', 'piedmont-extracts', 'Concord'),
  supplier(4, 'Sugar Creek Kitchen', 'Lena Park', 'sugar-creek', 'Charlotte'),
  supplier(5, 'Counter & Case Supply', 'Tom Reyes', 'counter-case', 'Gastonia'),
];

const SUPPLIER_OF: Readonly<Record<number, number>> = {
  [CATEGORY.flower]: 2,
  [CATEGORY.preRoll]: 2,
  [CATEGORY.vape]: 3,
  [CATEGORY.concentrate]: 3,
  [CATEGORY.edible]: 4,
  [CATEGORY.moonwater]: 4,
};
const OTHER_SUPPLIER = 5;

export interface DemoPoLine {
  readonly product: DemoProduct;
  readonly variationId: number | null;
  readonly name: string;
  readonly sku: string;
  readonly orderedMilli: Milli;
  readonly receivedMilli: Milli;
  readonly unitCostCents: Cents;
}

export interface DemoPurchaseOrder {
  readonly id: number;
  readonly supplier: DemoSupplier;
  readonly locationId: number;
  readonly status: 'draft' | 'ordered' | 'partially_received' | 'received';
  readonly at: Date;
  /** Null while nothing came. Its number is that of the order. */
  readonly receivedAt: Date | null;
  readonly lines: readonly DemoPoLine[];
  readonly totals: PoTotals;
  readonly notes: string;
  /** The movements that brought it, in the order of its lines. */
  readonly movements: readonly DemoMovement[];
}

const FIRST_ID = 1001;
const ORDERED_DAYS_BEFORE = 3;
const MORNING_SECOND = 9 * 3600 + 20 * 60;
const SMALLEST_DELIVERY = 2;
/** An open order asks for this many of the items that are low. */
const LINES_OF_OPEN_ORDER = 6;

type Draft = Omit<DemoPurchaseOrder, 'id' | 'totals'>;

/** A partly received order. The ledger makes its movements out of `moves`, with all others. */
export interface PartlyReceived {
  readonly order: Omit<Draft, 'movements'>;
  readonly moves: readonly PlannedMove[];
}

/**
 * The purchase orders behind the deliveries of the ledger: goods that came to a location at one instant from one supplier
 * were one order. A few open ones ask for items that are low now.
 */
export function makePurchaseOrders(
  jars: readonly StockPlan[],
  movements: readonly DemoMovement[],
  today: string,
  partly: readonly PartlyReceived[] = [],
): DemoPurchaseOrder[] {
  const orders = [...received(jars, movements), ...open(jars, today), ...inPart(partly, movements)];
  return orders
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((order, n) => ({ ...order, id: FIRST_ID + n, totals: poTotals(order.lines, 0, ZERO_CENTS) }));
}

function supplierOf({ categoryId }: DemoProduct): DemoSupplier {
  const id = SUPPLIER_OF[categoryId] ?? OTHER_SUPPLIER;
  const found = SUPPLIERS.find((one) => one.id === id);
  if (!found) throw new Error(`There is no supplier ${id}`);
  return found;
}

function lineOf({ product, variant }: StockPlan, milli: number, receivedMilli: number): DemoPoLine {
  return {
    product,
    variationId: variant?.id ?? null,
    name: variant ? variantLineName(product.name, variant.option) : product.name,
    sku: variant?.sku ?? product.sku,
    orderedMilli: toMilli(milli),
    receivedMilli: toMilli(receivedMilli),
    unitCostCents: toCents(product.costCents),
  };
}

function received(jars: readonly StockPlan[], movements: readonly DemoMovement[]): Draft[] {
  const jarOf = new Map(jars.map((jar) => [jarKey(jar.locationId, jar.product.id, jar.variant?.id ?? null), jar]));
  const deliveries = new Map<string, { movement: DemoMovement; jar: StockPlan }[]>();
  for (const movement of movements) {
    if (movement.action !== 'restock' || movement.planned !== null) continue;
    const jar = jarOf.get(jarKey(movement.locationId, movement.productId, movement.variationId));
    if (!jar) throw new Error('A delivery to a jar that is not there');
    const key = `${movement.locationId}/${movement.at.getTime()}/${supplierOf(jar.product).id}`;
    deliveries.set(key, [...(deliveries.get(key) ?? []), { movement, jar }]);
  }
  return [...deliveries.values()]
    .filter(({ length }) => length >= SMALLEST_DELIVERY)
    .map((parts): Draft => {
      const [first] = parts;
      if (!first) throw new Error('A delivery of nothing');
      const { at, locationId } = first.movement;
      return {
        supplier: supplierOf(first.jar.product),
        locationId,
        status: 'received',
        at: instantAt(addDays(localDayOf(at), -ORDERED_DAYS_BEFORE), MORNING_SECOND),
        receivedAt: at,
        notes: '',
        lines: parts.map(({ movement, jar }) => lineOf(jar, movement.deltaMilli, movement.deltaMilli)),
        movements: parts.map(({ movement }) => movement),
      };
    });
}

const OPEN_ORDERS = [
  { locationId: 20, supplierId: 2, status: 'ordered', daysAgo: 2 },
  { locationId: 20, supplierId: 3, status: 'ordered', daysAgo: 1 },
  { locationId: 20, supplierId: 4, status: 'draft', daysAgo: 1 },
  { locationId: 19, supplierId: 2, status: 'ordered', daysAgo: 2 },
] as const;

function open(jars: readonly StockPlan[], today: string): Draft[] {
  return OPEN_ORDERS.flatMap(({ locationId, supplierId, status, daysAgo }): Draft[] => {
    const low = jars
      .filter((jar) => jar.locationId === locationId && supplierOf(jar.product).id === supplierId)
      .sort((a, b) => a.endMilli - a.reorderMilli - (b.endMilli - b.reorderMilli))
      .slice(0, LINES_OF_OPEN_ORDER);
    const [first] = low;
    if (!first) return [];
    const lines = low.map((jar) => lineOf(jar, jar.lotMilli * 2, 0));
    const at = instantAt(addDays(today, -daysAgo), MORNING_SECOND);
    const supplier = supplierOf(first.product);
    return [{ supplier, locationId, status, at, receivedAt: null, notes: '', lines, movements: [] }];
  });
}

const PARTLY = [
  {
    locationId: 20,
    supplierId: 5,
    orderedDaysAgo: 9,
    receivedDaysAgo: 3,
    notes: 'The rest follows with the next truck.',
  },
  { locationId: 20, supplierId: 2, orderedDaysAgo: 5, receivedDaysAgo: 1, notes: '' },
  {
    locationId: 19,
    supplierId: 3,
    orderedDaysAgo: 7,
    receivedDaysAgo: 2,
    notes: 'Two boxes were missing from the pallet.',
  },
] as const;
const RECEIVED_SECOND = 10 * 3600 + 5 * 60;

/**
 * Orders that were partly received some days ago: the first line wholly, the second by half, the others not at all.
 * @param taken jars that got something another way
 */
export function planPartlyReceived(
  jars: readonly StockPlan[],
  today: string,
  taken: ReadonlySet<string>,
): PartlyReceived[] {
  return PARTLY.flatMap(({ locationId, supplierId, orderedDaysAgo, receivedDaysAgo, notes }): PartlyReceived[] => {
    const supplier = SUPPLIERS.find(({ id }) => id === supplierId);
    // No more was received than the jar holds now, so that its stock was never below zero before.
    const fit = jars.filter(
      (jar) =>
        jar.locationId === locationId &&
        supplierOf(jar.product).id === supplierId &&
        jar.endMilli >= jar.lotMilli * 2 &&
        !taken.has(jarKey(locationId, jar.product.id, jar.variant?.id ?? null)),
    );
    const chosen = fit.slice(0, LINES_OF_OPEN_ORDER);
    if (!supplier || chosen.length < 2) return [];
    const lines = chosen.map((jar, n) => lineOf(jar, jar.lotMilli * 2, jar.lotMilli * Math.max(2 - n, 0)));
    const receivedAt = instantAt(addDays(today, -receivedDaysAgo), RECEIVED_SECOND);
    const moves = lines
      .filter(({ receivedMilli }) => receivedMilli > 0)
      .map(({ product, variationId, receivedMilli }): PlannedMove => ({
        locationId,
        productId: product.id,
        variationId,
        deltaMilli: receivedMilli,
        action: 'restock',
        reason: `Delivery from ${supplier.name}`,
        at: receivedAt,
        transfer: null,
      }));
    const at = instantAt(addDays(today, -orderedDaysAgo), MORNING_SECOND);
    return [{ order: { supplier, locationId, status: 'partially_received', at, receivedAt, notes, lines }, moves }];
  });
}

function inPart(partly: readonly PartlyReceived[], movements: readonly DemoMovement[]): Draft[] {
  return partly.map(({ order, moves }) => ({
    ...order,
    movements: moves.map((move) => {
      const movement = movements.find(({ planned }) => planned === move);
      if (!movement) throw new Error('A delivery that never arrived');
      return movement;
    }),
  }));
}

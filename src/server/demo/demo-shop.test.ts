import { describe, expect, it } from 'vitest';
import { quantityOf } from '#domain/line-price.ts';
import { taxOn } from '#domain/tax.ts';
import { times } from '#testing/times.ts';
import { makeDemoHistory } from './demo-shop.ts';
import { createRandom } from './random.ts';
import { LOCATIONS } from './shop.ts';
import { addDays, instantAt, localDayOf, weekdayOf } from './shop-time.ts';

const AS_OF = new Date('2026-11-20T23:00:00Z');
const history = makeDemoHistory(AS_OF);
const { orders, movements, jars, customers, pointsEvents } = history;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

describe('the year', () => {
  it('is the same each time for the same instant', () => {
    expect(makeDemoHistory(AS_OF)).toEqual(history);
  });

  it('ends at the instant it is asked for, whatever the day', () => {
    for (const asOf of [new Date('2027-03-14T12:00:00Z'), new Date('2028-02-29T03:30:00Z')]) {
      const other = makeDemoHistory(asOf);
      expect(Math.max(...other.movements.map(({ at }) => at.getTime()))).toBeLessThanOrEqual(asOf.getTime());
      expect(other.orders.length).toBeGreaterThan(2700);
    }
  });

  it('has about 3,000 orders, more on Fridays than on Mondays and more after four than before noon', () => {
    expect(orders.length).toBeGreaterThan(2800);
    expect(orders.length).toBeLessThan(3400);
    const onDay = (weekday: number): number => orders.filter((order) => weekdayOf(order.localDay) === weekday).length;
    expect(onDay(5)).toBeGreaterThan(onDay(1) * 1.5);
    const [noon, four] = [12, 16].map((hour) => hour * 3600);
    const morning = orders.filter(({ at, localDay }) => at < instantAt(localDay, noon ?? 0)).length;
    const evening = orders.filter(({ at, localDay }) => at >= instantAt(localDay, four ?? 0)).length;
    expect(evening).toBeGreaterThan(morning * 2);
  });

  it('has all forms of payment, guests and regulars, price changes, cancelled and refunded orders', () => {
    for (const method of ['cash', 'card', 'split']) expect(orders.some((order) => order.method === method)).toBe(true);
    for (const status of ['completed', 'cancelled', 'refunded'])
      expect(orders.some((it) => it.status === status)).toBe(true);
    expect(orders.filter(({ customer }) => customer === null).length).toBeGreaterThan(1000);
    const changes = orders.flatMap(({ lines }) => lines.map((line) => line.changes));
    for (const kind of ['discount', 'overrideCents', 'adjustmentCents'] as const) {
      expect(changes.some((change) => change[kind] !== undefined)).toBe(true);
    }
    expect(new Set(orders.map(({ locationId }) => locationId))).toEqual(
      new Set(LOCATIONS.filter(({ sells }) => sells).map(({ id }) => id)),
    );
  });
});

describe('the books', () => {
  it('add up in every order: lines, tax, total and tender', () => {
    for (const { lines, totals, settlement, method } of orders) {
      expect(totals.subtotalCents).toBe(sum(lines.map(({ price }) => price.totalCents)));
      for (const tax of totals.taxes) expect(tax.taxCents).toBe(taxOn(totals.taxableCents, tax.ratePpm));
      expect(totals.totalCents).toBe(totals.subtotalCents + totals.taxCents);
      const tendered = sum(settlement.tenders.map(({ amountCents }) => amountCents));
      expect(tendered + settlement.roundingCents).toBe(totals.totalCents + settlement.changeCents);
      expect(settlement.tenders.every(({ amountCents }) => amountCents > 0)).toBe(true);
      if (method === 'split') expect(settlement.tenders).toHaveLength(2);
    }
  });

  it('price every line as round(unit x quantity) or n x tier, less discount, plus adjustment', () => {
    for (const { sold, changes, price } of orders.flatMap(({ lines }) => lines)) {
      const one = sold.kind === 'tier' ? sold.chosen.tier.priceCents : sold.priceCents;
      const count = sold.kind === 'tier' ? sold.count : quantityOf(sold) / 1000;
      const base = Math.round((changes.overrideCents ?? one) * count);
      const discounted = base - Math.round((base * (changes.discount ?? 0)) / 10_000);
      expect(price.totalCents).toBe(Math.max(0, discounted + (changes.adjustmentCents ?? 0)));
    }
  });

  it('chain the movements of every jar from nothing to its stock level, never below zero', () => {
    const level = new Map<string, number>();
    for (const movement of movements) {
      const key = `${movement.locationId}/${movement.productId}/${movement.variationId ?? 0}`;
      expect(movement.beforeMilli).toBe(level.get(key) ?? 0);
      expect(movement.afterMilli).toBe(movement.beforeMilli + movement.deltaMilli);
      expect(movement.afterMilli).toBeGreaterThanOrEqual(0);
      level.set(key, movement.afterMilli);
    }
    for (const { locationId, product, variant, endMilli } of jars) {
      expect(level.get(`${locationId}/${product.id}/${variant?.id ?? 0}`) ?? 0).toBe(endMilli);
    }
  });

  it('deduct every sold line once, and give it back once when the sale was undone', () => {
    const deducted = new Map<string, number[]>();
    for (const { orderId, linePosition, deltaMilli } of movements) {
      if (orderId === null) continue;
      const key = `${orderId}/${linePosition}`;
      deducted.set(key, [...(deducted.get(key) ?? []), deltaMilli]);
    }
    for (const order of orders) {
      order.lines.forEach((line, position) => {
        const moves = order.reversedAt ? [-line.stockMilli, line.stockMilli] : [-line.stockMilli];
        expect(deducted.get(`${order.id}/${position}`)).toEqual(moves);
      });
    }
  });

  it('take 0.7 g of the jar for each pre-roll', () => {
    const rolls = orders
      .flatMap(({ lines }) => lines)
      .filter(({ sold }) => sold.kind === 'tier' && sold.chosen.productType === 'preroll');
    expect(rolls.length).toBeGreaterThan(100);
    for (const { sold, stockMilli } of rolls) expect(stockMilli).toBe(Math.round(quantityOf(sold) * 0.7));
  });

  it('award points for what was paid before tax, take them back once, and none to guests', () => {
    for (const order of orders) {
      const net = sum(pointsEvents.filter(({ orderId }) => orderId === order.id).map(({ points }) => points));
      const earned = order.customer ? Math.floor(order.totals.subtotalCents / 100) : 0;
      expect(order.points).toBe(earned);
      expect(net).toBe(order.reversedAt ? 0 : earned);
    }
  });
});

describe('the jars', () => {
  it('differ by location, some low, some empty', () => {
    for (const { id } of LOCATIONS) {
      const here = jars.filter(({ locationId }) => locationId === id);
      expect(here.some(({ endMilli }) => endMilli === 0)).toBe(true);
      expect(here.filter(({ endMilli }) => endMilli > 5000).length).toBeGreaterThan(here.length * 0.6);
    }
    const atCentral = jars.filter(({ locationId }) => locationId === 20);
    expect(atCentral.some(({ endMilli }) => endMilli > 0 && endMilli <= 5000)).toBe(true);
  });

  it('have variants that are sold out everywhere, beside others that are not', () => {
    const soldOut = jars.filter(({ variant }) => variant).filter((jar) => jar.endMilli === 0);
    expect(soldOut.some(({ variant }) => variant?.option === 'Blue Raspberry')).toBe(true);
    for (const { product, locationId } of soldOut.filter((jar) => jar.locationId === 20)) {
      const others = jars.filter((jar) => jar.locationId === locationId && jar.product === product);
      expect(
        others.some(({ endMilli }) => endMilli > 0),
        product.name,
      ).toBe(true);
    }
  });
});

describe('what is sent and what arrives', () => {
  const { transfers, purchaseOrders } = history;

  it('has transfers of the last weeks that sum to nothing and say where they went', () => {
    expect(transfers.length).toBeGreaterThan(6);
    for (const { moves, fromId, toId, at } of transfers) {
      expect(sum(moves.map(({ deltaMilli }) => deltaMilli))).toBe(0);
      expect(new Set(moves.map(({ locationId }) => locationId))).toEqual(new Set([fromId, toId]));
      expect(at.getTime()).toBeGreaterThan(AS_OF.getTime() - 40 * 86_400_000);
    }
    const planned = new Set(movements.map((movement) => movement.planned));
    for (const move of transfers.flatMap(({ moves }) => moves)) expect(planned).toContain(move);
  });

  it('has orders that came in part: some lines all, some half, some not at all', () => {
    const partly = purchaseOrders.filter(({ status }) => status === 'partially_received');
    expect(partly).toHaveLength(3);
    for (const { lines, movements: came } of partly) {
      const shares = lines.map(({ receivedMilli, orderedMilli }) => receivedMilli / orderedMilli);
      expect(new Set(shares)).toEqual(new Set([1, 0.5, 0]));
      expect(sum(came.map(({ deltaMilli }) => deltaMilli))).toBe(sum(lines.map(({ receivedMilli }) => receivedMilli)));
    }
  });

  it('has counts over the year, most lines as the books said, some not', () => {
    const { audits } = history;
    const moved = movements.filter(({ action }) => action === 'audit');
    expect(audits.length).toBeGreaterThan(20);
    expect(new Set(audits.map(({ locationId }) => locationId)).size).toBeGreaterThan(3);
    expect(sum(moved.map(({ deltaMilli }) => deltaMilli))).toBe(sum(audits.map(({ netMilli }) => netMilli)));
    for (const { lines } of audits) {
      const wrong = lines.filter(({ deltaMilli }) => deltaMilli !== 0);
      expect(wrong.length).toBeGreaterThan(0);
      expect(wrong.length).toBeLessThan(lines.length);
      expect(lines.every(({ beforeMilli, deltaMilli }) => beforeMilli + deltaMilli >= 0)).toBe(true);
    }
  });

  it('holds for any day it is asked on', () => {
    for (let turn = 1; turn <= times(2); turn += 1) {
      const other = makeDemoHistory(new Date(AS_OF.getTime() + turn * 97 * 86_400_000));
      expect(other.purchaseOrders.filter(({ status }) => status === 'partially_received')).toHaveLength(3);
      expect(other.transfers.length).toBeGreaterThan(6);
    }
  });
});

describe('the customers', () => {
  it('are 80, with names, addresses and telephone numbers that belong to nobody', () => {
    expect(customers).toHaveLength(80);
    expect(new Set(customers.map(({ username }) => username)).size).toBe(80);
    for (const { phone, email, username, hasEmail } of customers) {
      if (phone) expect(phone).toMatch(/^\d{3}-555-01\d\d$/);
      expect(email).toMatch(hasEmail ? /@example\.(com|net|org)$/ : /@customers\.invalid$/);
      if (!hasEmail) expect(email).toBe(`${username}@customers.invalid`);
      expect(hasEmail || phone !== '').toBe(true);
    }
    expect(customers.some(({ hasEmail }) => !hasEmail)).toBe(true);
  });

  it('are of age', () => {
    for (const { dateOfBirth } of customers) expect(addDays(dateOfBirth, 21 * 366) <= localDayOf(AS_OF)).toBe(true);
  });
});

describe('the clock of the shop', () => {
  it('knows the days of 23 and 25 hours', () => {
    const hours = (day: string): number =>
      (instantAt(addDays(day, 1), 0).getTime() - instantAt(day, 0).getTime()) / 3_600_000;
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-20')]).toEqual([23, 25, 24]);
  });

  it('names the day by the wall of the shop, not by Greenwich', () => {
    expect(localDayOf(new Date('2026-11-21T04:30:00Z'))).toBe('2026-11-20');
  });
});

describe('chance', () => {
  it('repeats for the same seed and differs for another', () => {
    const draw = (seed: string): number[] =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.int(0, 1000)
        )(createRandom(seed)),
      );
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, sum, toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import {
  divideAmong,
  type Refund,
  type RefundableLine,
  type RefundableOrder,
  refundOf,
  restOf,
  stockLeftOf,
  stockOut,
  tendersLeft,
} from './refund.ts';
import { taxOn } from './tax.ts';
import type { SplitPayment, TenderMethod } from './tender.ts';

function line(parts: Partial<Record<keyof RefundableLine, number | boolean>> & { id: number }): RefundableLine {
  const quantity = (parts.quantityMilli as number | undefined) ?? 1000;
  return {
    quantityMilli: quantity,
    totalCents: 0,
    taxable: true,
    divisible: false,
    stockMilli: quantity,
    deductedMilli: quantity,
    returnedMilli: 0,
    writtenOffMilli: 0,
    refundedMilli: 0,
    refundedCents: 0,
    pointsAwarded: null,
    redeemedCents: 0,
    ...parts,
  } as RefundableLine;
}

function orderOf(
  lines: readonly RefundableLine[],
  ratePpms = [87_500],
  more: Partial<RefundableOrder> = {},
): RefundableOrder {
  const subtotal = sum(lines.map(({ totalCents }) => totalCents));
  const taxable = sum(lines.filter((sold) => sold.taxable).map(({ totalCents }) => totalCents));
  const taxes = ratePpms.map((rate) => taxOn(taxable, rate));
  const total = sum([subtotal, ...taxes]);
  return {
    lines,
    subtotalCents: subtotal,
    taxableCents: taxable,
    taxes,
    shippingCents: toCents(0),
    totalCents: total,
    refundedCents: toCents(0),
    pointsAwarded: Math.floor(subtotal / 100),
    pointsRefunded: 0,
    pointsRedeemed: 0,
    pointsReturned: 0,
    paid: total > 0 ? [{ method: 'cash', amountCents: total }] : [],
    givenBack: [],
    ...more,
  };
}

/** The order after a refund, as the database will have it. */
function after(order: RefundableOrder, refund: Refund): RefundableOrder {
  return {
    ...order,
    refundedCents: sum([order.refundedCents, refund.amountCents]),
    pointsRefunded: order.pointsRefunded + refund.points,
    pointsReturned: order.pointsReturned + refund.pointsReturned,
    givenBack: [...order.givenBack, ...refund.tenders],
    lines: order.lines.map((sold) => {
      const back = refund.lines.find(({ lineId }) => lineId === sold.id);
      if (!back) return sold;
      return {
        ...sold,
        refundedMilli: toMilli(sold.refundedMilli + back.quantityMilli),
        refundedCents: sum([sold.refundedCents, back.goodsCents]),
        returnedMilli: toMilli(sold.returnedMilli + (back.restock ? back.stockMilli : 0)),
        writtenOffMilli: toMilli(sold.writtenOffMilli + (back.restock ? 0 : back.stockMilli)),
      };
    }),
  };
}

function refunded(
  order: RefundableOrder,
  wishes: [lineId: number, quantity: number, restock?: boolean][],
  to: TenderMethod | null = null,
): Refund {
  const result = refundOf(
    order,
    wishes.map(([lineId, quantity, restock = true]) => ({ lineId, quantityMilli: toMilli(quantity * 1000), restock })),
    to,
  );
  if (!result.ok) throw new Error(result.refused.code);
  return result.value;
}

describe('a refund of lines', () => {
  // 10 x 23.90 less 25 %.
  const grinders = orderOf([line({ id: 1, quantityMilli: 10_000, totalCents: 17_925 })], []);

  it('gives back 179.25 for 10 x 23.90 less 25 % in any split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 }), (pieces) => {
        let order = grinders;
        let left = 10;
        for (const wanted of [...pieces, 10]) {
          const now = Math.min(wanted, left);
          if (now === 0) break;
          order = after(order, refunded(order, [[1, now]]));
          left -= now;
        }
        expect(order.refundedCents).toBe(17_925);
        expect(order.pointsRefunded).toBe(order.pointsAwarded);
      }),
    );
  });

  it('refuses more than is left, a piece twice, parts of a piece, and lines of another order', () => {
    const order = after(grinders, refunded(grinders, [[1, 8]]));
    const refusal = (...wishes: [number, number][]) => {
      const result = refundOf(
        order,
        wishes.map(([lineId, milli]) => ({ lineId, quantityMilli: toMilli(milli), restock: true })),
      );
      return result.ok ? null : result.refused;
    };
    expect(refusal([1, 3000])).toEqual({ code: 'refund_exceeds_sold', lineId: 1, leftMilli: 2000 });
    expect(refusal([1, 500])).toMatchObject({ code: 'refund_quantity_not_valid', reason: 'part_of_a_piece' });
    expect(refusal([1, 0])).toMatchObject({ code: 'refund_quantity_not_valid', reason: 'not_positive' });
    expect(refusal([1, -1000])).toMatchObject({ code: 'refund_quantity_not_valid', reason: 'not_positive' });
    expect(refusal([1, 1000], [1, 1000])).toMatchObject({ code: 'refund_quantity_not_valid', reason: 'twice' });
    expect(refusal([2, 1000])).toEqual({ code: 'refund_line_unknown', lineId: 2 });
    expect(refusal([1, 2000])).toBeNull();
  });

  it('takes any part of a tier back, to the thousandth', () => {
    const order = orderOf([line({ id: 1, quantityMilli: 3500, totalCents: 4000, divisible: true })]);
    expect(refunded(order, [[1, 1.234]])).toMatchObject({ goodsCents: 1410, isFull: false });
    expect(refunded(order, [[1, 3.5]])).toMatchObject({
      goodsCents: 4000,
      amountCents: 4350,
      isFull: true,
      points: 40,
    });
  });

  it('puts back or writes off what the jar gave, and never what it could not', () => {
    const short = orderOf([line({ id: 1, quantityMilli: 3000, totalCents: 900, deductedMilli: 2000 })]);
    const two = refunded(short, [[1, 2, false]]);
    expect(two.lines).toMatchObject([{ restock: false, stockMilli: 2000 }]);
    expect(refunded(after(short, two), [[1, 1]]).lines).toMatchObject([{ restock: true, stockMilli: 0 }]);
  });

  it('refunds shipping with the last piece', () => {
    const order = orderOf([line({ id: 1, quantityMilli: 2000, totalCents: 1000 })], [], {
      shippingCents: toCents(500),
      totalCents: toCents(1500),
      paid: [{ method: 'card', amountCents: toCents(1500) }],
    });
    const first = refunded(order, [[1, 1]]);
    expect(first).toMatchObject({ amountCents: 500, shippingCents: 0 });
    expect(refunded(after(order, first), [[1, 1]])).toMatchObject({
      amountCents: 1000,
      shippingCents: 500,
      isFull: true,
    });
  });

  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 40 }),
    totalCents: fc.integer({ min: 0, max: 100_000 }),
    taxable: fc.boolean(),
    stockPerUnit: fc.integer({ min: 1, max: 9999 }),
    missing: fc.integer({ min: 0, max: 3000 }),
  });
  const anyOrder = fc
    .tuple(
      fc.array(anyLine, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 3 }),
    )
    .chain(([lines, rates]) => {
      const order = orderOf(
        lines.map(({ quantity, totalCents, taxable, stockPerUnit, missing }, id) =>
          line({
            id,
            quantityMilli: quantity * 1000,
            totalCents,
            taxable,
            stockMilli: quantity * stockPerUnit,
            deductedMilli: Math.max(0, quantity * stockPerUnit - missing),
          }),
        ),
        rates,
      );
      // Cash first, the rest by card; up to two cents of rounding either way.
      return fc
        .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: -2, max: 2 }))
        .map(([part, rounding]) => {
          const paid = Math.max(0, order.totalCents - rounding);
          const cash = Math.round(paid * part);
          const tenders: SplitPayment[] = [
            { method: 'cash', amountCents: toCents(cash) },
            { method: 'card', amountCents: toCents(paid - cash) },
          ];
          return { ...order, paid: order.totalCents === 0 ? [] : tenders.filter(({ amountCents }) => amountCents > 0) };
        });
    });
  const steps = fc.array(
    fc.tuple(
      fc.nat(),
      fc.integer({ min: 1, max: 10 }),
      fc.boolean(),
      fc.constantFrom<TenderMethod | null>(null, null, 'cash', 'card'),
    ),
    { maxLength: 25 },
  );

  it('adds up to what was paid, taxed, awarded and taken from the jars, however it is split', () => {
    fc.assert(
      fc.property(anyOrder, steps, fc.boolean(), (start, walk, toTheEnd) => {
        let order: RefundableOrder = start;
        const rest: [number, number, boolean, null][] = toTheEnd
          ? start.lines.map(({ id }) => [id, 1000, false, null])
          : [];
        let last: Refund | undefined;
        let taxes = 0;
        for (const [which, wanted, restock, to] of [...walk, ...rest]) {
          const sold = order.lines[which % order.lines.length];
          if (!sold) throw new Error('an order has lines');
          const now = Math.min(wanted, (sold.quantityMilli - sold.refundedMilli) / 1000);
          if (now === 0) continue;
          last = refunded(order, [[sold.id, now, restock]], to);
          if (to !== null) expect(last.tenders.every(({ method }) => method === to)).toBe(true);
          for (const amount of [last.goodsCents, last.taxCents, last.amountCents, last.points]) {
            expect(amount).toBeGreaterThanOrEqual(0);
          }
          taxes += last.taxCents;
          order = after(order, last);
          expect(order.refundedCents).toBeLessThanOrEqual(order.totalCents);
          expect(order.pointsRefunded).toBeLessThanOrEqual(order.pointsAwarded);
          for (const left of [
            ...tendersLeft(order).map(({ amountCents }) => amountCents),
            ...order.lines.map(stockOut),
            ...order.lines.map(stockLeftOf),
          ]) {
            expect(left).toBeGreaterThanOrEqual(0);
          }
          const back = sum(order.givenBack.map(({ amountCents }) => amountCents));
          expect(Math.abs(order.refundedCents - back)).toBeLessThanOrEqual(2);
        }
        const final = restOf(order);
        const all = sum([order.refundedCents, final.amountCents]);
        const isPaid = order.paid.length > 0;
        expect(all).toBe(isPaid ? order.totalCents : order.refundedCents);
        if (isPaid) expect(taxes + final.taxCents).toBe(sum(order.taxes));
        expect(order.pointsRefunded + final.points).toBe(order.pointsAwarded);
        expect(sum([...order.givenBack, ...final.tenders].map(({ amountCents }) => amountCents))).toBe(
          sum(order.paid.map(({ amountCents }) => amountCents)),
        );
        if (toTheEnd) {
          expect(last?.isFull).toBe(true);
          expect(final.amountCents).toBe(0);
          expect(order.lines.map(stockOut)).toEqual(order.lines.map(() => 0));
        }
      }),
    );
  });
});

describe('tenders', () => {
  const cents = (cash: number, card: number): SplitPayment[] => [
    { method: 'cash', amountCents: toCents(cash) },
    { method: 'card', amountCents: toCents(card) },
  ];

  it('share a refund in proportion, the odd cent to the larger remainder', () => {
    expect(divideAmong(toCents(100), cents(2000, 1000))).toEqual(cents(67, 33));
    expect(divideAmong(toCents(1), cents(1, 2))).toEqual([{ method: 'card', amountCents: 1 }]);
    expect(divideAmong(toCents(5000), cents(2000, 1000))).toEqual(cents(2000, 1000));
  });

  it('never give back more than is left of them, and exactly what is asked', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (cash, card, part) => {
        const left = cents(cash, card).filter(({ amountCents }) => amountCents > 0);
        const wanted: Cents = toCents(Math.floor((cash + card) * part));
        const parts = divideAmong(wanted, left);
        expect(sum(parts.map(({ amountCents }) => amountCents))).toBe(wanted);
        for (const { method, amountCents } of parts) {
          expect(amountCents).toBeLessThanOrEqual(method === 'cash' ? cash : card);
        }
      }),
    );
  });
});

describe('points of a refund', () => {
  it('gives all of it by the way that was chosen, and the rest never more than is due', () => {
    const order = orderOf([line({ id: 1, quantityMilli: 4000, totalCents: 10_000 })], [], {
      paid: [
        { method: 'cash', amountCents: toCents(4000) },
        { method: 'card', amountCents: toCents(6000) },
      ],
    });
    const first = refunded(order, [[1, 2]], 'cash');
    expect(first.tenders).toEqual([{ method: 'cash', amountCents: 5000 }]);
    // Cash gave a thousand cents more than it took: they are missing from what the card gives.
    expect(restOf(after(order, first)).tenders).toEqual([{ method: 'card', amountCents: 5000 }]);
    expect(refunded(after(order, first), [[1, 2]]).tenders).toEqual([{ method: 'card', amountCents: 5000 }]);
  });

  it('that were used come back by share, in any split, and all of them with the rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }),
        fc.nat(5000),
        fc.nat(5000),
        fc.integer({ min: 1, max: 100_000 }),
        (pieces, one, other, points) => {
          const redeemed = (id: number, cents: number) =>
            line({ id, quantityMilli: 10_000, totalCents: 6000 - cents, redeemedCents: cents });
          let order = orderOf([redeemed(1, one), redeemed(2, other)], [], {
            pointsRedeemed: one + other > 0 ? points : 0,
          });
          for (const [turn, wanted] of pieces.entries()) {
            const id = (turn % 2) + 1;
            const left = 10 - (order.lines[id - 1]?.refundedMilli ?? 0) / 1000;
            if (left === 0) continue;
            const refund = refunded(order, [[id, Math.min(wanted, left)]]);
            expect(refund.pointsReturned).toBeGreaterThanOrEqual(0);
            order = after(order, refund);
          }
          expect(order.pointsReturned + restOf(order).pointsReturned).toBe(order.pointsRedeemed);
        },
      ),
    );
  });

  it('go back with the lines that earned them, where lines earn apart', () => {
    const order = orderOf(
      [
        line({ id: 1, quantityMilli: 3000, totalCents: 9000, pointsAwarded: 0 }),
        line({ id: 2, quantityMilli: 3000, totalCents: 100, pointsAwarded: 50 }),
      ],
      [],
      { pointsAwarded: 50 },
    );
    expect(refunded(order, [[1, 3]]).points).toBe(0);
    expect(refunded(order, [[2, 1]]).points).toBe(17);
    expect(refunded(order, [[2, 3]]).points).toBe(50);
  });
});

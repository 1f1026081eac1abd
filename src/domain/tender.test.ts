import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from './money.ts';
import {
  addSplit,
  muchChangeSentence,
  quickAmounts,
  remainingOf,
  type Settlement,
  settleCard,
  settleCash,
  settleSplit,
  type SplitPayment,
  tenderSentence,
  TOLERANCE_CENTS,
} from './tender.ts';

const cash = (amount: number): SplitPayment => ({ method: 'cash', amountCents: toCents(amount) });
const card = (amount: number): SplitPayment => ({ method: 'card', amountCents: toCents(amount) });
const bill = toCents(9700);

/** tenders + rounding = total + change; rounding is within the tolerance. Rule: payment/adds-up. */
function expectInvariant(total: number, { tenders, paidCents, changeCents, roundingCents }: Settlement): void {
  const tendered = tenders.reduce((all, { amountCents }) => all + amountCents, 0);
  expect(tendered).toBe(paidCents);
  expect(tendered + roundingCents).toBe(total + changeCents);
  expect(Math.abs(roundingCents)).toBeLessThanOrEqual(TOLERANCE_CENTS);
  expect(changeCents).toBeGreaterThanOrEqual(0);
}

const total = fc.integer({ min: 1, max: 1_000_000 }).map(toCents);
const payment = fc.record({
  method: fc.constantFrom('cash' as const, 'card' as const),
  amountCents: fc.integer({ min: -100, max: 400_000 }).map(toCents),
});

describe('cash', () => {
  it('gives the rest as change', () => {
    expect(settleCash(bill, toCents(10_000))).toMatchObject({
      ok: true,
      value: { changeCents: 300, paidCents: 10_000 },
    });
    expect(settleCash(bill, bill)).toMatchObject({ ok: true, value: { changeCents: 0 } });
  });

  it('must cover the total to the cent', () => {
    const settled = settleCash(bill, toCents(9699));
    expect(settled).toMatchObject({ ok: false, refused: { code: 'tender_insufficient' } });
    if (settled.ok) return;
    expect(tenderSentence(settled.refused, 'cash')).toBe(
      'Please provide at least $97.00 to complete this transaction.',
    );
  });

  it('keeps the books for every amount handed over', () => {
    fc.assert(
      fc.property(total, fc.nat(2_000_000), (owed, received) => {
        const settled = settleCash(owed, toCents(received));
        expect(settled.ok).toBe(received >= owed);
        if (!settled.ok) return;
        expectInvariant(owed, settled.value);
        expect(settled.value.changeCents).toBe(received - owed);
        expect(settled.value.roundingCents).toBe(0);
      }),
    );
  });
});

it('charges a card exactly the total', () => {
  expectInvariant(9700, settleCard(bill));
  expect(settleCard(bill).tenders).toEqual([card(9700)]);
});

describe('adding a payment to a split', () => {
  it('says of a second $50 card on a $97 bill that it is $3 over, never 47', () => {
    const added = addSplit(bill, [card(5000)], card(5000));
    expect(added).toEqual({
      ok: false,
      refused: { code: 'tender_exceeds_remaining', remainingCents: 4700, overCents: 300 },
    });
    if (added.ok) return;
    expect(tenderSentence(added.refused, 'split')).toBe('That is $3.00 more than is still owed.');
  });

  it('records two $50 notes on a $97 bill as two fifties with $3 change', () => {
    const added = addSplit(bill, [cash(5000)], cash(5000));
    expect(added).toEqual({ ok: true, value: [cash(5000), cash(5000)] });
    expect(settleSplit(bill, [cash(5000), cash(5000)])).toMatchObject({
      ok: true,
      value: { paidCents: 10_000, changeCents: 300, roundingCents: 0 },
    });
  });

  it('caps a card that is at most two cents over to what is owed', () => {
    expect(addSplit(bill, [cash(5000)], card(4702))).toEqual({ ok: true, value: [cash(5000), card(4700)] });
    expect(addSplit(bill, [cash(5000)], card(4703)).ok).toBe(false);
  });

  it.each([
    ['nothing', cash(0)],
    ['less than nothing', card(-500)],
  ])('refuses %s', (_what, next) => {
    expect(addSplit(bill, [], next)).toEqual({ ok: false, refused: { code: 'tender_not_positive' } });
  });

  it('refuses any more once the bill is paid', () => {
    expect(addSplit(bill, [card(9700)], cash(100)).ok).toBe(false);
    expect(addSplit(bill, [cash(10_000)], card(100)).ok).toBe(false);
  });

  it('leaves the payments before it as they were', () => {
    fc.assert(
      fc.property(total, fc.array(payment, { maxLength: 6 }), (owed, payments) => {
        let paid: readonly SplitPayment[] = [];
        for (const next of payments) {
          const before = paid;
          const added = addSplit(owed, before, next);
          if (!added.ok) continue;
          expect(added.value.slice(0, -1)).toEqual(before);
          expect(added.value.at(-1)?.amountCents).toBeGreaterThan(0);
          paid = added.value;
        }
        // Cards alone never come to more than is owed; only the last note may.
        const onCards = paid
          .filter(({ method }) => method === 'card')
          .reduce((all, { amountCents }) => all + amountCents, 0);
        expect(onCards).toBeLessThanOrEqual(owed);
        expect(remainingOf(owed, paid.slice(0, -1))).toBeGreaterThan(paid.length > 0 ? 0 : -1);
        if (remainingOf(owed, paid) > 0) return;
        const settled = settleSplit(owed, paid);
        expect(settled.ok).toBe(true);
        if (settled.ok) expectInvariant(owed, settled.value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('settling a split', () => {
  it.each([
    ['to the cent', [cash(5000), card(4700)], { changeCents: 0, roundingCents: 0 }],
    ['a cent short', [cash(5000), card(4699)], { changeCents: 0, roundingCents: 1 }],
    ['two cents short', [card(4000), card(5698)], { changeCents: 0, roundingCents: 2 }],
    ['two cents over on cards', [card(5000), card(4702)], { changeCents: 0, roundingCents: -2 }],
    ['a note too large', [card(5000), cash(10_000)], { changeCents: 5300, roundingCents: 0 }],
  ])('takes %s', (_what, tenders, expected) => {
    const settled = settleSplit(bill, tenders);
    expect(settled).toMatchObject({ ok: true, value: expected });
    if (settled.ok) expectInvariant(bill, settled.value);
  });

  it('refuses three cents short, and says so in the words of the till', () => {
    const settled = settleSplit(bill, [cash(5000), card(4697)]);
    expect(settled.ok).toBe(false);
    if (settled.ok) return;
    expect(tenderSentence(settled.refused, 'split')).toBe('Total paid ($96.97) is less than the order total ($97.00).');
  });

  it('refuses cards that would have to come back as cash', () => {
    expect(settleSplit(bill, [card(5000), card(5000)])).toMatchObject({
      ok: false,
      refused: { code: 'tender_exceeds_remaining', overCents: 300 },
    });
  });

  it('takes payments in any order: a sale may have become smaller after the card was charged', () => {
    const entered = addSplit(toCents(11_000), [cash(5000)], card(6000));
    expect(entered).toMatchObject({ ok: true });
    if (!entered.ok) return;
    expect(addSplit(bill, [cash(5000)], card(6000)).ok).toBe(false);
    expect(settleSplit(bill, entered.value)).toMatchObject({ ok: true, value: { changeCents: 1300 } });
    fc.assert(
      fc.property(
        total,
        fc
          .array(payment, { maxLength: 5 })
          .chain((made) => fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length }))),
        (owed, [made, shuffled]) => {
          const [one, other] = [settleSplit(owed, made), settleSplit(owed, shuffled)];
          expect(other.ok).toBe(one.ok);
          if (one.ok && other.ok) expect({ ...other.value, tenders: [] }).toEqual({ ...one.value, tenders: [] });
          if (!one.ok && !other.ok) expect(other.refused).toEqual(one.refused);
        },
      ),
    );
  });

  it('refuses no payments, and a payment of nothing among others', () => {
    expect(settleSplit(bill, [])).toMatchObject({ refused: { code: 'tender_insufficient', paidCents: 0 } });
    expect(settleSplit(toCents(2), [])).toMatchObject({ ok: false, refused: { code: 'tender_not_positive' } });
    expect(settleSplit(bill, [card(9700), cash(0)])).toMatchObject({ ok: false });
  });

  it('keeps the books whenever it takes the payments, and turns down only what is short or too much on cards', () => {
    fc.assert(
      fc.property(total, fc.array(payment, { maxLength: 5 }), (owed, tenders) => {
        const settled = settleSplit(owed, tenders);
        if (settled.ok) {
          expectInvariant(owed, settled.value);
          expect(settled.value.tenders).toEqual(tenders);
          return;
        }
        const paid = tenders.reduce((all, { amountCents }) => all + amountCents, 0);
        const onCards = tenders.reduce(
          (all, { method, amountCents }) => all + (method === 'card' ? amountCents : 0),
          0,
        );
        const wrong =
          tenders.length === 0 ||
          tenders.some(({ amountCents }) => amountCents <= 0) ||
          paid < owed - TOLERANCE_CENTS ||
          onCards > owed + TOLERANCE_CENTS;
        expect(wrong).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('quick amounts', () => {
  it('offer the exact sum first, then what a customer is likely to hand over', () => {
    expect(quickAmounts(toCents(4350))).toEqual([4350, 4500, 5000, 6000, 10_000]);
    expect(quickAmounts(bill)).toEqual([9700, 10_000]);
  });

  it('are at most five, grow, and each covers the total', () => {
    fc.assert(
      fc.property(total, (owed) => {
        const amounts = quickAmounts(owed);
        expect(amounts.length).toBeLessThanOrEqual(5);
        expect(amounts[0]).toBe(owed);
        expect(amounts).toEqual([...new Set(amounts)].toSorted((a, b) => a - b));
      }),
    );
  });
});

it('asks before change of a largest note or more is given, in cash or in a split', () => {
  const total = toCents(4000);
  const asked = (received: number) => {
    const settled = settleCash(total, toCents(received));
    return settled.ok ? muchChangeSentence(settled.value, total) : 'refused';
  };
  expect(asked(10_000)).toBeNull();
  expect(asked(13_999)).toBeNull();
  expect(asked(14_000)).toContain('The change would be $100.00.');
  expect(asked(123_456_700)).toBe(
    '$1,234,567.00 in cash is entered for a sale of $40.00. The change would be $1,234,527.00.',
  );
  const split = settleSplit(total, [
    { method: 'card', amountCents: toCents(1000) },
    { method: 'cash', amountCents: toCents(20_000) },
  ]);
  expect(split.ok && muchChangeSentence(split.value, total)).toContain('$200.00 in cash');
  for (const cents of [1, 4000, 123_456]) {
    for (const amount of quickAmounts(toCents(cents))) {
      const settled = settleCash(toCents(cents), amount);
      expect(settled.ok && muchChangeSentence(settled.value, toCents(cents))).toBeNull();
    }
  }
});

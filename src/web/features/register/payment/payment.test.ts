import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { MAX_TENDERS } from '#domain/tender.ts';
import { paymentIn } from '../cart/state/cart-record.ts';
import {
  afterRefusal,
  balanceOf,
  terminalSentence,
  leftOnCard,
  mayBeOnCard,
  methodOf,
  NEW_PAYMENT,
  type Payment,
  type PaymentEvent,
  reducePayment,
  settle,
} from './payment.ts';

const total = toCents(9700);
const enter = (...events: PaymentEvent[]): Payment => events.reduce(reducePayment, NEW_PAYMENT);
const received = (text: string): PaymentEvent => ({ kind: 'received', text, total });
const add = (method: 'cash' | 'card', text: string): PaymentEvent[] => [
  { kind: 'split-amount', text, total },
  { kind: 'split-add', total, method },
];

describe('an amount', () => {
  it('that can be read in two ways or not at all pays nothing, and stays as it was typed', () => {
    for (const text of ['12,50', '1,250', '1.250,00', '12.345', '1e9', '-4', '123456789']) {
      const payment = enter(received(text));
      expect(payment.received).toBe(text);
      expect(settle(payment, total)).toMatchObject({ ok: false, refused: { code: 'amount_unreadable' } });
      const split = enter(...add('cash', text));
      expect(split).toMatchObject({ splits: [], splitAmount: text, splitRefused: { code: 'amount_unreadable' } });
    }
    expect(settle(enter(received('1,250.')), total)).toMatchObject({ value: { changeCents: 115_300 } });
  });

  it('is asked for again when the total is another one by then; payments that were made stay', () => {
    const payment = enter(received('100'), ...add('card', '40'), { kind: 'split-amount', text: '5', total });
    expect(reducePayment(payment, { kind: 'total', total })).toBe(payment);
    const later = reducePayment(payment, { kind: 'total', total: toCents(9800) });
    expect(later).toMatchObject({ received: '', splitAmount: '', enteredFor: null });
    expect(later.splits).toHaveLength(1);
    expect(paymentIn(JSON.parse(JSON.stringify(payment)))).toEqual(payment);
  });
});

describe('cash', () => {
  it('is enough from the total on, and says what comes back', () => {
    expect(settle(enter(received('96.99')), total).ok).toBe(false);
    const payment = enter(received('100'));
    expect(settle(payment, total)).toMatchObject({ ok: true, value: { changeCents: 300 } });
    expect(balanceOf(payment, total)).toMatchObject({ owedCents: 0, changeCents: 300 });
  });
});

describe('a split', () => {
  it('keeps two $50 payments of a $97 bill as they were tendered, $3 over', () => {
    const payment = enter({ kind: 'method', method: 'split' }, ...add('cash', '50'), ...add('cash', '50'));
    expect(payment.splits.map((split) => split.amountCents)).toEqual([5000, 5000]);
    expect(balanceOf(payment, total)).toMatchObject({ owedCents: 0, changeCents: 300 });
    expect(settle(payment, total)).toMatchObject({ ok: true, value: { changeCents: 300, roundingCents: 0 } });
  });

  it('takes the rest when no amount is typed', () => {
    const payment = enter({ kind: 'method', method: 'split' }, ...add('card', '40'), ...add('cash', ''));
    expect(payment.splits.map((split) => split.amountCents)).toEqual([4000, 5700]);
    expect(settle(payment, total).ok).toBe(true);
  });

  it('does not charge a card more than is owed, and says so', () => {
    const payment = enter({ kind: 'method', method: 'split' }, ...add('cash', '50'), ...add('card', '50'));
    expect(payment.splits).toHaveLength(1);
    expect(payment.splitRefused).toMatchObject({ code: 'tender_exceeds_remaining' });
    expect(enter(...add('card', '0')).splitRefused).toEqual({ code: 'tender_not_positive' });
  });

  it('is enough two cents below the total and not three', () => {
    const split = (text: string) => enter({ kind: 'method', method: 'split' }, ...add('card', text));
    expect(settle(split('96.98'), total).ok).toBe(true);
    expect(settle(split('96.97'), total)).toMatchObject({ ok: false, refused: { code: 'tender_insufficient' } });
  });

  it('takes no more payments than a sale can have', () => {
    const payment = enter(...Array.from({ length: MAX_TENDERS }).flatMap(() => add('cash', '1')));
    expect(payment.splits).toHaveLength(MAX_TENDERS);
    const more = add('cash', '1').reduce(reducePayment, payment);
    expect(more.splits).toHaveLength(MAX_TENDERS);
    expect(more.splitRefused).toEqual({ code: 'tender_too_many' });
  });

  it('promises no change for what a card was charged beyond a total that became smaller', () => {
    const payment = enter({ kind: 'method', method: 'split' }, ...add('card', '50'));
    expect(balanceOf(payment, toCents(2719))).toEqual({ owedCents: 0, changeCents: 0, overCents: 2281 });
    const withCash = enter({ kind: 'method', method: 'split' }, ...add('card', '50'), ...add('cash', '50'));
    expect(balanceOf(withCash, total)).toEqual({ owedCents: 0, changeCents: 300, overCents: 0 });
  });

  it('of nothing pays for what is free, as cash of nothing', () => {
    const payment = enter({ kind: 'method', method: 'split' });
    expect(settle(payment, toCents(0)).ok).toBe(true);
    expect(methodOf(payment)).toBe('cash');
    expect(methodOf(enter({ kind: 'method', method: 'split' }, ...add('card', '5')))).toBe('split');
  });

  it('is read back as it was kept, without what is broken', () => {
    const payment = enter({ kind: 'method', method: 'split' }, ...add('card', '40'), {
      kind: 'split-amount',
      text: '7',
      total,
    });
    expect(paymentIn(JSON.parse(JSON.stringify(payment)))).toEqual(payment);
    const splits = [
      { method: 'card', amountCents: 4000 },
      { method: 'iou', amountCents: 1 },
      { method: 'cash', amountCents: -5 },
      7,
    ];
    expect(paymentIn({ method: 'barter', received: 7, splits, splitAmount: '1e' })).toEqual({
      ...NEW_PAYMENT,
      splits: [{ method: 'card', amountCents: 4000 }],
      splitAmount: '1e',
    });
    expect(paymentIn('cash')).toEqual(NEW_PAYMENT);
  });

  it('is kept while another method is looked at, and cleared when it is cancelled', () => {
    const events: PaymentEvent[] = [{ kind: 'method', method: 'split' }, ...add('card', '40')];
    expect(enter(...events, { kind: 'method', method: 'cash' }).splits).toHaveLength(1);
    expect(enter(...events, { kind: 'split-cancel' })).toMatchObject({ method: 'cash', splits: [] });
    expect(enter(...events, { kind: 'split-remove', index: 0 }).splits).toEqual([]);
  });
});

describe('a card that may have been charged for a sale that was refused', () => {
  const byCard = enter({ kind: 'method', method: 'card' });

  it('is known until the cart is done with, also after a reload; cash was counted by hand', () => {
    const refused = afterRefusal(byCard, toCents(25_230));
    expect(mayBeOnCard(refused)).toBe(25_230);
    expect(paymentIn(JSON.parse(JSON.stringify(refused)))).toEqual(refused);
    expect(paymentIn({ ...refused, maybeCharged: -1 }).maybeCharged).toBe(0);
    expect(afterRefusal(NEW_PAYMENT, total)).toEqual(NEW_PAYMENT);
  });

  it('is not asked for the whole amount again', () => {
    expect(terminalSentence(total, toCents(0))).toBe(
      'Take $97.00 on the card terminal. When it is approved, press Pay to record it.',
    );
    const say = (dollars: number) => terminalSentence(total, toCents(dollars * 100));
    expect(say(120)).toContain('If $120.00 was approved before, refund $23.00. If not, take $97.00');
    expect(say(90)).toContain('If $90.00 was approved before, take only $7.00 more. If not, take $97.00');
    expect(say(97)).toContain('If $97.00 was approved before, do not take it again. If not, take $97.00');
  });

  it('is left out by cash, and by a card the parts of a split are', () => {
    const refused = afterRefusal(byCard, total);
    expect(leftOnCard(refused)).toBe(0);
    expect(leftOnCard(reducePayment(refused, { kind: 'method', method: 'cash' }))).toBe(9700);
    const split = enter({ kind: 'method', method: 'split' }, ...add('card', '40'));
    expect(leftOnCard(split)).toBe(0);
    expect(leftOnCard(reducePayment(split, { kind: 'method', method: 'card' }))).toBe(4000);
    // A split leaves out the part that is not entered as a card payment.
    const anew = [{ kind: 'method', method: 'split' }, ...add('card', '40')] as const;
    expect(leftOnCard(anew.reduce(reducePayment, refused))).toBe(5700);
    expect(leftOnCard([...anew, ...add('card', '')].reduce(reducePayment, refused))).toBe(0);
  });
});

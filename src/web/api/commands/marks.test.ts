import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../call/call-error.ts';
import { beginAnew, disk, page, refund, ROWAN, shop } from './engine.testing.ts';

beforeEach(beginAnew);

const keeping: typeof refund = {
  ...refund,
  doneMemo: (outcome, { memo }) => outcome.kind === 'done' && [outcome.reply.number, memo],
};
const DAY_MS = 24 * 60 * 60_000;

describe('a command', () => {
  it('keeps with its mark what its definition wants of the answer, for a day', async () => {
    const till = page();
    await till.send('10.88', 'order 17', keeping);
    await till.settle();
    const memo = [1, { amount: '10.88' }];
    expect(disk.records.get('key-1')).toMatchObject({ state: 'done', request: null, memo });
    till.kill();
    const again = page();
    await again.engine.open();
    expect(again.records()).toMatchObject([{ memo }]);
    again.kill();
    const later = page();
    later.now += DAY_MS + 1;
    await later.engine.open();
    expect(later.records()).toEqual([]);
    expect(disk.records.size).toBe(0);
  });

  it('keeps that whatever else is done meanwhile', async () => {
    const till = page();
    await till.send('10.88', 'order 17', keeping);
    await till.settle();
    till.now += 1;
    for (let order = 0; order < 201; order += 1) await till.send('5.00', `order ${order} of others`);
    await till.settle();
    expect(till.records()).toHaveLength(201);
    expect(till.records()[0]).toMatchObject({ key: 'key-1', memo: [1, { amount: '10.88' }] });
  });

  it('keeps that for a day after the answer, however late that came', async () => {
    const till = page();
    shop.fate = ['request lost'];
    await till.send('10.88', 'order 17', keeping);
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(ROWAN);
    till.now += DAY_MS + 1;
    expect(await till.engine.findOut('key-1')).toBe('happened');
    expect(till.records()).toMatchObject([{ state: 'done', memo: [1, { amount: '10.88' }] }]);
    till.kill();
    const later = page();
    later.now = till.now + DAY_MS + 1;
    await later.engine.open();
    expect(later.records()).toEqual([]);
  });

  it('cannot be found out by another person once the clock was set back, since nobody knows when it was sent', async () => {
    const till = page();
    shop.fate = ['request lost'];
    till.now += 365 * DAY_MS;
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(ROWAN);
    till.now -= 365 * DAY_MS;
    shop.fate = [new CallError({ status: 409, code: 'sent_by_another', message: 'No.', details: { success: false } })];
    expect(await till.engine.findOut('key-1')).toBe('cannot tell');
  });

  it('cannot be found out by another person after a week, when the server may have forgotten it', async () => {
    const till = page();
    shop.fate = ['request lost'];
    await till.send();
    await new Promise((resolve) => setTimeout(resolve, 0));
    till.become(ROWAN);
    till.now += 7 * 24 * 60 * 60_000 + 1;
    shop.fate = [new CallError({ status: 409, code: 'sent_by_another', message: 'No.', details: { success: false } })];
    expect(await till.engine.findOut('key-1')).toBe('cannot tell');
    expect(till.records()).toMatchObject([{ state: 'unknown' }]);
    expect(await till.engine.withdraw('key-1')).toBe('cannot tell');
    expect(till.settled).toEqual(['otherwise of Sasha']);
    // The mark of a key that the server has forgotten goes at once.
    expect(till.records()).toEqual([]);
    expect(shop.effects).toEqual([]);
  });
});

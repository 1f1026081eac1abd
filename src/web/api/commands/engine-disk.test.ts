import { beforeEach, describe, expect, it } from 'vitest';
import { beginAnew, disk, page, refund, REFUSED, shop } from './engine.testing.ts';

beforeEach(beginAnew);

describe('a command whose disk fails', () => {
  it.each(['done', 'refused'] as const)(
    'that is %s is so on the disk though its form breaks at the answer',
    async (end) => {
      const till = page();
      till.engine.watch(refund, 'order 17', () => {
        throw new Error('a defect of the form');
      });
      if (end === 'refused') shop.fate = [REFUSED];
      await till.send();
      await till.settle();
      expect(till.problems).toHaveLength(1);
      expect(disk.records.get('key-1')).toMatchObject({ state: end, request: null });
    },
  );

  it('is found later where the database cannot be read at start, which is reported once', async () => {
    const till = page();
    shop.fate = ['reply lost'];
    await till.send();
    till.kill();
    disk.broken = true;
    const again = page();
    await again.engine.open();
    await again.settle();
    expect([again.records(), again.problems.length]).toEqual([[], 1]);
    disk.broken = false;
    await again.settle();
    expect(again.records()).toMatchObject([{ state: 'done' }]);
    expect(shop.effects).toHaveLength(1);
  });

  it('that is refused is not sent after a reload, though the disk could not be written for a while', async () => {
    const till = page();
    till.engine.watch(refund, 'order 17', () => undefined);
    shop.fate = [REFUSED];
    const sending = till.send();
    await sending;
    disk.broken = true;
    await till.settle();
    expect(till.records()).toEqual([]);
    expect(disk.records.get('key-1')).toMatchObject({ state: 'sending' });
    disk.broken = false;
    await till.settle();
    expect(disk.records.size).toBe(0);
    till.kill();
    const again = page();
    await again.engine.open();
    await again.settle();
    expect(shop.effects).toEqual([]);
  });

  it('that is sent again under its key is what is on the disk, not the former one whose refusal could not be written', async () => {
    const till = page();
    till.engine.watch(refund, 'order 17', () => undefined);
    const send = (amount: string) =>
      till.engine.send(refund, { subject: 'order 17', title: 'Sale', memo: { amount }, body: { amount }, key: 'cart' });
    shop.fate = [REFUSED, 'reply lost'];
    await send('1');
    disk.broken = true;
    await new Promise((resolve) => setTimeout(resolve, 0));
    disk.broken = false;
    expect(await send('2')).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(disk.records.get('cart')).toMatchObject({ state: 'unknown', request: { body: { amount: '2' } } });
    await till.settle();
    expect(disk.records.get('cart')).toMatchObject({ state: 'done' });
    expect(shop.effects).toEqual([JSON.stringify({ body: { amount: '2' } })]);
  });

  it('is sent all the same when the browser cannot keep it, and that is said', async () => {
    const till = page();
    disk.full = true;
    await till.send();
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.problems.length).toBeGreaterThan(0);
  });

  it.each([
    ['could never be kept', () => void (disk.full = true)],
    ['was lost by the browser', () => disk.records.clear()],
  ])('stays open until its answer is known when it %s', async (_what, lose) => {
    const till = page();
    lose();
    shop.fate = ['reply lost'];
    await till.send();
    lose();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(till.engine.openOf('refund', 'order 17')).not.toBeNull();
    expect(await till.send()).toBe(false);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
    expect(till.settled).toEqual(['done of Sasha']);
  });

  it('sends what follows from a command that the browser has lost', async () => {
    const till = page();
    const followed: typeof refund = {
      ...refund,
      next: ({ key }) => {
        if (key !== 'key-1') return null;
        const request = { params: undefined, query: undefined, body: { amount: 'next' } };
        return { key: 'next', kind: 'refund', title: 'Next', memo: null, request };
      },
    };
    shop.fate = ['reply lost'];
    await till.send('1', 'order 17', followed);
    await new Promise((resolve) => setTimeout(resolve, 0));
    disk.records.clear();
    await till.settle();
    expect(shop.effects.map((effect) => JSON.parse(effect) as unknown)).toEqual([
      { body: { amount: '1' } },
      { body: { amount: 'next' } },
    ]);
  });
});

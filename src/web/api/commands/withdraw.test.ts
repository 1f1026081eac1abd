import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandOutcome } from './definition.ts';
import { beginAnew, page, refund, ROWAN, shop } from './engine.testing.ts';
import { keyAfterWithdrawal } from './keys.ts';

beforeEach(beginAnew);

describe('a command that the server cannot answer', () => {
  const stuck = (till: ReturnType<typeof page>) => till.engine.store.getState().troubles.get('key-1')?.stuck;
  async function stuckRefund() {
    const till = page();
    const heard: CommandOutcome[] = [];
    till.engine.watch(refund, 'order 17', (outcome) => void heard.push(outcome));
    shop.broken = true;
    await till.send();
    return { till, heard };
  }

  it('may be withdrawn once that is plain, but not because the network is gone', async () => {
    const { till } = await stuckRefund();
    await till.settle();
    expect(stuck(till)).toBe(false);
    await till.settle();
    expect(stuck(till)).toBe(true);
    const other = page();
    shop.fate = Array.from({ length: 20 }, () => 'request lost' as const);
    await other.send('1.00', 'order 18');
    await other.settle();
    await other.settle();
    expect(other.engine.store.getState().troubles.get('key-2')?.stuck).toBe(false);
  });

  it('frees its form once it is withdrawn, and does not happen afterwards', async () => {
    const { till, heard } = await stuckRefund();
    await till.settle();
    expect(await till.engine.withdraw('key-1')).toBe('withdrawn');
    expect(heard).toMatchObject([{ kind: 'refused', error: { code: 'command_withdrawn' } }]);
    expect(till.engine.openOf('refund', 'order 17')).toBeNull();
    shop.broken = false;
    await till.settle();
    expect([shop.effects, till.settled, heard.length]).toEqual([[], ['refused of Sasha'], 1]);
    expect(await till.engine.withdraw('key-1')).toBe('settled');
    expect(await till.send()).toBe(true);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
  });

  it('is not done once more by an older copy of its form, after it was withdrawn and done', async () => {
    const { till } = await stuckRefund();
    const send = (key: string) =>
      till.engine.send(refund, {
        subject: 'order 17',
        title: 'Refund',
        memo: { amount: '1' },
        body: { amount: '1' },
        key,
      });
    await till.engine.withdraw('key-1');
    shop.broken = false;
    expect(await send(keyAfterWithdrawal('key-1'))).toBe(true);
    await till.settle();
    expect(await send('key-1')).toBe(false);
    expect(await send(keyAfterWithdrawal('key-1'))).toBe(false);
    await till.settle();
    expect(shop.effects).toHaveLength(1);
  });

  it.each([
    ['its answer', false, 'done'],
    ['that it happened, when the answer itself is not to be had', true, 'otherwise'],
  ])('and that happened before is told with %s', async (_what, isBroken, kind) => {
    const { till, heard } = await stuckRefund();
    shop.done.set('key-1', JSON.stringify({ params: undefined, query: undefined, body: { amount: '10.88' } }));
    shop.broken = isBroken;
    expect(await till.engine.withdraw('key-1')).toBe('happened');
    expect(heard).toMatchObject([{ kind }]);
    expect(till.records()).toMatchObject([{ state: 'done' }]);
  });

  it('stays locked while the withdrawal itself has no answer', async () => {
    const { till, heard } = await stuckRefund();
    shop.reachable = false;
    await expect(till.engine.withdraw('key-1')).rejects.toThrow('No connection.');
    expect(till.engine.openOf('refund', 'order 17')).toMatchObject({ state: 'unknown' });
    expect(heard).toEqual([]);
  });

  it('is withdrawn by a manager for whoever sent it, who reads so later', async () => {
    const { till } = await stuckRefund();
    till.become(ROWAN);
    expect(await till.engine.withdraw('key-1')).toBe('withdrawn');
    expect(till.settled).toEqual(['refused of Sasha']);
    expect(till.records()).toMatchObject([{ state: 'refused', owner: { name: 'Sasha' } }]);
  });
});

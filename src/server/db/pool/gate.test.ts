import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gate } from './gate.ts';

it('lets as many works run at once as it has places, the others in the order they came, even after one that failed', async () => {
  const gate = new Gate(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 9 }, (_, n) =>
    gate.through(async () => {
      begun.push(n);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      if (n % 3 === 0) throw new Error(`work ${n}`);
      return n;
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))).toEqual([1, 2, 4, 5, 7, 8]);
  expect(await gate.through(() => Promise.resolve('again'))).toBe('again');
});

it('takes those who wait by turns, so that nobody waits for all that another one asked for', async () => {
  const gate = new Gate(1);
  const begun: string[] = [];
  const work = (of: string) => gate.through(async () => void begun.push(of), { of });
  await Promise.all([work('busy'), work('busy'), work('busy'), work('busy'), work('till'), work('other')]);
  expect(begun).toEqual(['busy', 'busy', 'till', 'other', 'busy', 'busy']);
});

it('leaves places to others, however much one asks for', async () => {
  const gate = new Gate(3, undefined, 2);
  const begun: string[] = [];
  const leave: (() => void)[] = [];
  const enter = async (of: string) => {
    leave.push(await gate.enter({ of }));
    begun.push(of);
  };
  const all = [enter('busy'), enter('busy'), enter('busy'), enter('till')];
  await nextTurn();
  expect(begun).toEqual(['busy', 'busy', 'till']);
  leave[2]?.();
  await nextTurn();
  expect(begun).toHaveLength(3);
  leave[0]?.();
  await Promise.all(all);
  expect(begun).toEqual(['busy', 'busy', 'till', 'busy']);
});

it('forgets who gave up waiting, and lets nobody in who gave up before', async () => {
  const gate = new Gate(1);
  const leave = await gate.enter();
  const caller = new AbortController();
  const waiting = gate.enter({ signal: caller.signal });
  caller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(gate.enter({ signal: caller.signal })).rejects.toThrow('gone');
  leave();
  leave();
  const again = await gate.enter();
  let second = false;
  const next = gate.enter().then(() => (second = true));
  await nextTurn();
  expect(second).toBe(false);
  again();
  await next;
});

it('lets fewer run while it is narrowed, and those who waited as soon as it is wide again', async () => {
  let isOn = true;
  const gate = new Gate(2, { atOnce: 1, isOn: () => isOn, longMs: Number.POSITIVE_INFINITY });
  const leave = await gate.enter();
  let second = false;
  const next = gate.enter().then(() => (second = true));
  await nextTurn();
  expect(second).toBe(false);
  isOn = false;
  // Nobody leaves, so it has to look by itself.
  await next;
  leave();
});

it('is not closed by one long work while it is narrowed', async () => {
  const gate = new Gate(2, { atOnce: 1, isOn: () => true, longMs: 0 });
  await gate.enter();
  const leave = await gate.enter();
  let third = false;
  const next = gate.enter().then(() => (third = true));
  await nextTurn();
  expect(third).toBe(false);
  leave();
  await next;
});

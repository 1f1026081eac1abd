import { expect, it } from 'vitest';
import { gate } from './gate.ts';

it('lets so many works run at once, the others in the order they came, also after one that failed', async () => {
  const through = gate(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 9 }, (_, n) =>
    through(async () => {
      begun.push(n);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n % 3 === 0) throw new Error(`work ${n}`);
      return n;
    }),
  );
  const ended = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))).toEqual([1, 2, 4, 5, 7, 8]);
  expect(await through(() => Promise.resolve('again'))).toBe('again');
});

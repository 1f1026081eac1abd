import { expect, it } from 'vitest';
import { typedPoints } from './typed-points.ts';

const read = (text: string) => typedPoints(text, { most: 700, step: 100, label: 'Point:Points' });

it('takes whole steps as they are typed', () => {
  expect([read('200'), read(' 700 '), read(''), read('0')]).toEqual(
    [200, 700, 0, 0].map((points) => ({ points, why: null })),
  );
});

it('uses no more than was typed or can be used, and says so', () => {
  expect(read('250')).toEqual({ points: 200, why: 'Points are used in steps of 100. 200 are used.' });
  expect(read('25')).toEqual({ points: 0, why: 'Points are used in steps of 100. None are used.' });
  expect(read('7000')).toEqual({ points: 700, why: 'At most 700 Points can be used. That many are used.' });
  expect(read('some')).toEqual({ points: 0, why: 'Points are a whole number. None are used.' });
  expect(read('1,00')).toEqual({
    points: 0,
    why: '"1,00" can mean two things. Use a point for decimals and no comma. None are used.',
  });
  expect(read('-100').points).toBe(0);
  expect(read('1.5').points).toBe(0);
});

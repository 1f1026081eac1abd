import { expect, it } from 'vitest';
import { writeCard } from '#domain/identity/card.testing.ts';
import { cardPicture } from '#testing/card-picture.ts';
import { IS_LONG } from '#testing/times.ts';
import { tiltOf } from './tilt.ts';

function pixels(text: string | null, degrees: number) {
  const { width, height, dots } = cardPicture(text, degrees);
  const data = new Uint8ClampedArray(width * height * 4);
  dots.forEach((brightness, at) => data.fill(brightness, at * 4, at * 4 + 3));
  return { width, height, data };
}

it.each(IS_LONG ? [0, 0.7, -1.5, 4, -7, 11.3, -16] : [0.7, -7])(
  'finds how far a card is out of level: %d degrees',
  (degrees) => {
    expect(Math.abs(tiltOf(pixels(writeCard(), degrees)) - degrees)).toBeLessThanOrEqual(0.2);
  },
);

it('finds nothing in a picture without edges', () => {
  expect(tiltOf({ width: 64, height: 36, data: new Uint8ClampedArray(64 * 36 * 4).fill(90) })).toBe(0);
});

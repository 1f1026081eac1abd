import { expect, it } from 'vitest';
import { marksOf, seenWith } from './marks.ts';

const order = (id: number, created: string, modified = created) => ({
  id,
  date_created: `2026-03-01T${created}:00.000Z`,
  date_modified: `2026-03-01T${modified}:00.000Z`,
});

const seen = seenWith(null, [order(3, '12:00'), order(2, '11:00')]);

it('marks an order sold since as new, and one touched since as changed', () => {
  expect(marksOf(seen, [order(4, '12:05'), order(3, '12:00', '12:06'), order(2, '11:00')])).toEqual(
    new Map([
      [4, 'new'],
      [3, 'changed'],
    ]),
  );
});

it('does not call an older order new that moved into the page', () => {
  expect(marksOf(seen, [order(3, '12:00'), order(1, '09:00')])).toEqual(new Map());
});

it('knows what this till changed itself', () => {
  const after = seenWith(seen, [order(3, '12:00', '12:07')]);
  expect(marksOf(after, [order(3, '12:00', '12:07')])).toEqual(new Map());
});

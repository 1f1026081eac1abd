import { describe, expect, it } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import {
  changedLines,
  countedWords,
  countOf,
  NOTHING_PENDING,
  oneMoreOf,
  overOf,
  receiveBodyOf,
  settled,
  withAllRemaining,
  withCount,
} from './pending-receipt.ts';
import { sampleItem } from '../sample-order.testing.ts';

const tin = sampleItem({ id: 1, quantity_ordered: 10, quantity_received: 3 });
const tee = sampleItem({ id: 2, quantity_ordered: 4 });

describe('what is being received', () => {
  it('counts scans one by one, and forgets a line that is back at 0', () => {
    const twice = oneMoreOf(oneMoreOf(NOTHING_PENDING, tin), tin);
    expect(countOf(twice, 1)).toBe(2000);
    expect(withCount(twice, tin, toMilli(0)).lines.size).toBe(0);
  });

  it('says what was seen as received when the counting began, however often it is counted', () => {
    const counted = oneMoreOf(oneMoreOf(NOTHING_PENDING, tin), { ...tin, quantity_received: 9 });
    expect(receiveBodyOf(counted, false)).toEqual({
      items: [{ item_id: 1, quantity_received: 2, expected_received: 3 }],
    });
  });

  it('takes all that is left of every line, and leaves what was counted beyond it', () => {
    const all = withAllRemaining(withCount(NOTHING_PENDING, tee, toMilli(6000)), [tin, tee]);
    expect([countOf(all, 1), countOf(all, 2)]).toEqual([7000, 6000]);
    expect(countedWords(all, [tin, tee], (id) => (id === 1 ? 'g' : ''))).toBe('7 g, 6 pieces');
    expect(countedWords(NOTHING_PENDING, [tin, tee], () => '')).toBe('');
    expect([overOf(all, tin), overOf(all, tee)]).toEqual([0, 2000]);
  });

  it('sends the yes to more than was ordered, and the note, only where there are any', () => {
    const counted = { ...withCount(NOTHING_PENDING, tee, toMilli(5500)), note: ' Slip 9 ' };
    expect(receiveBodyOf(counted, true)).toEqual({
      items: [{ item_id: 2, quantity_received: 5.5, expected_received: 0 }],
      confirm_over_receipt: true,
      note: 'Slip 9',
    });
  });
});

describe('somebody else receives meanwhile', () => {
  const counted = withCount(withCount(NOTHING_PENDING, tin, toMilli(4000)), tee, toMilli(1000));
  const now = [{ ...tin, quantity_received: 8 }, tee];

  it('shows both numbers of the lines that changed', () => {
    expect(changedLines(counted, [tin, tee])).toEqual([]);
    expect(changedLines(counted, now)).toEqual([{ item: now[0], seenMilli: 3000, nowMilli: 8000, countedMilli: 4000 }]);
  });

  it('lets theirs stand, or mine come on top', () => {
    expect(countOf(settled(counted, now, 'theirs'), 1)).toBe(0);
    expect(countOf(settled(counted, now, 'theirs'), 2)).toBe(1000);
    const onTop = settled(counted, now, 'counts');
    expect(onTop.lines.get(1)).toEqual({ milli: 4000, seenMilli: 8000 });
    expect(changedLines(onTop, now)).toEqual([]);
  });
});

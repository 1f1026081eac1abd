import { describe, expect, it } from 'vitest';
import { entryWords, signedPoints, typeLabel } from './points-words.ts';

describe('an entry of points', () => {
  it('has its type in words', () => {
    expect(['manual-adjust', 'order-placed', 'expired'].map(typeLabel)).toEqual([
      'Manual Adjust',
      'Order Placed',
      'Expired',
    ]);
  });

  it('says its reason when it was made by hand, and else what it was for', () => {
    expect(entryWords({ type: 'manual-adjust', description: 'Birthday bonus', by: 'Mo' })).toEqual({
      text: 'Reason: Birthday bonus',
      more: 'by Mo',
    });
    expect(entryWords({ type: 'order-placed', description: 'Order 12', by: null })).toEqual({
      text: 'Order 12',
      more: '',
    });
    expect(entryWords({ type: 'expired', description: '', by: null }).text).toBe('expired transaction');
  });

  it('has a sign and a unit', () => {
    expect([50, -1200, 0].map(signedPoints)).toEqual(['+50 pts', '-1,200 pts', '0 pts']);
  });
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { onScreen } from '#testing/on-screen.tsx';
import { MovementSum } from './stock-figure-sum.tsx';

it('says that it adds only the latest movements while there are older ones', async () => {
  const movements = [
    { quantity_change: 2, old_stock: 3, new_stock: 5 },
    { quantity_change: -1, old_stock: 4, new_stock: 3 },
  ] as HistoryEntry[];
  for (const [isWhole, words] of [
    [false, 'Before these 4Latest 2 movements +1= 5'],
    [true, 'Began with 42 movements +1= 5'],
  ] as const) {
    const screen = await onScreen(<MovementSum movements={movements} isWhole={isWhole} isNarrowed={false} />);
    expect(screen.text()).toBe(words);
    await screen.leave();
  }
});

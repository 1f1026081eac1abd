// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { typedOn, useTyped } from './typewriter.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('types on, faster the further it is behind, and never through a letter', () => {
  expect(typedOn(0, 'abc')).toBe(1);
  expect(typedOn(3, 'abc')).toBe(3);
  expect(typedOn(0, 'a'.repeat(1200))).toBe(100);
  expect(typedOn(0, '🌿🌿')).toBe(2);
});

it('types every 15 ms', async () => {
  vi.useFakeTimers();
  const Typed = () => <output>{useTyped('abc', true)}</output>;
  const screen = await onScreen(<Typed />);
  const after = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return screen.text();
  };
  expect([await after(14), await after(1), await after(14), await after(1)]).toEqual(['', 'a', 'a', 'ab']);
  await screen.leave();
});

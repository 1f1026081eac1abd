// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { dropToasts, toast, Toaster } from './toast.tsx';

let screen: OnScreen;
beforeEach(async () => {
  vi.useFakeTimers();
  screen = await onScreen(<Toaster />);
});
afterEach(async () => {
  await act(async () => dropToasts());
  await screen.leave();
  vi.useRealTimers();
});

const passing = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const shown = () => document.querySelector('[aria-label="Notifications"]')?.textContent;

it('stays for 3.5 s, for 8 s when it offers an action', async () => {
  await act(async () => {
    toast.success('Saved');
    toast.info('Removed', { label: 'Undo', onPress: () => undefined });
  });
  await passing(3499);
  expect(shown()).toBe('SavedRemovedUndo');
  await passing(1);
  expect(shown()).toBe('RemovedUndo');
  await passing(4499);
  expect(shown()).toBe('RemovedUndo');
  await passing(1);
  expect(shown()).toBe('');
});

it('shows a repeated sentence once, for its whole time', async () => {
  await act(async () => toast.error('Not saved'));
  await passing(3000);
  await act(async () => toast.error('Not saved'));
  await passing(3000);
  expect(shown()).toBe('Not saved');
  await passing(500);
  expect(shown()).toBe('');
});

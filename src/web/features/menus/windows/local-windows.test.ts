// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindows, freeNumber, openWindow, pointWindows, useLocalWindows } from './local-windows.ts';

interface Opened {
  closed: boolean;
  address: string;
  close: () => void;
  location: { replace: (address: string) => void };
}
let opened: Opened[];

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  vi.spyOn(window, 'open').mockImplementation((address) => {
    const one: Opened = {
      closed: false,
      address: String(address),
      close: () => (one.closed = true),
      location: { replace: (next) => (one.address = next) },
    };
    opened.push(one);
    return one as unknown as Window;
  });
});
afterEach(() => {
  closeWindows();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const numbers = () => useLocalWindows.getState().windows.map(({ tvNumber }) => tvNumber);

it('opens six windows of 1920 x 1080, and no seventh', () => {
  for (let number = 1; number <= 6; number += 1)
    expect(openWindow(`/menu-display?tv=${number}`, number, 'Flower')).toBe(true);
  expect(openWindow('/menu-display', 7, 'Flower')).toBe(false);
  expect(opened).toHaveLength(6);
  expect(vi.mocked(window.open).mock.calls[0]?.[2]).toMatch(/width=1920,height=1080/);
});

it('forgets a window within 300 ms of its being closed, and its number is free again', () => {
  openWindow('/menu-display', 1, 'Flower');
  openWindow('/menu-display', 2, 'Vape');
  const [first] = opened;
  first?.close();
  expect(numbers()).toEqual([1, 2]);
  vi.advanceTimersByTime(300);
  expect(numbers()).toEqual([2]);
  expect(freeNumber(numbers())).toBe(1);
});

it('counts no window that the browser blocked', () => {
  vi.mocked(window.open).mockReturnValueOnce(null);
  expect(openWindow('/menu-display', 1, 'Flower')).toBe(false);
  expect(numbers()).toEqual([]);
});

it('shows another menu in the windows that are open', () => {
  openWindow('/a', 1, 'Flower');
  openWindow('/a', 2, 'Flower');
  opened[1]?.close();
  pointWindows((number) => `/b?tv=${number}`);
  expect(opened.map(({ address }) => address)).toEqual(['/b?tv=1', '/a']);
});

it('closes all of them', () => {
  openWindow('/a', 1, 'Flower');
  openWindow('/a', 2, 'Flower');
  closeWindows();
  expect(opened.every(({ closed }) => closed)).toBe(true);
  expect(numbers()).toEqual([]);
});

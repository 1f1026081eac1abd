// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { setCalibration, setStart, useCalibration, useStart } from './till-sheets.ts';

const KEY = 'tillwright.labels';
const SHIFTED = { offsetXPt: 2, offsetYPt: -1, scale: 1 };

let screen: OnScreen;
const hearStorage = () => window.dispatchEvent(new StorageEvent('storage', { key: KEY }));

function Sheets() {
  return (
    <p>
      {useStart('a')} {useCalibration('a').offsetXPt}
    </p>
  );
}

beforeEach(async () => {
  localStorage.clear();
  hearStorage();
  screen = await onScreen(<Sheets />);
});
afterEach(() => screen.leave());

const storedNow = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown;
/** Stores settings in the way another window would. */
const storeThere = (stored: object) => localStorage.setItem(KEY, JSON.stringify(stored));

it('keeps what another window stored since', async () => {
  await act(async () => setStart('a', 3));
  storeThere({ starts: { a: 3, b: 7 }, calibrations: { a: SHIFTED } });
  await act(async () => setStart('a', 5));
  expect(storedNow()).toEqual({
    starts: { a: 5, b: 7 },
    calibrations: { a: SHIFTED },
    warning: '',
    dpi: 203,
    printer: null,
  });
  expect(screen.text()).toBe('5 2');
});

it('shows what another window stored', async () => {
  storeThere({ starts: {}, calibrations: { a: SHIFTED } });
  await act(async () => hearStorage());
  expect(screen.text()).toBe('0 2');
});

it('remembers until the page is left where nothing can be stored', async () => {
  await act(async () => setStart('a', 1));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await act(async () => setStart('a', 3));
  await act(async () => setCalibration('a', SHIFTED));
  full.mockRestore();
  expect(screen.text()).toBe('3 2');
});

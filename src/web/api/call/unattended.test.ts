// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { headersOf } from './request.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const mark = () => headersOf(undefined, undefined).get('x-unattended');
const use = (type: string) => window.dispatchEvent(new Event(type));

it('says that nobody is at the page once it was left for a minute', () => {
  use('keydown');
  vi.setSystemTime(Date.now() + 59_000);
  expect(mark()).toBeNull();
  vi.setSystemTime(Date.now() + 2000);
  expect(mark()).toBe('true');
  use('pointerdown');
  expect(mark()).toBeNull();
  // The clock was set back.
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(mark()).toBe('true');
  use('wheel');
  expect(mark()).toBeNull();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MenuEvent } from '#contract/menu-events.ts';
import { Paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const menus = (revision: number): MenuEvent => ({ type: 'menus', revision });
const command = (id: number): MenuEvent => ({
  type: 'command',
  id,
  command_type: 'identify',
  payload: {},
  expires_in_ms: 120_000,
});

it('sends a screen at most ten events in any second, in their order', () => {
  const sent: { event: MenuEvent; atMs: number }[] = [];
  const paced = new Paced((event) => sent.push({ event, atMs: Date.now() }));
  for (let revision = 0; revision < 35; revision += 1) paced.tell(menus(revision));
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(999);
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(3001);
  expect(sent.map(({ event }) => event)).toEqual(Array.from({ length: 35 }, (_, revision) => menus(revision)));
  for (const { atMs } of sent)
    expect(sent.filter((one) => one.atMs > atMs - 1000 && one.atMs <= atMs).length).toBeLessThanOrEqual(10);
});

it('tells a screen that is far behind to read everything again, and loses no command', () => {
  const sent: MenuEvent[] = [];
  const paced = new Paced((event) => sent.push(event));
  paced.tell(command(1));
  for (let revision = 0; revision < 50; revision += 1) paced.tell(menus(revision));
  paced.tell(command(2));
  for (let revision = 50; revision < 200; revision += 1) paced.tell(menus(revision));
  vi.advanceTimersByTime(30_000);
  expect(sent.filter(({ type }) => type === 'command')).toEqual([command(1), command(2)]);
  expect(sent.some(({ type }) => type === 'hello')).toBe(true);
  expect(sent.at(-1)).toEqual(menus(199));
});

it('sends nothing after its end', () => {
  const sent: MenuEvent[] = [];
  const paced = new Paced((event) => sent.push(event));
  for (let revision = 0; revision < 20; revision += 1) paced.tell(menus(revision));
  paced.close();
  vi.advanceTimersByTime(5000);
  expect(sent).toHaveLength(10);
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runDevice } from './device.ts';

let settled: unknown[];
let isReached: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  settled = [];
  isReached = false;
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    if (!isReached) throw new TypeError('no network');
    settled.push([address, JSON.parse(body)]);
    return Response.json({ success: true });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('settles a command again whose end was not heard, without doing it twice', async () => {
  const readAgain = vi.fn(() => Promise.reject(new Error('No menu.')));
  const device = runDevice(() => ({ readAgain, isStreaming: () => true, stop: () => undefined }));
  device.lead(true);
  const command = { id: 7, command_type: 'update_theme' } as const;
  const first = device.obey(command);
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  expect(settled).toEqual([]);
  isReached = true;
  await device.obey(command);
  expect(readAgain).toHaveBeenCalledTimes(1);
  expect(settled).toEqual([['/api/tv/commands/7', { status: 'failed', error_message: 'No menu.' }]]);
  device.stop();
});

it('tells that it could not be loaded again, and stays as it is', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: { body?: string }) => {
    asked.push(address);
    if (address === '/healthz') return new Response('', { status: 503 });
    settled.push([address, JSON.parse(init.body ?? '')]);
    return Response.json({ success: true });
  });
  const device = runDevice(() => null);
  device.lead(true);
  await device.obey({ id: 9, command_type: 'refresh' });
  const error_message = 'The page stays as it is: it could not be loaded again.';
  expect(settled).toEqual([['/api/tv/commands/9', { status: 'failed', error_message }]]);
  expect(asked).toEqual(['/healthz', '/api/tv/commands/9']);
  device.stop();
});

it('leaves a command alone that is being done', async () => {
  isReached = true;
  let end = (): void => undefined;
  const readAgain = () => new Promise<void>((resolve) => (end = resolve));
  const device = runDevice(() => ({ readAgain, isStreaming: () => true, stop: () => undefined }));
  device.lead(true);
  const first = device.obey({ id: 8, command_type: 'update_theme' });
  await device.obey({ id: 8, command_type: 'update_theme' });
  expect(settled).toEqual([]);
  end();
  await first;
  expect(settled).toHaveLength(1);
  device.stop();
});

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { connectAddress, flushAddress, hearAddress } from '#web/api/address/address.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { StaffPage } from './staff-page.tsx';

let screen: OnScreen;

afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows each key at once, and writes the address when typing pauses', async () => {
  const went: string[] = [];
  connectAddress((view, search, how) => went.push(`${how} ${view} ${new URLSearchParams(search)}`) > 0);
  hearAddress('manage/staff', { q: 'a' });
  serve(() => done({ data: [] }));
  screen = await onPage(<StaffPage />);
  const box = () => screen.all('input')[0] as HTMLInputElement;
  await until(() => expect(box().value).toBe('a'));
  await screen.type(box(), 'ad');
  expect(box().value).toBe('ad');
  await screen.type(box(), 'ada');
  expect(box().value).toBe('ada');
  expect(went).toEqual([]);
  flushAddress();
  expect(went).toEqual(['replace manage/staff q=ada']);
});

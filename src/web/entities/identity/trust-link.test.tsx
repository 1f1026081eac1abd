// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { onPage, serve } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useSession } from '#web/api/session/session.ts';
import { CameraView } from './camera-view.tsx';

let screen: OnScreen;

beforeEach(() => serve(() => null));
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const links = () => screen.all('a').map((one) => [one.textContent, one.getAttribute('href')]);

it('leads to where a device learns to trust the shop when the camera is refused, if the shop has such a page', async () => {
  vi.stubGlobal('isSecureContext', false);
  screen = await onPage(<CameraView onText={() => {}} />);
  expect(screen.text()).toContain('The camera needs HTTPS');
  expect(links()).toEqual([]);
  await act(async () => {
    const session = useSession.getState();
    if (session.status === 'signed-in')
      useSession.setState({ ...session, me: { ...session.me, trust_path: '/trust' } });
  });
  expect(links()).toEqual([['Set up HTTPS on this device', '/trust']]);
});

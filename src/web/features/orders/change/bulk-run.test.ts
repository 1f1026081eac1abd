import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import { type Session, useSession } from '#web/api/session.ts';
import { setStatusOfAll, useBulkRun } from './bulk-run.tsx';

const SAM = {
  status: 'signed-in',
  me: { user: { id: 3, name: 'Sam', location_id: 20, location: 'Main' } },
} as Session;
const before = useSession.getState();

beforeEach(() => {
  useSession.setState(SAM, true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => useSession.setState(before, true));

it('lets whoever comes back after their session ended set a status again', () => {
  const orders = [{ id: 17, number: '#17' }] as WireOrder[];
  void setStatusOfAll(orders, 'processing');
  expect(useBulkRun.getState().run).not.toBeNull();
  useSession.setState({ status: 'signed-out', ended: true }, true);
  useSession.setState(SAM, true);
  expect(useBulkRun.getState().run).toBeNull();
  void setStatusOfAll(orders, 'processing');
  expect(useBulkRun.getState().run).toMatchObject({ of: 1, done: 0 });
});

import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedOrder } from '#contract/orders.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { commands } from '#web/api/commands/commands.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { batchBody, BULK_SUBJECT, bulkStatusCommand } from './bulk-command.ts';
import { setStatusOfAll, useBulkRun, whyBatchNotSent } from './bulk-run.tsx';

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
  const orders = [{ id: 17, number: '#17' }] as ListedOrder[];
  void setStatusOfAll(orders, 'processing');
  expect(useBulkRun.getState().run).not.toBeNull();
  useSession.setState({ status: 'signed-out', ended: true }, true);
  useSession.setState(SAM, true);
  expect(useBulkRun.getState().run).toBeNull();
  void setStatusOfAll(orders, 'processing');
  expect(useBulkRun.getState().run).toMatchObject({ of: 1, done: 0 });
});

it('says of a batch that is found again after sign-in whose it is, and of another window only what one has sent', () => {
  const owner = { userId: 3, name: 'Sam', locationId: 20, location: 'Main' };
  const batch = { key: 'k', kind: bulkStatusCommand.kind, subject: BULK_SUBJECT, owner, begunBy: null };
  const record = { ...batch, state: 'unknown', title: 'Set 100 orders to On hold' } as CommandRecord;
  commands.store.setState({ records: new Map([['k', record]]) });
  expect(whyBatchNotSent()).toBe(
    '"Set 100 orders to On hold" was started before you signed in here and is still running. Set this status when it is done.',
  );
  commands.store.setState({ elsewhere: new Set(['k']) });
  expect(whyBatchNotSent()).toBe('Another window of this browser is setting a status.');
  commands.store.setState({ records: new Map(), elsewhere: new Set() });
});

it('sends the amounts that were shown with the orders of a batch that gives money back, and none otherwise', () => {
  const shown = [
    { order_id: 17, amount: '25.99' },
    { order_id: 19, amount: '4.00' },
  ];
  expect(batchBody({ ids: [17, 18], refunds: shown }, 'refunded')).toEqual({
    order_ids: [17, 18],
    status: 'refunded',
    refunds: [{ order_id: 17, amount: '25.99' }],
  });
  expect(batchBody({ ids: [17], refunds: [] }, 'cancelled')).toEqual({ order_ids: [17], status: 'cancelled' });
});

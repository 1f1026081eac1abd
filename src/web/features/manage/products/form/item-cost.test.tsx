// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlacedItem } from '#contract/managed-products.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { costCommand } from '../../edit/margin-commands.ts';
import { ItemCost } from './item-cost.tsx';

defineCommands({ 'product-cost': () => Promise.resolve(costCommand) });

let screen: OnScreen;
let sent: { address: string; body: unknown; answer: (reply: Response) => void }[];

const ITEM: PlacedItem = {
  location_id: 20,
  location_name: 'Main',
  variation_id: null,
  variation_name: null,
  quantity: 3,
  reorder_level: null,
  cost: '2.00',
  last_cost: '2.50',
  last_cost_day: '2026-11-02',
};

beforeEach(async () => {
  sent = [];
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'PUT') return Promise.resolve(Response.json({ success: true, data: [] }));
    return new Promise<Response>((answer) => sent.push({ address, body: JSON.parse(body ?? ''), answer }));
  });
  const permissions = ['edit-products', 'see-costs'];
  const user = { id: 3, name: 'Ada', location_id: 20, location: 'Main', permissions, time_zone: 'America/New_York' };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <ItemCost productId={7} item={ITEM} name="Main" />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const field = () => screen.all('input')[0] as HTMLInputElement;
async function save(typed: string): Promise<void> {
  await screen.type(field(), typed);
  await act(async () => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
  });
}
const answer = (reply: Response) =>
  act(async () => {
    sent[0]?.answer(reply);
    await vi.waitFor(() => expect(commands.openOf('product-cost', 'cost of 7/0 at 20')).toBeNull());
  });

it('stands beside the last one paid, and is saved with the one that was seen', async () => {
  expect(screen.text()).toContain('$2.50 on Nov 2');
  await save('3');
  expect(sent[0]?.address).toContain('/api/manage/products/7/cost');
  expect(sent[0]?.body).toEqual({ variation_id: null, location_id: 20, cost: '3.00', seen_cost: '2.00' });
  await answer(Response.json({ success: true, data: { location_id: 20, variation_id: null, cost: '3.00' } }));
  expect(field().value).toBe('3.00');
});

it('goes back to what is saved when it is refused', async () => {
  await save('');
  expect(sent[0]?.body).toMatchObject({ cost: null });
  await answer(
    Response.json({ success: false, code: 'changed_meanwhile', error: 'Somebody was quicker.' }, { status: 409 }),
  );
  expect(field().value).toBe('2.00');
});

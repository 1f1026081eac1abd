// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { directoryEntry } from '#contract/customers.ts';
import { writeCard } from '#domain/identity/card.testing.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { idCheckCommand } from '#web/entities/customer/id-check-command.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { IdScan } from './id-scan.tsx';

defineCommands({ 'customer-id-check': () => Promise.resolve(idCheckCommand) });

const REGINA = directoryEntry.parse({
  id: 7,
  name: 'Regina Regular',
  display_name: 'Regina Regular',
  first_name: 'Regina',
  last_name: 'Regular',
  username: 'regina',
  email: 'regina@example.com',
  phone: '',
  role: 'customer',
  roles: ['customer'],
  points_balance: 5,
  created_at: '2026-01-01T00:00:00.000Z',
});

let screen: OnScreen;
let sent: unknown[];
let chosen: CartCustomer[];

beforeEach(() => {
  [sent, chosen] = [[], []];
  serve((call, body) => {
    if (call.endsWith('/find-by-identity')) return done({ data: [REGINA] });
    if (call !== 'PUT /api/users-matrix/customers/7/identity') return null;
    sent.push(body);
    return done({ data: { id_checked_at: '2026-11-23T03:30:00.000Z' } });
  });
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function chooseRegina(permissions: string[]): Promise<void> {
  screen = await onPage(
    <IdScan
      typed={{ number: 1, raw: writeCard() }}
      onFields={() => {}}
      onKnown={(customer) => chosen.push(customer)}
      onLeave={() => {}}
    />,
    permissions,
  );
  await until(() => expect(screen.button('Choose Regina Regular')).toBeDefined());
  await screen.press(screen.button('Choose Regina Regular'));
}

it('records that the card of a known customer was checked', async () => {
  await chooseRegina(['edit-customers']);
  expect(chosen).toMatchObject([{ id: 7, name: 'Regina Regular' }]);
  expect(chosen[0]?.idCheckedAt).toBeDefined();
  await until(() => expect(sent).toEqual([{ id_checked: true }]));
});

it('chooses a customer for whoever may change nothing, and records nothing', async () => {
  await chooseRegina([]);
  expect(chosen).toMatchObject([{ id: 7 }]);
  expect(chosen[0]?.idCheckedAt).toBeUndefined();
  expect(sent).toEqual([]);
});

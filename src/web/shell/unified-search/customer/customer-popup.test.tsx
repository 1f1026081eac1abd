// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { on } from '#web/api/events.ts';
import { createCustomerCommand } from '#web/entities/customer/customer-command.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { useUnifiedSearch } from '../use-unified-search.ts';
import { CustomerPopup } from './customer-popup.tsx';

defineCommands({ customer: () => Promise.resolve(createCustomerCommand) });

const WREN = {
  id: 7,
  name: 'Wren Hale',
  display_name: 'Wren Hale',
  first_name: 'Wren',
  last_name: 'Hale',
  username: 'wren',
  email: 'wren@example.com',
  phone: '',
  role: 'customer',
  roles: ['customer'],
  points_balance: 0,
  created_at: '2026-01-01T00:00:00.000Z',
};

const added = () => Response.json({ success: true, id: 7, data: WREN }, { status: 201 });

beforeEach(() => serve((call) => (call === 'POST /api/users-matrix/users' ? added() : null)));
afterEach(() => vi.unstubAllGlobals());

it('leads from the toast of a customer who was added to their record', async () => {
  const shown: unknown[] = [];
  const deaf = on('showInView', (asked) => shown.push(asked));
  const screen = await onPage(
    <>
      <CustomerPopup view="products" text="Wren Hale" />
      <Toaster />
    </>,
  );
  await act(async () => {
    useUnifiedSearch.getState().openCustomerMode();
    useUnifiedSearch.getState().showPane('new-customer');
  });
  await until(() => expect(screen.all('input[name=email]')).toHaveLength(1));
  const typed = { firstName: WREN.first_name, email: WREN.email };
  for (const [name, text] of Object.entries(typed)) {
    await screen.type(screen.all(`input[name=${name}]`)[0] as HTMLInputElement, text);
  }
  await screen.press(screen.button('Create'));
  await until(() => expect(document.body.textContent).toContain('Wren Hale added'));
  expect(useCart.getState().customer).toMatchObject({ id: 7 });
  const toast = document.querySelector('[aria-label=Notifications]');
  const show = [...(toast?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Show');
  await act(async () => show?.click());
  expect(shown).toEqual([{ view: 'customers', recordId: 7 }]);
  deaf();
  await screen.leave();
});

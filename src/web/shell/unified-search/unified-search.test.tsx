// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { createCustomerCommand } from '#web/entities/customer/customer-command.ts';
import { isDialogOpen } from '#web/ui/layers/layers.ts';
import { UnifiedSearch } from './unified-search.tsx';
import { useUnifiedSearch } from './use-unified-search.ts';

defineCommands({ customer: () => Promise.resolve(createCustomerCommand) });

beforeEach(() => serve(() => null));
afterEach(() => vi.unstubAllGlobals());

it('leaves nothing else of the till to press while the form of a customer is open', async () => {
  const screen = await onPage(
    <>
      <header>
        <UnifiedSearch view="products" />
        <button>Library</button>
      </header>
      <aside aria-label="Cart">
        <button>Pay</button>
      </aside>
    </>,
  );
  const { openCustomerMode, showPane, close } = useUnifiedSearch.getState();
  const isHeld = (name: string) => screen.button(name).closest('[inert]') !== null;
  const pay = screen.button('Pay');
  pay.focus();
  await act(async () => openCustomerMode());
  await until(() => expect(screen.all('[role=listbox]')).toHaveLength(1));
  expect([isHeld('Pay'), isHeld('Library'), isDialogOpen()]).toEqual([false, false, false]);
  await act(async () => showPane('new-customer'));
  await until(() => expect(screen.all('input[name=email]')).toHaveLength(1));
  expect([isHeld('Pay'), isHeld('Library'), isDialogOpen()]).toEqual([true, true, true]);
  const email = screen.all('input[name=email]')[0] as HTMLInputElement;
  expect(email.closest('[inert]')).toBeNull();
  await screen.type(email, 'wren@example.com');
  // The mark of the box leads back to the list, and nothing typed is lost.
  await screen.press(screen.button('Leave New customer'));
  expect([isHeld('Pay'), isHeld('Library'), isDialogOpen()]).toEqual([false, false, false]);
  await act(async () => showPane('new-customer'));
  await until(() => expect(screen.all('input[name=email]')).toHaveLength(1));
  expect((screen.all('input[name=email]')[0] as HTMLInputElement).value).toBe('wren@example.com');
  await act(async () => close());
  expect(isHeld('Pay')).toBe(false);
  // The focus returns in the same moment.
  expect(document.activeElement).toBe(pay);
  await screen.leave();
});

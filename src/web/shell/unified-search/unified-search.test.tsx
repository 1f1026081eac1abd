// @vitest-environment happy-dom
import { act, useState } from 'react';
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

it('hears Escape for the form of a customer wherever the focus is, and holds what loads after it opened', async () => {
  const Later = ({ isThere }: { isThere: boolean }) => isThere && <button>New sale</button>;
  let load: (isThere: boolean) => void = () => {};
  function Till() {
    const [isThere, setIsThere] = useState(false);
    load = setIsThere;
    return (
      <>
        <UnifiedSearch view="products" />
        <Later isThere={isThere} />
      </>
    );
  }
  const screen = await onPage(<Till />);
  const { openCustomerMode, showPane, close } = useUnifiedSearch.getState();
  const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => openCustomerMode());
  await act(async () => showPane('new-customer'));
  await until(() => expect(screen.all('input[name=email]')).toHaveLength(1));
  await act(async () => load(true));
  await until(() => expect(screen.button('New sale').closest('[inert]')).not.toBeNull());

  (document.activeElement as HTMLElement).blur();
  const over = document.createElement('div');
  over.setAttribute('role', 'alertdialog');
  document.body.append(over);
  await act(async () => document.body.dispatchEvent(escape()));
  expect(useUnifiedSearch.getState().pane).toBe('new-customer');
  over.remove();
  await act(async () => document.body.dispatchEvent(escape()));
  expect(useUnifiedSearch.getState()).toMatchObject({ mode: 'customer', pane: 'list' });
  expect(screen.button('New sale').closest('[inert]')).toBeNull();
  await act(async () => close());
  await screen.leave();
});

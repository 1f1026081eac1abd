// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { on } from '#web/api/events.ts';
import { createCustomerCommand } from '#web/entities/customer/customer-command.ts';
import { toCartCustomer } from '#web/entities/customer/customer-words.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { useUnifiedSearch } from '../use-unified-search.ts';
import { pickMeant } from '../option-list.ts';
import { CustomerChooser } from './customer-chooser.tsx';
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

let answer: () => Response | Promise<Response>;
beforeEach(() => {
  answer = added;
  serve((call) => (call === 'POST /api/users-matrix/users' ? answer() : null));
});
afterEach(() => vi.unstubAllGlobals());

/** Fills in the form of a new customer, and presses Create. */
async function createWren(typed: Record<string, string> = {}): Promise<OnScreen> {
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
  for (const [name, text] of Object.entries({ firstName: WREN.first_name, email: WREN.email, ...typed })) {
    await screen.type(screen.all(`input[name=${name}]`)[0] as HTMLInputElement, text);
  }
  await screen.press(screen.button('Create'));
  return screen;
}

it('leads from the toast of a customer who was added to their record', async () => {
  const shown: unknown[] = [];
  const deaf = on('showInView', (asked) => shown.push(asked));
  const screen = await createWren();
  await until(() => expect(document.body.textContent).toContain('Wren Hale added'));
  expect(useCart.getState().customer).toMatchObject({ id: 7 });
  const toast = document.querySelector('[aria-label=Notifications]');
  const show = [...(toast?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Show');
  await act(async () => show?.click());
  expect(shown).toEqual([{ view: 'customers', recordId: 7 }]);
  deaf();
  await screen.leave();
});

it('says under 21 of a customer whose form was closed before its answer came, for the next sale to them', async () => {
  let comes: (reply: Response) => void = () => {};
  answer = () => new Promise((reply) => (comes = reply));
  useCart.getState().setCustomer(null);
  const screen = await createWren({ dateOfBirth: `${new Date().getUTCFullYear() - 14}-05-05` });
  await screen.press(screen.button('Close'));
  await act(async () => useUnifiedSearch.getState().close());
  await act(async () => comes(added()));
  await until(() => expect(document.body.textContent).toContain('Wren Hale was added. Find them with F2.'));
  const { setCustomer } = useCart.getState();
  const wren = toCartCustomer(WREN);
  setCustomer(wren);
  expect(useCart.getState().customer).toEqual({ ...wren, isUnderage: true });
  setCustomer(null);
  setCustomer(wren);
  expect(useCart.getState().customer).toEqual(wren);
  await screen.leave();
});

it('takes Enter that was pressed before the answer when that comes, unless something else was typed', async () => {
  const comes: (() => void)[] = [];
  const found = (entries: object[]) =>
    Response.json({
      success: true,
      data: entries,
      meta: { total: entries.length, pages: 1, page: 1, per_page: 50, is_exact: true },
    });
  serve((call, _body, query) =>
    call === 'GET /api/users-matrix/users'
      ? new Promise((reply) => comes.push(() => reply(found(query.get('search') === 'wren' ? [WREN] : []))))
      : null,
  );
  const did: string[] = [];
  let type: (text: string) => void = () => {};
  function Popup() {
    const [search, setSearch] = useState('');
    type = setSearch;
    return (
      <CustomerChooser
        view="products"
        search={search}
        onChoose={(customer) => did.push(`chose ${customer?.name}`)}
        onOpen={() => undefined}
        onNew={() => did.push(`new ${search}`)}
      />
    );
  }
  const screen = await onPage(<Popup />, ['edit-customers']);
  const typesAndEnters = async (text: string, then?: string) => {
    await act(async () => type(text));
    await act(async () => pickMeant());
    if (then !== undefined) await act(async () => type(then));
    const asked = comes.length;
    await until(() => expect(comes.length).toBeGreaterThan(asked));
    expect(did).toEqual([]);
    await act(async () => comes.forEach((answered) => answered()));
    await until(() => expect(screen.all('[aria-busy=false]')).toHaveLength(1));
  };
  await typesAndEnters('zelda');
  expect(did.splice(0)).toEqual(['new zelda']);
  await typesAndEnters('wren');
  expect(did.splice(0)).toEqual(['chose Wren Hale']);
  await typesAndEnters('quill', 'quillon');
  expect(did).toEqual([]);
  await screen.leave();
});

// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { dropToasts, Toaster } from '#web/ui/status/toast.tsx';
import { addProductCommand } from '../product-commands.ts';
import { ProductForm } from './product-form.tsx';
import { productDrafts, subjectOf, tellUnsaved, useUnsavedProducts } from '../products-state.ts';

defineCommands({ 'product-add': () => Promise.resolve(addProductCommand) });

type Answer = (response: Response) => void;
let screen: OnScreen;
let posted: { body: Record<string, unknown>; answer: Answer }[];
let codes: Answer[];

beforeEach(async () => {
  posted = [];
  codes = [];
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body?: string }) => {
    if (address.includes('codes')) return new Promise<Response>((answer) => codes.push(answer));
    if (method !== 'POST' || !address.endsWith('/manage/products')) {
      return Promise.resolve(Response.json({ success: true, data: [] }));
    }
    const sent = JSON.parse(body ?? '') as Record<string, unknown>;
    return new Promise<Response>((answer) => posted.push({ body: sent, answer }));
  });
  const user = {
    id: 3,
    name: 'Ada',
    location_id: 20,
    location: 'Main',
    permissions: [],
    time_zone: 'America/New_York',
  };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <ProductForm product={null} />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await screen.leave();
  productDrafts.drop(subjectOf(null));
  queryClient.clear();
  vi.unstubAllGlobals();
});

function field(label: string): HTMLInputElement {
  const found = screen.all('label').find((one) => one.textContent.trim().startsWith(label)) as HTMLLabelElement;
  return (document.getElementById(found.htmlFor) ?? found.querySelector('input')) as HTMLInputElement;
}
const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
const refuse = () =>
  act(async () => {
    posted[0]?.answer(Response.json({ success: false, code: 'not_valid', error: 'Not so.' }, { status: 422 }));
    await vi.waitFor(() => expect(commands.openOf('product-add', subjectOf(null))).toBeNull());
  });
const codesCome = () =>
  act(async () => codes[0]?.(Response.json({ success: true, sku: 'NEW-1', barcode: '2000000000008' })));

it('brings all back that was refused, whatever was pressed or came meanwhile', async () => {
  await screen.type(field('Name'), 'Lighter');
  await screen.press(screen.button('Generate SKU'));
  await screen.press(screen.button('Add product'));
  await drawn();
  expect(posted).toHaveLength(1);
  expect(screen.all('input[type=radio]').map((one) => (one as HTMLInputElement).disabled)).toEqual([true, true]);
  await codesCome();
  await drawn();
  await refuse();
  await drawn();
  expect(field('Name').value).toBe('Lighter');
  expect(field('SKU').value).toBe('');
});

describe('left unsaved', () => {
  function Elsewhere() {
    const unsaved = useUnsavedProducts();
    return (
      <>
        <output>{[...unsaved].join()}</output>
        <Toaster />
      </>
    );
  }
  const leaveForm = async () => {
    await screen.leave();
    screen = await onScreen(<Elsewhere />);
  };
  afterEach(() => act(async () => dropToasts()));

  it('says that what was typed is kept', async () => {
    await screen.type(field('Name'), 'Lighter');
    await leaveForm();
    expect(document.body.textContent).toContain('The new product is not saved. What you typed is kept.');
    expect(screen.text()).toContain(subjectOf(null));
  });

  it('says nothing to who signed out, because the next person reads it', async () => {
    await screen.type(field('Name'), 'Lighter');
    await leaveForm();
    await act(async () => dropToasts());
    await act(async () => {
      useSession.setState({ status: 'signed-out', ended: false }, true);
      tellUnsaved(null, '');
    });
    expect(document.body.textContent).not.toContain('not saved');
  });

  it('keeps nothing that was put back by hand', async () => {
    await screen.type(field('Name'), 'Lighter');
    await screen.type(field('Name'), '');
    await leaveForm();
    expect(document.body.textContent).not.toContain('not saved');
    expect(screen.text()).not.toContain(subjectOf(null));
  });
});

it('fills in the code that was asked for', async () => {
  await screen.press(screen.button('Generate SKU'));
  await codesCome();
  await drawn();
  expect(field('SKU').value).toBe('NEW-1');
});

it('leaves a code alone that was typed while one was asked for', async () => {
  await screen.press(screen.button('Generate SKU'));
  await screen.type(field('SKU'), 'MINE');
  await codesCome();
  await drawn();
  expect(field('SKU').value).toBe('MINE');
});

it('does not leave attributes out that were typed and not made use of', async () => {
  await screen.type(field('Name'), 'Shirt');
  await screen.press(screen.all('input[type=radio]')[1] as HTMLInputElement);
  const options = () => screen.all('input[aria-label="Options of Size"]')[0] as HTMLInputElement;
  await screen.type(options(), 'S, M');
  expect(screen.text()).not.toContain('not in use yet');
  await screen.press(screen.button('Add product'));
  await drawn();
  expect(posted).toEqual([]);
  expect(screen.text()).toContain('The attributes are not in use yet. Press "Make variations" first, or Discard.');
  expect(document.activeElement).toBe(options());

  await screen.press(screen.button('Make variations'));
  expect(screen.text()).not.toContain('not in use yet');
  await screen.press(screen.button('Add product'));
  await drawn();
  expect(posted[0]?.body['variations']).toHaveLength(2);
  await refuse();
});

// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createOrderRoute } from '#contract/sale.ts';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { PAID_ORDER } from '#web/entities/order/order.testing.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { grinder } from '../cart/state/cart.testing.ts';
import { SaleComplete } from './sale-complete.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('gives New sale the focus again when the receipt is printed, so that Enter begins the next sale', async () => {
  const sold = { success: true, id: 1, data: PAID_ORDER, points_awarded: 0, inventory: [] };
  expect(createOrderRoute.reply.safeParse(sold).error).toBeUndefined();
  serve(() => done({ data: { number: 'POS-1', width_mm: 80, rows: [{ kind: 'title', text: 'POS-1' }] } }));
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const screen = await onPage(<SaleComplete sold={JSON.stringify(sold)} />);
  const newSale = screen.button(/^New sale/);
  expect(document.activeElement).toBe(newSale);
  const receipt = screen.button('Print receipt');
  receipt.focus();
  await screen.press(receipt);
  await until(() => expect(print).toHaveBeenCalledOnce());
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(screen.button('Print copy')).toBe(receipt);
  expect(document.activeElement).toBe(newSale);
  await screen.leave();
});

it('names no payment where points paid for all', async () => {
  const order = { ...PAID_ORDER, total: '0.00', tenders: [{ method: 'card', amount: '0.00' }] };
  const sold = { success: true, id: 1, data: order, points_awarded: 0, points_redeemed: 800, inventory: [] };
  serve(() => null);
  const screen = await onPage(<SaleComplete sold={JSON.stringify(sold)} />);
  expect(screen.text()).toContain('Paid with points');
  expect(screen.text()).not.toContain('Card');
  await screen.leave();
});

it('tells of the change due while a form covers it', async () => {
  const screen = await onPage(<Toaster />);
  const sale = { success: true, id: 1, data: { ...PAID_ORDER, change: '3.25' }, points_awarded: 0, inventory: [] };
  const now = useCart.getState;
  await act(async () => now().add(grinder));
  const form = document.createElement('div');
  form.setAttribute('role', 'dialog');
  document.body.append(form);
  await act(async () => now().settleSold(now().saleKey ?? '', createOrderRoute.reply.parse(sale)));
  expect(document.querySelector('[aria-label=Notifications]')?.textContent).toContain('change due $3.25');
  form.remove();
  await act(async () => now().newSale());
  await screen.leave();
});

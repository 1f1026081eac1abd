// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { onPage, serve } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { PAID_ORDER } from '#web/entities/order/order.testing.ts';
import type { OrderDetail } from '../orders-queries.ts';
import { RefundDialog } from './refund-dialog.tsx';

let screen: OnScreen;
const [line] = PAID_ORDER.line_items;
const dialogOf = (lines: unknown[]) => {
  const order = { ...PAID_ORDER, line_items: lines, refunds: [] } as unknown as OrderDetail;
  return onPage(<RefundDialog order={order} open onClose={() => undefined} />);
};
beforeEach(async () => {
  serve(() => null);
  screen = await dialogOf([line, { ...line, id: 8, name: 'Grinder' }]);
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')];
const backToStock = () => boxes().map(({ checked }) => checked);
const unmark = (place: number) => act(async () => boxes()[place]?.click());
const choose = (reason: string) =>
  act(async () => {
    const chips = [...document.querySelectorAll<HTMLElement>('[aria-label=Reasons] button')];
    chips.find((one) => one.textContent === reason)?.click();
  });

it('sends nothing back to stock that came back damaged or defective, and everything for another reason', async () => {
  expect(backToStock()).toEqual([true, true]);
  await choose('Damaged');
  expect(backToStock()).toEqual([false, false]);
  await choose('Defective');
  expect(backToStock()).toEqual([false, false]);
  await choose('Changed mind');
  expect(backToStock()).toEqual([true, true]);
});

it('says what the reason switched off, and that it leaves what the person set', async () => {
  const said = () => document.querySelector('[role=dialog] form')?.textContent;
  await choose('Damaged');
  expect(said()).toContain('not sold again: "Back to stock" is off.');
  await unmark(0);
  expect(backToStock()).toEqual([true, false]);
  expect(said()).toContain('"Back to stock" is off, except where you set it yourself.');
  await unmark(1);
  expect(said()).not.toContain('"Back to stock" is off');
  await choose('Changed mind');
  expect(backToStock()).toEqual([true, true]);
});

it('leaves what the person set when the reason says nothing about the state of the goods', async () => {
  await unmark(0);
  await choose('Changed mind');
  expect(backToStock()).toEqual([false, true]);
  await choose('Goodwill');
  expect(backToStock()).toEqual([false, true]);
});

it('leaves what the person set whatever reason is chosen before or after, and changes the other lines', async () => {
  await unmark(0);
  await choose('Damaged');
  expect(backToStock()).toEqual([false, false]);
  await choose('Changed mind');
  expect(backToStock()).toEqual([false, true]);
  // Marked again by hand, which is a choice too.
  await unmark(0);
  await choose('Defective');
  expect(backToStock()).toEqual([true, false]);
});

it('follows a reason that is typed', async () => {
  const type = (text: string) =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>('[role=dialog] input[maxlength="500"]');
      if (!field) throw new Error('No field for the reason');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await type('damaged on the way');
  expect(backToStock()).toEqual([false, false]);
  await type('Price mistake');
  expect(backToStock()).toEqual([true, true]);
});

it('says why a step takes more than one', async () => {
  const words = () => document.querySelector('[role=dialog] tbody')?.textContent;
  expect(words()).not.toContain('at a time');
  await screen.leave();
  screen = await dialogOf([{ ...line, meta_data: [{ key: '_pricing_tier_quantity', value: 2 }] }]);
  expect(words()).toContain('sold 2 at a time');
});

// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { productBonusCommand } from './bonus-command.ts';
import { ProductBonus } from './product-bonus.tsx';

defineCommands({ 'product-bonus': () => Promise.resolve(productBonusCommand) });

const POINTS = {
  version: 4,
  product_id: 9,
  points: 28,
  bonus_points: 5,
  excluded: false,
  prices: [{ label: '', price: '23.00', points: 28 }],
  points_label: 'Point:Points',
};

let screen: OnScreen;
let present: typeof POINTS;
let sent: unknown[];
let answer: (reply: Response) => void;

beforeEach(() => {
  [present, sent] = [POINTS, []];
  serve((call, body) => {
    if (call === 'GET /api/proxy/wc-points-rewards/product/9/points') return done(present);
    if (call !== 'PUT /api/proxy/wc-points-rewards/product/9/points') return null;
    sent.push(body);
    return new Promise((reply) => (answer = reply));
  });
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector('input') as HTMLInputElement;
const press = (key: string) =>
  act(async () => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
async function open(permissions: ('adjust-points' | 'see-customers')[] = ['adjust-points']): Promise<void> {
  screen = await onPage(<ProductBonus productId={9} />, permissions);
  await until(() => expect(field().value).toBe('5'));
}

it('shows what a product earns, and saves a bonus with the version that was seen', async () => {
  await open();
  expect(screen.text()).toContain('Earns 28 Points for $23.00.');
  expect(screen.text()).not.toContain('Save bonus');
  await screen.type(field(), '12');
  await press('Enter');
  await until(() => expect(sent).toEqual([{ bonus_points: 12, version: 4 }]));
  present = {
    ...POINTS,
    version: 5,
    bonus_points: 12,
    points: 35,
    prices: [{ label: '', price: '23.00', points: 35 }],
  };
  await act(async () => answer(done(present)));
  await until(() => expect(screen.text()).toContain('Earns 35 Points'));
  expect(field().value).toBe('12');
  expect(screen.text()).not.toContain('Save bonus');
});

it('keeps what was typed when somebody else was quicker, says what is there now, and saves it when that is wanted', async () => {
  await open();
  await screen.type(field(), '12');
  await screen.press(screen.button('Save bonus'));
  await until(() => expect(sent).toHaveLength(1));
  present = { ...POINTS, version: 7, bonus_points: 3 };
  await act(async () => answer(refused(409, 'changed_meanwhile', 'Somebody was quicker.', { current: present })));
  await until(() => expect(screen.text()).toContain('its bonus is 3. Save again to set 12.'));
  expect(field().value).toBe('12');
  await screen.press(screen.button('Save bonus'));
  await until(() => expect(sent[1]).toEqual({ bonus_points: 12, version: 7 }));
  present = { ...present, version: 8, bonus_points: 12 };
  await act(async () => answer(done(present)));
  await until(() => expect(field().readOnly).toBe(false));
});

it('says what is no bonus, and Escape brings the present one back', async () => {
  await open();
  await screen.type(field(), '1.5');
  expect(screen.text()).toContain('"1.5" is not a whole number.');
  await press('Enter');
  expect(sent).toEqual([]);
  await press('Escape');
  expect(field().value).toBe('5');
});

it('is only shown to whoever may not set it', async () => {
  await open(['see-customers']);
  expect(field().readOnly).toBe(true);
});

// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PricingRule } from '#contract/pricing-rules.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { AddRule } from './add-rule.tsx';
import {
  addPricingRuleCommand,
  changePricingRuleCommand,
  deletePricingRuleCommand,
  ruleDrafts,
  ruleSubject,
} from './pricing-commands.ts';
import { RuleForm } from './rule-form.tsx';

const rule: PricingRule = {
  id: 7,
  blueprint_id: 39,
  name: 'House flower',
  product_type: 'flower',
  price_class: null,
  begins: null,
  tiers: [{ min: 1, price: '15.00', label: '1 g', unit: 'g' }],
  products: 2,
  version: 3,
};

const MARGINS = {
  success: true,
  floor: 40,
  version: 1,
  products: [],
  rules: [],
  classes: [
    { blueprint_id: 39, price_class: 'House', product_name: 'Biscuit', cost: '6.00' },
    { blueprint_id: 39, price_class: 'Top', product_name: 'Ledger', cost: '8.00' },
    { blueprint_id: 41, price_class: 'House', product_name: 'Cart', cost: '30.00' },
  ],
};

defineCommands({
  'pricing-rule-add': () => Promise.resolve(addPricingRuleCommand),
  'pricing-rule-change': () => Promise.resolve(changePricingRuleCommand),
  'pricing-rule-delete': () => Promise.resolve(deletePricingRuleCommand),
});

let screen: OnScreen;
let sent: { method: string; address: string; body: Record<string, unknown> | null }[];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ success: true, data: { ...rule, id: 8 } }, { status: 201 });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, address, body: body === undefined ? null : (JSON.parse(body) as Record<string, unknown>) });
    return address.startsWith('/api/manage/margins') ? Response.json(MARGINS) : answer();
  });
  signIn([]);
});

function signIn(permissions: readonly string[]): void {
  const user = {
    id: 3,
    name: 'Ada',
    location_id: 20,
    location: 'Main',
    permissions,
    time_zone: 'America/New_York',
  };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
}
afterEach(async () => {
  await screen.leave();
  ruleDrafts.drop(ruleSubject(rule.id));
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(what: React.ReactNode): Promise<void> {
  screen = await onScreen(<QueryClientProvider client={queryClient}>{what}</QueryClientProvider>);
}

/** Searches the whole document, because dialogs are outside the page. */
const button = (name: string, within: ParentNode = document) =>
  [...within.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name) as HTMLButtonElement;
function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label);
  return (document.getElementById(found?.htmlFor ?? '') ?? found?.querySelector('input')) as HTMLInputElement;
}
const answered = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

it('does not save the rule with what is submitted in a dialog of it', async () => {
  await open(<RuleForm rule={rule} later={[]} />);
  await screen.type(screen.all('input[aria-label^="Price of"]')[0] as HTMLInputElement, '14');
  await screen.press(screen.button('Save for later...'));
  await screen.type(field('From'), '2036-12-01T09:00');
  await act(async () => field('From').form?.requestSubmit());
  await answered();
  const writes = sent
    .filter(({ method, address }) => method !== 'GET' && address.startsWith('/api/manage/'))
    .map(({ method, address }) => `${method} ${address}`);
  expect(writes).toEqual(['POST /api/manage/pricing-rules']);
});

it('copies only tiers that can be sold', async () => {
  await open(<RuleForm rule={rule} later={[]} />);
  expect(screen.button('Copy to a class').disabled).toBe(false);
  await screen.type(screen.all('input[aria-label^="Price of"]')[0] as HTMLInputElement, '');
  expect(screen.button('Copy to a class').disabled).toBe(true);
});

it('begins a rule with a price that was typed', async () => {
  const closed = vi.fn();
  await open(<AddRule like={null} blueprint={{ id: 39, name: 'Flower' }} onClose={closed} />);
  await screen.type(field('Name'), 'Weekend');
  expect(button('Add rule').disabled).toBe(true);
  await screen.type(field('Price'), '0');
  expect(document.body.textContent).toContain('1 g costs nothing.');
  await screen.type(field('Price'), '12');
  await screen.press(button('Add rule'));
  await answered();
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Weekend',
    tiers: [{ min: 1, price: '12.00', label: '1 g', unit: 'g' }],
  });
  expect(closed).toHaveBeenCalledWith(true);
});

it('marks a margin below the floor before the rule is added, of the dearest product that it would price', async () => {
  signIn(['see-costs']);
  await open(<AddRule like={null} blueprint={{ id: 39, name: 'Flower' }} onClose={() => undefined} />);
  await answered();
  await screen.type(field('Price'), '12');
  expect(document.body.textContent).toContain('1 g of Ledger, at a cost of $8.00, has a margin of 33.33 %');
  await screen.type(field('Price class'), 'House');
  expect(document.body.textContent).not.toContain('has a margin of');
  await screen.type(field('Price'), '9');
  expect(document.body.textContent).toContain('1 g of Biscuit, at a cost of $6.00, has a margin of 33.33 %');
  // It is a warning: the price is the owner's decision.
  await screen.type(field('Name'), 'Weekend');
  expect(button('Add rule').disabled).toBe(false);
});

it('keeps what is typed when a rule of its own is added meanwhile', async () => {
  const closed = vi.fn();
  await open(
    <>
      <AddRule like={{ rule, tiers: [], read: [], at: 'schedule' }} blueprint={{ id: 39, name: '' }} onClose={closed} />
      <AddRule like={null} blueprint={{ id: 39, name: 'Flower' }} onClose={() => undefined} />
    </>,
  );
  await screen.type(field('Name'), 'Weekend');
  await screen.type(field('Price'), '12');
  await screen.press(button('Add rule'));
  await answered();
  expect(sent.some(({ method }) => method === 'POST')).toBe(true);
  expect(closed).not.toHaveBeenCalled();
});

it('says why a later price could not be called off', async () => {
  const later = { ...rule, id: 9, begins: '2036-12-01T09:00:00.000Z' };
  answer = () => Response.json({ success: false, code: 'not_found', error: 'That rule is gone.' }, { status: 404 });
  await open(<RuleForm rule={rule} later={[later]} />);
  await screen.press(screen.button('Call off'));
  await answered();
  expect(sent.some(({ method, address }) => method === 'DELETE' && /\/9\?version=\d+$/.test(address))).toBe(true);
  expect(screen.text()).toContain('That rule is gone.');
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { type Answers, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { hearAddress } from '#web/api/address/address.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ANN, entryOf } from '../customers.testing.ts';
import { customersAddress } from './customers-address.ts';
import { useLinkedCustomers } from './linked-customers.ts';

let screen: OnScreen;
let answers: Answers;

beforeEach(() => {
  serve((...call) => answers(...call));
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const PAGE = [entryOf({ ...ANN, id: 8 })];
function Listed() {
  const { customers, failed } = useLinkedCustomers(PAGE);
  return <p>{`${customers.map(({ id }) => id).join(' ')}; failed ${failed.join(' ')}`}</p>;
}

async function link(open: string): Promise<void> {
  hearAddress('customers', { customer: open });
  screen = await onPage(<Listed />);
}
const open = () => [...customersAddress.get().open];

it('puts whoever a link opens above the list', async () => {
  answers = () => done({ data: ANN });
  await link('7');
  await until(() => expect(screen.text()).toBe('7 8; failed '));
});

it('closes whoever is not there any more', async () => {
  answers = () => refused(404, 'not_found', 'There is no customer 7.');
  await link('7-8');
  await until(() => expect(open()).toEqual([[8, 'details']]));
});

it('opens the account that somebody was merged into, with the tab of the link', async () => {
  answers = (call) =>
    call.endsWith('/7')
      ? refused(404, 'not_found', 'Customer 7 was merged into 9.', { merged_into: 9 })
      : done({ data: { ...ANN, id: 9 } });
  await link('7.rewards');
  await until(() => expect(screen.text()).toBe('9 8; failed '));
  expect(open()).toEqual([[9, 'rewards']]);
});

it('tells whom it could not load, and leaves them open', async () => {
  answers = () => refused(422, 'not_valid', 'No.');
  await link('7');
  await until(() => expect(screen.text()).toBe('8; failed 7'));
  expect(open()).toEqual([[7, 'details']]);
});

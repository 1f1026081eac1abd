// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useManagedProducts } from '../products-queries.ts';
import { listedProduct } from './listed-product.testing.ts';

interface Asked {
  readonly perPage: string | null;
  readonly answer: (response: Response) => void;
}

let asked: Asked[];
let screen: OnScreen;

function Seen() {
  const { data, isComplete, error } = useManagedProducts();
  return (
    <p>
      {error ? 'error' : data ? `${data.map(({ name }) => name).join(' ')} ${isComplete ? 'all' : 'part'}` : 'none'}
    </p>
  );
}

const page = (names: string[], pages: number) =>
  Response.json({
    success: true,
    data: names.map((name, at) => listedProduct(at + 1, name)),
    meta: { total: 2, pages, page: 1, per_page: 200 },
  });
const answer = (place: number, response: Response) =>
  act(async () => {
    asked[place]?.answer(response);
    // Reading the answer takes several steps.
    for (let step = 0; step < 30; step += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  });
const text = () => screen.all('p')[0]?.textContent;

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('fetch', (address: string) => {
    const perPage = new URL(address, 'http://shop').searchParams.get('per_page');
    return new Promise<Response>((resolve) => asked.push({ perPage, answer: resolve }));
  });
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <Seen />
    </QueryClientProvider>,
  );
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows the first page while the rest comes', async () => {
  expect(text()).toBe('none');
  await answer(0, page(['Ash'], 2));
  await vi.waitFor(() => expect(text()).toBe('Ash part'));
  await vi.waitFor(() => expect(asked[1]?.perPage).toBe('5000'));
  await answer(1, page(['Ash', 'Birch'], 1));
  await vi.waitFor(() => expect(text()).toBe('Ash Birch all'));
});

it('asks once where the first page is all', async () => {
  await answer(0, page(['Ash'], 1));
  await vi.waitFor(() => expect(text()).toBe('Ash all'));
  expect(asked).toHaveLength(1);
});

it('lets no part pass for the whole', async () => {
  await answer(0, page(['Ash'], 2));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await answer(1, Response.json({ success: false, error: 'No', code: 'not_allowed' }, { status: 403 }));
  await vi.waitFor(() => expect(text()).toBe('error'));
});

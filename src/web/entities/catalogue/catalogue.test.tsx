// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useCatalogue } from './catalogue.ts';
import { wire } from './wire-product.testing.ts';

let screen: OnScreen;
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Products() {
  const { products, isComplete } = useCatalogue();
  return <p>{[...products.map(({ name }) => name), isComplete ? 'complete' : 'more'].join(', ')}</p>;
}

it('asks for pages of a thousand, and shows the first before the second is there', async () => {
  const asked: string[] = [];
  let answer: (reply: Response) => void = () => undefined;
  const meta = { total: 2, pages: 2, page: 1, per_page: 1000 };
  serve((call, _body, query) => {
    if (call !== 'GET /api/proxy/flora-im/products') return null;
    asked.push(`${query.get('per_page')} of page ${query.get('page')}`);
    if (query.get('page') === '1') return done({ data: [wire()], meta });
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  screen = await onPage(<Products />);
  await until(() => expect(screen.text()).toBe('Peach Porch, more'));
  await until(() => expect(asked).toEqual(['1000 of page 1', '1000 of page 2']));
  answer(done({ data: [wire({ id: 2, name: 'Quarry Haze' })], meta: { ...meta, page: 2 } }));
  await until(() => expect(screen.text()).toBe('Peach Porch, Quarry Haze, complete'));
});

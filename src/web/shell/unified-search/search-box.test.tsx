// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onPage } from '#testing/served-page.tsx';
import { viewState } from '../views/view-memory.ts';
import { SearchBox } from './search-box.tsx';

it.each(['orders', 'customers', 'history', 'adjustments'] as const)(
  'filters the list of %s by what is typed',
  async (view) => {
    const screen = await onPage(<SearchBox view={view} text="" expanded={false} />);
    const [input] = screen.all('input') as HTMLInputElement[];
    await screen.type(input!, 'Philippa');
    expect(viewState(view).search).toBe('Philippa');
    await screen.leave();
  },
);

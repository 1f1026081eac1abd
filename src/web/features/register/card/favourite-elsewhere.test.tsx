// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useFavourites } from '#web/entities/catalogue/favourites.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

// The engine tells a window through these that another one has the answer.
const watch = vi.spyOn(commands, 'watch');
const { favouriteCommand, pin } = await import('./favourite-command.ts');
const hearers = watch.mock.calls.map(([, , hear]) => hear);
watch.mockRestore();

defineCommands({ favourite: () => Promise.resolve(favouriteCommand) });

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Pinned() {
  return <ol>{useFavourites(true).list?.pinned.join(' ')}</ol>;
}

it('shows the list of the server once another window has the answer, whatever it was', async () => {
  let readings = 0;
  serve((call) => {
    if (call !== 'GET /api/favourites') return null;
    readings += 1;
    return done({ data: { pinned: [501], selling: [] } });
  });
  const screen = await onPage(<Pinned />);
  await until(() => expect(screen.text()).toBe('501'));
  await act(async () => pin({ id: 502, name: 'Enamel Mug' } as RegisterProduct, true));
  await until(() => expect(screen.text()).toBe('501 502'));
  const record = commands.openOf('favourite', 'favourite 502');
  expect(hearers).toHaveLength(1);
  await act(async () => hearers.forEach((hear) => record && hear({ kind: 'elsewhere', state: 'refused' }, record)));
  await until(() => expect(readings).toBe(2));
  await until(() => expect(screen.text()).toBe('501'));
  await screen.leave();
});

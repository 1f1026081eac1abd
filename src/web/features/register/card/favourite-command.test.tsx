// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { useSession } from '#web/api/session/session.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useFavourites } from '#web/entities/catalogue/favourites.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { favouriteCommand, move, pin } from './favourite-command.ts';

defineCommands({ favourite: () => Promise.resolve(favouriteCommand) });
const MUG = { id: 502, name: 'Enamel Mug' } as RegisterProduct;

afterEach(() => vi.unstubAllGlobals());

it('says that a product is pinned once it is saved, and only then', async () => {
  const answers: ((reply: Response) => void)[] = [];
  serve((call) =>
    call === 'PUT /api/favourites/502' ? new Promise<Response>((resolve) => answers.push(resolve)) : null,
  );
  const screen = await onPage(<Toaster />);
  const told = () => document.body.textContent;
  await act(async () => pin(MUG, true));
  await until(() => expect(answers).toHaveLength(1));
  expect(told()).not.toContain('pinned');
  await act(async () => answers[0]?.(refused(403, 'forbidden', 'You may not do this.')));
  await until(() => expect(told()).toContain('Favourites, Enamel Mug: not saved.'));
  expect(told()).not.toContain('pinned');
  await act(async () => pin(MUG, true));
  await until(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.(done({ data: { pinned: [502], selling: [] } })));
  await until(() => expect(told()).toContain('Enamel Mug pinned to Favourites'));
  await screen.leave();
});

function Pinned() {
  return <ol>{useFavourites(true).list?.pinned.join(' ')}</ol>;
}

it('keeps quick moves on the screen when their answers, and a reading, come in another order', async () => {
  queryClient.clear();
  const TRAY = { id: 503, name: 'Rolling Tray' } as RegisterProduct;
  const answers = new Map<string, (reply: Response) => void>();
  const told = (...pinned: number[]) => done({ data: { pinned, selling: [] } });
  let readings = 0;
  let saved = [501, 502, 503];
  serve((call) => {
    if (call === 'GET /api/favourites') {
      readings += 1;
      return told(...saved);
    }
    return new Promise<Response>((resolve) => answers.set(call, resolve));
  });
  const screen = await onPage(<Pinned />);
  const shown = () => document.querySelector('ol')?.textContent;
  await until(() => expect(shown()).toBe('501 502 503'));
  await act(async () => {
    move(MUG, 501);
    move(TRAY, 502);
  });
  await until(() => expect(shown()).toBe('503 502 501'));
  await until(() => expect(answers.size).toBe(2));
  // Somebody else's event has the list read while only the first move is saved.
  saved = [502, 501, 503];
  await act(async () => void queryClient.invalidateQueries());
  await until(() => expect(readings).toBe(2));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  expect(shown()).toBe('503 502 501');
  saved = [503, 502, 501];
  await act(async () => answers.get('PUT /api/favourites/503')?.(told(503, 502, 501)));
  await until(() => expect(shown()).toBe('503 502 501'));
  await act(async () => answers.get('PUT /api/favourites/502')?.(told(502, 501, 503)));
  await until(() => expect(readings).toBe(3));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  expect(shown()).toBe('503 502 501');
  await screen.leave();
});

it('leaves nothing of an unanswered change on the list of the next person', async () => {
  queryClient.clear();
  serve((call) => (call === 'GET /api/favourites' ? done({ data: { pinned: [501], selling: [] } }) : null));
  const screen = await onPage(<Pinned />);
  const shown = () => document.querySelector('ol')?.textContent;
  await until(() => expect(shown()).toBe('501'));
  await act(async () => pin(MUG, true));
  await until(() => expect(shown()).toBe('501 502'));
  await act(async () =>
    useSession.setState((before) =>
      before.status === 'signed-in' ? { me: { ...before.me, user: { ...before.me.user, id: 4 } } } : before,
    ),
  );
  await until(() => expect(shown()).toBe('501'));
  await screen.leave();
});

// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { favouriteCommand, pin } from './favourite-command.ts';

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

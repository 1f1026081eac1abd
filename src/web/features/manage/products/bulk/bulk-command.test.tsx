// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { BULK_SUBJECT, bulkEditCommand, undoBulkCommand } from './bulk-command.tsx';

defineCommands({
  'product-bulk': () => Promise.resolve(bulkEditCommand),
  'product-bulk-undo': () => Promise.resolve(undoBulkCommand),
});
afterEach(() => vi.unstubAllGlobals());

it('names the products that an undo at once left as they are', async () => {
  serve((call) => {
    if (call === 'PUT /api/manage/products/bulk')
      return done({
        changed: 1,
        refused: 0,
        results: [{ id: 1602, name: 'Grinder', error: null, code: null }],
        bulk_edit_id: 5,
      });
    if (call !== 'POST /api/manage/bulk-edits/5/undo') return null;
    const error = 'Somebody changed it since.';
    return done({ changed: 0, refused: 1, results: [{ id: 1602, name: null, error, code: 'changed_since' }] });
  });
  const screen = await onPage(<Toaster />);
  await act(async () => {
    await commands.send(bulkEditCommand, {
      subject: BULK_SUBJECT,
      title: 'Change of 1 product',
      memo: { names: { 1602: 'Grinder' } },
      body: { items: [{ id: 1602, version: 1 }], change: { taxable: false } },
    });
  });
  const undo = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo');
  await until(() => expect(undo()).toBeDefined());
  await act(async () => undo()?.click());
  const left = () => document.querySelector('[aria-label="Left as they are"]')?.textContent;
  await until(() => expect(left()).toBe('Grinder Somebody changed it since.'));
  await screen.leave();
});

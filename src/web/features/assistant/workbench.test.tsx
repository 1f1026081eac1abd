// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { dropToasts, Toaster } from '#web/ui/status/toast.tsx';
import { closeArtifact, openNew } from './artifact/workbench-state.ts';
import { assistantOf } from './assistant.testing.ts';
import { useChat } from './chat/chat-state.ts';
import { Workbench } from './workbench.tsx';

afterEach(() => {
  closeArtifact();
  act(dropToasts);
  vi.unstubAllGlobals();
  queryClient.clear();
});

const STAY = 'This preview may show names of customers, which stay in the shop.';

it.each([
  { sharesNames: false, column: 'Customer', personal: true, says: STAY },
  // These documents make no pictures, so that the next step says that there is none.
  { sharesNames: true, column: 'Customer', personal: true, says: 'The picture is too large' },
  { sharesNames: false, column: 'Category', personal: false, says: 'The picture is too large' },
])('sends no picture of names that stay in the shop: $column, shared: $sharesNames', async (one) => {
  const { sharesNames, column, personal, says } = one;
  const name = { key: 'name', label: column, kind: 'text', ...(personal && { personal }) };
  const card = { tool: 'customers', title: column, parameters: {}, location: '', columns: [name], facts: [], note: '' };
  const rows = { rows: [{ name: 'Ada Quimby' }], total: 1, shown: 1, ms: 1, open: null, draft: null, error: '' };
  serve((call) => {
    if (call === 'GET /api/ai/status') return done(assistantOf({ shares_names: sharesNames }));
    return call === 'GET /api/ai/rows' ? done({ card: { ...card, ...rows } }) : null;
  });
  const screen = await onPage(
    <>
      <Workbench />
      <Toaster />
    </>,
  );
  act(() => openNew({ type: 'csv', code: 'a,b\n1,2', source: { tool: 'customers', parameters: {} } }));
  await until(() => expect(screen.text()).toContain(`${column} ·`));
  await screen.press(screen.button('Send to chat'));
  await until(() => expect(document.body.textContent).toContain(says));
  expect(useChat.getState().pictures).toEqual([]);
  await screen.leave();
});

// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '#contract/assistant-cards.ts';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { on } from '#web/api/events.ts';
import { useLabelWish } from '#web/entities/labels/label-wish.ts';
import { useCountWish } from '#web/entities/stock/count-wish.ts';
import { defineCommands } from '#web/api/commands/commands.ts';
import { approveDraftCommand, undoDraftCommand } from '../../assistant-commands.ts';
import { DraftCard } from './draft-card.tsx';

const TOKEN = 'a'.repeat(43);
const draft: Draft = {
  id: 5,
  kind: 'price_change',
  title: 'Price of Gold Leaf gummies',
  reason: 'Its cost went up.',
  state: 'proposed',
  location: 'Main',
  changes: [{ item: 'Gold Leaf gummies', field: 'Price', before: '$12.00', after: '$13.50' }],
  may_approve: true,
  why_not: '',
  result: null,
  created_at: '2026-11-23T12:00:00.000Z',
  decided_at: null,
  decided_by: '',
};

describe('a draft of the assistant', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it('heads the column of a list with its one field, and leaves out the item that the title names', async () => {
    serve(() => done({ draft, approval_token: TOKEN }));
    const cells = (screen: Awaited<ReturnType<typeof onPage>>) =>
      screen.all('tr').map((row) => [...row.children].map(({ textContent }) => textContent));
    const one = await onPage(<DraftCard draft={draft} />);
    expect(cells(one)).toEqual([
      ['Field', 'Before', 'After'],
      ['Price', '$12.00', '$13.50'],
    ]);
    await one.leave();
    queryClient.clear();
    const order: Draft = {
      ...draft,
      kind: 'purchase_order',
      changes: [
        { item: 'Grinder', field: 'To order', before: '2 in stock', after: '12' },
        { item: 'Blue Dream', field: 'To order', before: '3.5 g in stock', after: '100 g' },
        { item: 'Notes', field: 'Notes', before: '', after: 'Leave it at the back door.' },
      ],
    };
    serve(() => done({ draft: order, approval_token: TOKEN }));
    const list = await onPage(<DraftCard draft={order} />);
    expect(cells(list)).toEqual([
      ['Item', 'Now', 'To order'],
      ['Grinder', '2 in stock', '12'],
      ['Blue Dream', '3.5 g in stock', '100 g'],
      ['Notes', 'Leave it at the back door.'],
    ]);
    await list.leave();
  });

  it('shows before and after, is approved with the token of what is seen, and can be undone', async () => {
    defineCommands({
      'draft-approve': async () => approveDraftCommand,
      'draft-undo': async () => undoDraftCommand,
    });
    let now = draft;
    const sent: unknown[] = [];
    serve((call, body) => {
      if (call === 'GET /api/ai/drafts/5')
        return done({ draft: now, approval_token: now.state === 'proposed' ? TOKEN : '' });
      sent.push([call, body]);
      now = { ...draft, state: call.endsWith('/undo') ? 'undone' : 'approved', decided_by: 'Ada' };
      return done({ draft: now });
    });
    const screen = await onPage(<DraftCard draft={draft} />);
    expect(screen.text()).toContain('Waiting for approval');
    expect(screen.all('s').map((one) => one.textContent)).toEqual(['$12.00']);
    await until(() => expect(screen.button('Approve').disabled).toBe(false));
    screen.button('Approve').focus();
    await screen.press(screen.button('Approve'));
    await until(() => expect(screen.text()).toContain('Approved'));
    // The pressed button is gone.
    await until(() => expect(document.activeElement).toBe(screen.button('Undo')));
    expect(sent).toContainEqual(['POST /api/ai/drafts/5/approve', { approval_token: TOKEN }]);
    await screen.press(screen.button('Undo'));
    await until(() => expect(screen.text()).toContain('Undone'));
    await screen.leave();
  });

  it('of labels or of a count opens them in the view that works with them', async () => {
    const opened: unknown[] = [];
    const stop = on('showInView', (where) => opened.push(where));
    type Result = NonNullable<Draft['result']>;
    const of = (view: Result['view'], label: string, items: Result['items']): Draft => ({
      ...draft,
      state: 'approved',
      result: { label, view, id: 5, items },
    });
    let now = of('labels', 'Label sheet, 6 labels of 1 item', [{ product_id: 12, variation_id: 34, quantity: 6 }]);
    serve(() => done({ draft: now, approval_token: '' }));
    const sheet = await onPage(<DraftCard draft={now} />);
    await sheet.press(sheet.button('Open Label sheet, 6 labels of 1 item'));
    expect(useLabelWish.getState().wished).toEqual([{ productId: 12, variationId: 34, copies: 6 }]);
    await sheet.leave();
    queryClient.clear();
    now = of('adjustments', 'Count list, 1 item', [{ product_id: 12, variation_id: null, quantity: null }]);
    const count = await onPage(<DraftCard draft={now} />);
    await count.press(count.button('Open Count list, 1 item'));
    expect(useCountWish.getState().wished).toEqual([{ productId: 12, variationId: null }]);
    expect(opened).toMatchObject([{ view: 'blueprint-fields' }, { view: 'adjustments', stockMode: 'audit' }]);
    await count.leave();
    stop();
  });

  it('says why somebody may not approve it', async () => {
    serve(() =>
      done({
        draft: { ...draft, may_approve: false, why_not: 'Your role may not change prices.' },
        approval_token: '',
      }),
    );
    const screen = await onPage(<DraftCard draft={draft} />);
    await until(() => expect(screen.text()).toContain('Your role may not change prices.'));
    expect(screen.button('Approve').disabled).toBe(true);
    await screen.leave();
  });

  it('stays readable when it cannot be asked for', async () => {
    serve(() => refused(404, 'not_found', 'There is no such draft.'));
    const screen = await onPage(<DraftCard draft={draft} />);
    await until(() => expect(screen.text()).toContain('There is no such draft.'));
    expect(screen.text()).toContain('$13.50');
    expect(screen.button('Approve').disabled).toBe(true);
    await screen.leave();
  });
});

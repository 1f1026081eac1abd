// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { Artifact } from '#contract/artifacts.ts';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { assistantAddress } from '../assistant-address.ts';
import { forkArtifactCommand } from '../assistant-commands.ts';
import { artifactOf } from './artifact.testing.ts';
import { Viewer } from './viewer.tsx';
import { closeArtifact, showTab, takeSaved, useWorkbench } from './workbench-state.ts';

const artifact = artifactOf(7, {
  title: 'Low stock / August',
  code: '<svg viewBox="0 0 9 9"><circle r="4"/></svg>',
  language: 'svg',
  artifact_type: 'svg',
  is_global: true,
  owner_id: 9,
  owner: 'Bo',
  may_edit: false,
  version: 2,
});

afterEach(() => {
  closeArtifact();
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function onViewer() {
  takeSaved(artifact);
  showTab('preview');
  const { copy } = useWorkbench.getState();
  if (copy === null) throw new Error('the workbench is empty');
  const screen = await onPage(<Viewer copy={copy} saved={artifact} taker={null} overlay={null} />);
  expect(screen.all('img')).toHaveLength(1);
  return screen;
}

const card: ToolCard = {
  tool: 'stock',
  title: 'Stock',
  parameters: {},
  location: 'Main',
  columns: [],
  rows: [
    { id: 9, item: 'Grinder', on_hand: 3 },
    { id: 8, item: 'Papers', on_hand: null },
  ],
  facts: [],
  total: 4112,
  shown: 200,
  note: '',
  ms: 3,
  open: null,
  draft: null,
  error: '',
};

async function onLive(more: Partial<ToolCard>, kind: Partial<Artifact>) {
  serve((call) => (call === 'GET /api/artifacts/7/rows' ? done({ card: { ...card, ...more } }) : null));
  const saved = { ...artifact, source: { tool: 'stock', parameters: {} }, ...kind };
  takeSaved(saved);
  const { copy } = useWorkbench.getState();
  if (copy === null) throw new Error('the workbench is empty');
  return onPage(<Viewer copy={copy} saved={saved} taker={null} overlay={null} />);
}

it('draws a live CSV from its rows: the fields that its first line names, or all of them', async () => {
  const csv = { artifact_type: 'csv', language: 'csv' };
  const screen = await onLive({}, { ...csv, code: 'item,on_hand\nWritten,1\n' });
  const drawn = () => screen.all('tr').map((row) => [...row.children].map(({ textContent }) => textContent));
  const named = [
    ['item', 'on_hand'],
    ['Grinder', '3'],
    ['Papers', ''],
  ];
  await until(() => expect(drawn()).toEqual(named));
  await screen.leave();
  closeArtifact();
  queryClient.clear();
  const whole = await onLive({}, { ...csv, code: 'Everything' });
  await until(() => expect(whole.text()).toContain('Grinder'));
  expect(whole.all('th').map(({ textContent }) => textContent)).toEqual(['id', 'item', 'on_hand']);
  await whole.leave();
});

it('says nothing of live for a picture, which gets no rows', async () => {
  const screen = await onLive({}, {});
  expect(screen.all('img')).toHaveLength(1);
  expect(screen.text()).not.toContain('Live');
  await screen.leave();
});

it('says of a live artifact which rows are left out', async () => {
  const screen = await onLive(
    { note: 'showing 200 of 4,112' },
    { artifact_type: 'csv', language: 'csv', code: 'item' },
  );
  await until(() => expect(screen.text()).toContain('Stock, Main · '));
  expect(screen.text()).toContain(' · showing 200 of 4,112');
  await screen.leave();
});

it('says of a kind without a preview that the Code tab shows it', async () => {
  serve(() => null);
  takeSaved({ ...artifact, artifact_type: 'query', language: 'sql' });
  const { copy } = useWorkbench.getState();
  const screen = await onPage(<Viewer copy={copy!} saved={artifact} taker={null} overlay={null} />);
  expect(screen.text()).toContain('There is no preview of Sql. The Code tab shows it.');
  expect(screen.all('img')).toEqual([]);
  await screen.leave();
});

async function choose(screen: Awaited<ReturnType<typeof onViewer>>, label: string): Promise<void> {
  await screen.press(screen.button('More'));
  const entry = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === label);
  await until(() => expect(entry()).toBeDefined());
  await act(async () => entry()?.click());
}

it('forks an artifact that somebody else owns, and opens the copy', async () => {
  defineCommands({ 'artifact-fork': async () => forkArtifactCommand });
  const sent: string[] = [];
  serve((call) => {
    if (call.startsWith('POST /api/artifacts')) sent.push(call);
    return call.endsWith('/fork') ? done({ artifact: { ...artifact, id: 8, forked_from: 7, may_edit: true } }) : null;
  });
  const screen = await onViewer();
  expect(screen.button('Save a copy')).toBeDefined();
  await choose(screen, 'Fork');
  await until(() => expect(assistantAddress.get().artifactId).toBe(8));
  expect(sent).toEqual(['POST /api/artifacts/7/fork']);
  await screen.leave();
});

it('downloads the code under the name and the kind of the artifact', async () => {
  serve(() => null);
  const saved: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:made';
  });
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
  const screen = await onViewer();
  await choose(screen, 'Download');
  expect(saved.map(({ name }) => name)).toEqual(['low-stock-august.svg']);
  expect(await saved[0]?.blob.text()).toBe(artifact.code);
  pressed.mockRestore();
  vi.restoreAllMocks();
  await screen.leave();
});

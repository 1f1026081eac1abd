// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
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

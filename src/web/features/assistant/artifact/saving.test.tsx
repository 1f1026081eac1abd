// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { changeArtifactCommand, createArtifactCommand, restoreArtifactCommand } from '../assistant-commands.ts';
import { artifactOf } from './artifact.testing.ts';
import { SaveDialog } from './save-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { closeArtifact, edit, openNew, takeSaved, useWorkbench, type WorkingCopy } from './workbench-state.ts';

const artifact = artifactOf(7, { title: 'Sales', code: 'second', preview: 'second', version: 2 });
const copyNow = (): WorkingCopy => {
  const { copy } = useWorkbench.getState();
  if (copy === null) throw new Error('the workbench is empty');
  return copy;
};

const buttonOf = (label: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === label);
  const [only, another] = found;
  if (only === undefined || another !== undefined) throw new Error(`${found.length} buttons ${label}`);
  return only;
};
const press = (label: string) => act(async () => buttonOf(label).click());

describe('saving an artifact', () => {
  beforeEach(() =>
    defineCommands({
      'artifact-create': async () => createArtifactCommand,
      'artifact-change': async () => changeArtifactCommand,
      'artifact-restore': async () => restoreArtifactCommand,
    }),
  );
  afterEach(() => {
    closeArtifact();
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it('whose window was closed settles its own copy when the answer comes', async () => {
    let answer: (reply: Response) => void = () => undefined;
    serve((call) => (call === 'POST /api/artifacts' ? new Promise((resolve) => (answer = resolve)) : null));
    openNew({ type: 'html', code: 'second', title: 'Sales' });
    const screen = await onPage(<SaveDialog copy={copyNow()} saved={null} onClose={() => undefined} />);
    await press('Save');
    await screen.leave();
    answer(done({ artifact: { ...artifact, version: 1 } }));
    await until(() => expect(copyNow()).toMatchObject({ base: { id: 7, version: 1 }, isEdited: false }));
  });

  it.each([
    ['live', false, { tool: 'low_stock', parameters: {} }],
    ['as its code alone when Live is switched off', true, null],
  ])('is saved %s', async (_, isSwitched, source) => {
    const sent: unknown[] = [];
    serve((call, body) => {
      if (call !== 'POST /api/artifacts') return null;
      sent.push(body);
      return done({ artifact: { ...artifact, source, version: 1 } });
    });
    openNew({ type: 'html', code: 'second', title: 'Low stock', source: { tool: 'low_stock', parameters: {} } });
    const screen = await onPage(<SaveDialog copy={copyNow()} saved={null} onClose={() => undefined} />);
    const live = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Live');
    expect(document.body.textContent).toContain('that the person may see: low stock.');
    if (isSwitched) await act(async () => live?.querySelector('input')?.click());
    await press('Save');
    await until(() => expect(sent).toEqual([expect.objectContaining({ source })]));
    await screen.leave();
  });

  it('leaves another one alone that was opened meanwhile', async () => {
    let answer: (reply: Response) => void = () => undefined;
    const sent: unknown[] = [];
    serve((call, body) => {
      if (call !== 'POST /api/artifacts') return null;
      sent.push(body);
      return sent.length > 1
        ? done({ artifact: { ...artifact, id: 8, title: 'Other', code: 'other' } })
        : new Promise((resolve) => (answer = resolve));
    });
    openNew({ type: 'html', code: 'second', title: 'Sales' });
    const first = await onPage(<SaveDialog copy={copyNow()} saved={null} onClose={() => undefined} />);
    await press('Save');
    await first.leave();
    openNew({ type: 'html', code: 'other', title: 'Other' });
    const second = await onPage(<SaveDialog copy={copyNow()} saved={null} onClose={() => undefined} />);
    answer(done({ artifact }));
    await until(() => expect(document.body.textContent).toContain('Save Artifact'));
    expect(copyNow()).toMatchObject({ title: 'Other', code: 'other', base: null });
    await press('Save');
    await until(() => expect(copyNow()).toMatchObject({ code: 'other', base: { id: 8 } }));
    await second.leave();
  });

  it('that somebody else changed is saved over theirs knowingly, or as new', async () => {
    const sent: unknown[] = [];
    serve((call, body) => {
      if (call !== 'PUT /api/artifacts/7' && call !== 'PATCH /api/artifacts/7') return null;
      sent.push(body);
      return sent.length === 1
        ? refused(409, 'changed_meanwhile', 'Somebody changed it.', { current: { ...artifact, version: 5 } })
        : done({ artifact: { ...artifact, code: 'mine', version: 6 } });
    });
    takeSaved(artifact);
    edit({ code: 'mine' });
    const screen = await onPage(<SaveDialog copy={copyNow()} saved={artifact} onClose={() => undefined} />);
    await press('Save version');
    await until(() => expect(document.body.textContent).toContain('Somebody saved version 5'));
    expect(buttonOf('Save mine as new')).toBeDefined();
    await press('Replace it with mine');
    await until(() => expect(copyNow()).toMatchObject({ isEdited: false, base: { version: 6 } }));
    expect(sent).toMatchObject([{ version: 2 }, { version: 5, code: 'mine' }]);
    await screen.leave();
  });

  it('shows the version that is brought back, and asks before edits go', async () => {
    serve((call) => {
      if (call.endsWith('/versions'))
        return done({
          versions: [2, 1].map((version) => ({
            version,
            title: 'Sales',
            description: '',
            language: 'html',
            artifact_type: 'html',
            bytes: 5,
            saved_by: 'Ada',
            saved_at: artifact.created_at,
          })),
          meta: { total: 2, pages: 1, page: 1, per_page: 100 },
        });
      if (call.startsWith('POST ')) return done({ artifact: { ...artifact, code: 'first', version: 3 } });
      return null;
    });
    takeSaved(artifact);
    edit({ code: 'mine' });
    const screen = await onPage(<VersionsDialog artifact={artifact} onClose={() => undefined} />);
    await until(() => expect(buttonOf('Bring back version 1').disabled).toBe(false));
    await press('Bring back version 1');
    expect(await answerQuestion('Discard changes')).toContain('not saved');
    await until(() => expect(copyNow()).toMatchObject({ code: 'first', isEdited: false, base: { version: 3 } }));
    await screen.leave();
  });
});

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { Artifact } from '#contract/artifacts.ts';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { artifactOf } from '../artifact/artifact.testing.ts';
import { ArtifactList } from './artifact-library.tsx';

const page = (artifacts: Artifact[]) =>
  done({ artifacts, meta: { total: artifacts.length, pages: 1, page: 1, per_page: 20 } });

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('shows all artifacts, personal ones or global ones, opens one, and says when there is none', async () => {
  const asked: string[] = [];
  serve((call, _body, query) => {
    if (call !== 'GET /api/artifacts') return null;
    const scope = query.get('scope') ?? '';
    asked.push(scope);
    if (scope === 'personal') return page([artifactOf(1, { title: 'Mine' })]);
    if (scope === 'global') return page([]);
    return page([
      artifactOf(1, { title: 'Mine' }),
      artifactOf(2, { title: 'Ours', is_global: true, owner: 'Bo', view_count: 2 }),
    ]);
  });
  const opened: number[] = [];
  const screen = await onPage(<ArtifactList onShow={({ id }) => opened.push(id)} />);
  await until(() => expect(screen.text()).toContain('Ours'));
  expect(screen.text()).toContain('2 views');
  await screen.press(screen.button(/^Ours/));
  expect(opened).toEqual([2]);
  await screen.press(screen.field('Personal'));
  await until(() => expect(screen.text()).not.toContain('Ours'));
  expect(screen.text()).toContain('Mine');
  await screen.press(screen.field('Global'));
  await until(() => expect(screen.text()).toContain('No artifacts yet'));
  expect(asked).toEqual(['all', 'personal', 'global']);
  await screen.leave();
});

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownedStores } from '#web/api/session/per-owner.ts';
import { type Session, useSession } from '#web/api/session/session.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing)\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(resolve(ROOT, name), 'utf8') }));
const STORE = /= (?:create|createStore)(?:<|\()/g;
/** Stores made when a module is loaded: by `perOwner`, or by `draftsOf`, which makes one with it. */
const OWNED = /^(?:export )?const \w+ = (?:perOwner|draftsOf)(?:<|\()/gm;
const REASON = /\/\/ (?:For everybody: |Shared by (?:all|every)|(?:Of|Belongs to) one owner: ).+\n[^\n]*$/;
const FOLLOWS = /^\s*(?:followOwner|whenOwnerChanges)\(/m;

const signedIn = (id: number, locationId: number) =>
  ({
    status: 'signed-in',
    me: { user: { id, name: `No ${id}`, location_id: locationId, location: 'Main' } },
  }) as Session;

describe('a store beside the views', () => {
  const before = useSession.getState();
  beforeAll(() => {
    const nothing = () => undefined;
    const page = {
      addEventListener: nothing,
      removeEventListener: nothing,
      matchMedia: () => ({ matches: false, addEventListener: nothing }),
    };
    const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
    vi.stubGlobal('window', { ...page, location: { search: '', pathname: '/' }, localStorage: storage });
    vi.stubGlobal('document', { ...page, documentElement: {}, visibilityState: 'visible' });
    vi.stubGlobal(
      'CSSStyleSheet',
      class {
        replaceSync = nothing;
      },
    );
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('sessionStorage', storage);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    useSession.setState(before, true);
  });

  it('belongs to one person at one location, or says why not', () => {
    const unexplained = SOURCES.flatMap(({ name, text }) =>
      [...text.matchAll(STORE)]
        .filter(({ index }) => !FOLLOWS.test(text) && !REASON.test(text.slice(0, index)))
        .map(() => name),
    ).filter((name) => name !== 'api/per-owner.ts');
    expect(unexplained).toEqual([]);
  });

  it.each([
    ['another person', signedIn(4, 20)],
    ['another location', signedIn(3, 19)],
  ])(
    'is empty for %s',
    async (_who, next) => {
      const owned = SOURCES.filter(({ text }) => text.match(OWNED));
      const count = owned.reduce((sum, { text }) => sum + (text.match(OWNED)?.length ?? 0), 0);
      await Promise.all(owned.map(({ name }) => import(/* @vite-ignore */ resolve(ROOT, name))));
      // A part that loads late for the test file before this one may add its own store on a busy machine.
      expect(ownedStores.length).toBeGreaterThanOrEqual(count);
      useSession.setState(signedIn(3, 20), true);
      const left = { leftBehind: 'by No 3' };
      for (const store of ownedStores) store.setState({ ...(store.getState() as object), ...left }, true);
      useSession.setState(next, true);
      expect(ownedStores.filter((store) => 'leftBehind' in (store.getState() as object))).toEqual([]);
      for (const store of ownedStores) expect(store.getState()).toEqual(store.getInitialState());
      // The first of the two fetches the modules of all stores, which takes long on a busy machine.
    },
    30_000,
  );
});

import { expect, it, vi } from 'vitest';
import { clearCaches, outlivesCaches } from './browser-data.ts';

it.each([
  'pos_user',
  'pos_theme',
  'tillwright.till',
  'tillwright.labels',
  'tillwright.cart.3.20',
  'tillwright.cart.3.20.sold',
  'menu_config_20',
  'tv_id',
  'menu-display:device',
  'menu-display:proof of play',
])('keeps %s when the caches are cleared', (key) => expect(outlivesCaches(key)).toBe(true));

it.each(['pos_errors', 'anything-else'])('clears %s', (key) => expect(outlivesCaches(key)).toBe(false));

it('leaves what a TV menu needs to start without a server, and deletes all other caches', async () => {
  const kept = new Set(['menu-display-build-1f', 'menu-display-seen', 'old answers']);
  vi.stubGlobal('window', { caches: true });
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...kept]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
  const empty = () => ({ removeItem: () => undefined });
  vi.stubGlobal('localStorage', empty());
  vi.stubGlobal('sessionStorage', empty());
  await clearCaches();
  expect([...kept]).toEqual(['menu-display-build-1f', 'menu-display-seen']);
  vi.unstubAllGlobals();
});

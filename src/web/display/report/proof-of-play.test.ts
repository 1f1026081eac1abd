// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WireMenuDisplay } from '#contract/menu-shelf.ts';
import type { MenuProduct } from '#domain/menu/shelf.ts';
import type { OnShow } from './on-show.ts';
import { proofOfPlay } from './proof-of-play.ts';
import { changeDisplay } from '../store.ts';

interface Sent {
  readonly address: string;
  readonly tv_number?: number;
  readonly entries: { id: string; seconds: number; products: { sold_out_seconds: number }[] }[];
}

let sent: Sent[];
let answer: () => Response;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('isSecureContext', false);
  sent = [];
  answer = () => Response.json({ success: true, data: { kept: 1 } });
  const location = { id: 20 } as WireMenuDisplay['location'];
  changeDisplay({
    menu: { display: { location } as WireMenuDisplay, shelf: { version: '1', categories: [], products: [] } },
  });
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const reply = answer();
    if (reply.ok) sent.push({ address, ...(JSON.parse(body) as Omit<Sent, 'address'>) });
    return reply;
  });
});
afterEach(() => void vi.unstubAllGlobals());

const noNetwork = (): never => {
  throw new TypeError('no network');
};
const showing = (layoutId: number | null, more: Partial<OnShow> = {}): OnShow => ({
  layoutId,
  themeId: null,
  revision: 1,
  shelfVersion: '1',
  page: 1,
  pages: 1,
  isDark: false,
  products: [{ id: 100, inStock: false }] as MenuProduct[],
  pricesMs: 0,
  ...more,
});
const entries = () => sent.flatMap((one) => one.entries);

it('sends what was shown when something else comes on, once', async () => {
  const played = proofOfPlay(null);
  for (let told = 0; told < 3; told += 1) await played.shown(showing(1), 10);
  await played.shown(showing(2), 10);
  await played.shown(showing(2, { isDark: true }), 10);
  await played.shown(showing(null), 10);
  expect(entries()).toMatchObject([
    { config_id: 1, seconds: 30, products: [{ product_id: 100, seconds: 30, sold_out_seconds: 30 }] },
    { config_id: 2, seconds: 10 },
  ]);
  expect(sent[0]?.address).toBe('/api/proxy/flora-im/menus/log-display?paired=true');
});

it('keeps what it could not send, at most 300 entries, and sends it when the server is back', async () => {
  answer = noNetwork;
  const played = proofOfPlay(null);
  for (let turn = 0; turn < 310; turn += 1) await played.shown(showing(1 + (turn % 2)), 10);
  expect(sent).toEqual([]);
  answer = () => Response.json({ success: true, data: { kept: 100 } });
  // Another page of the same screen, after a restart.
  const later = proofOfPlay(null);
  for (let turn = 0; turn < 8; turn += 1) await later.shown(showing(1 + (turn % 2)), 10);
  const ids = entries().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(300);
  expect(new Set(ids).size).toBe(ids.length);
});

it('loses at most a minute when the page ends without a word', async () => {
  const before = proofOfPlay(null);
  for (let told = 0; told < 8; told += 1) await before.shown(showing(1), 10);
  const after = proofOfPlay(null);
  await after.shown(showing(1), 10);
  expect(entries().map(({ seconds }) => seconds)).toEqual([60]);
  await after.close();
  await proofOfPlay(null).shown(showing(1), 10);
  expect(entries().map(({ seconds }) => seconds)).toEqual([60, 10]);
});

it('says of which TV a window is, and keeps nothing where nobody is signed in', async () => {
  const played = proofOfPlay(3);
  await played.shown(showing(1), 10);
  await played.shown(showing(2), 10);
  expect(sent).toMatchObject([{ tv_number: 3, location_id: 20, address: '/api/proxy/flora-im/menus/log-display' }]);
  answer = () => Response.json({ success: false, code: 'login_required', error: 'Please sign in.' }, { status: 401 });
  await played.shown(showing(1), 10);
  answer = () => Response.json({ success: true, data: { kept: 1 } });
  await played.shown(showing(2), 10);
  expect(entries().map(({ seconds }) => seconds)).toEqual([10, 10]);
});

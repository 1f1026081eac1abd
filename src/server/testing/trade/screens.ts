import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { WireTvDevice } from '#contract/tv.ts';
import type { TestApp, Till } from '../app.ts';

export interface Screen {
  readonly id: number;
  readonly token: string;
  readonly headers: { readonly cookie: string };
}

/** The report of a screen. */
const REPORT = {
  revision: 0,
  shelf_version: 'old',
  layout_id: null,
  theme_id: null,
  page: 1,
  pages: 2,
  item_count: 8,
  width: 1920,
  height: 1080,
};

export function dataOf<Data>(reply: LightMyRequestResponse): Data {
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json<{ data: Data }>().data;
}

/** Screens of a shop, and the manager who pairs them. */
export class Screens {
  private readonly shop: TestApp;
  private readonly manager: Till;
  private address = 0;

  constructor(shop: TestApp, manager: Till) {
    this.shop = shop;
    this.manager = manager;
  }

  /** A request of a browser in which nobody is signed in. */
  post(url: string, payload: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.shop.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    });
  }

  begin(remoteAddress: string): Promise<LightMyRequestResponse> {
    return this.shop.inject({
      method: 'POST',
      url: '/api/tv/pairings',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
      remoteAddress,
    });
  }

  /** A code that a screen shows, and the claim that it keeps. */
  async code(): Promise<{ code: string; claim: string }> {
    this.address += 1;
    return dataOf(await this.begin(`10.0.0.${this.address}`));
  }

  confirm(code: string, body: object = {}, by = this.manager): Promise<LightMyRequestResponse> {
    return by.post('/api/tv/pairings/confirm', { code, ...body });
  }

  async claim(claim: string): Promise<{ reply: LightMyRequestResponse; token: string | null; cookie: string }> {
    const reply = await this.post('/api/tv/pairings/claim', { claim });
    const cookie = String(reply.headers['set-cookie'] ?? '');
    return { reply, token: /^tillwright_device=([\w-]{43}); /.exec(cookie)?.[1] ?? null, cookie };
  }

  async pair(body: object = {}): Promise<Screen> {
    const { code, claim } = await this.code();
    const { id } = dataOf<WireTvDevice>(await this.confirm(code, body));
    const { token } = await this.claim(claim);
    if (token === null) throw new Error('the screen was not paired');
    return { id, token, headers: { cookie: `tillwright_device=${token}` } };
  }

  report({ headers }: Pick<Screen, 'headers'>, more: object = {}): Promise<LightMyRequestResponse> {
    return this.post('/api/tv/heartbeat', { ...REPORT, ...more }, { ...headers });
  }
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#server/testing/app.ts';

describe('serving the web app', () => {
  let folder: string;
  let shop: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillwright-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tillwright</title>');
    await writeFile(join(folder, 'menu-display.html'), '<!doctype html><title>Menu</title>');
    await writeFile(join(folder, 'menu-display-worker.js'), 'export {};');
    await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(folder, 'assets', 'main-4f2a.js'), `export const words = '${'till '.repeat(2000)}';`);
    await writeFile(join(folder, 'assets', 'frame-worker-9c1d.js'), 'export {};');
    shop = await testApp({ webFolder: folder });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => shop.inject({ url, headers });

  it('lets hashed files be kept for ever and asks about all others', async () => {
    expect((await get('/assets/main-4f2a.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
  });

  it('lets the reader of identity cards alone compile WebAssembly', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/frame-worker-9c1d.js')).toBe(
      "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self';frame-ancestors 'none'",
    );
    expect(await policyOf('/assets/main-4f2a.js')).not.toContain('wasm');
    expect(await policyOf('/')).not.toContain('wasm');
  });

  it('gives the screens in the shop a page of their own, which loads nothing but its own files', async () => {
    const page = await get('/menu-display?location_id=20');
    expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>Menu</title>']);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';.*base-uri 'none'/);
    const worker = await get('/menu-display-worker.js');
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none';connect-src 'self';frame-ancestors 'none'",
    );
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  it('answers every page address with the app, and nothing else with it', async () => {
    for (const url of ['/', '/login', '/login?from=%2F', '/login/', '/reset-password', '/manage', '/manage/loyalty/']) {
      const reply = await get(url);
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, '<!doctype html><title>Tillwright</title>']);
    }
    for (const url of [
      '/assets/gone.js',
      '/api/gone',
      '/orders/7',
      '/.git/config',
      '/etc/passwd',
      '/.env',
      '/wp-admin/',
      '/login/more',
      '/manage/nothing',
      '/%2e%2e/etc/passwd',
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
    expect((await shop.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
    const forPeople = await get('/no/such/page', { accept: 'text/html,*/*;q=0.8' });
    expect([forPeople.statusCode, forPeople.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(forPeople.body).toContain('Page not found');
  });

  it('gives its figures to this machine and to who has the token, and nobody else', async () => {
    const token = 'prometheus-of-the-shop';
    const open = await testApp({ database: shop.database, env: { HOST: '0.0.0.0', METRICS_TOKEN: token } });
    const behindProxy = await testApp({ database: shop.database, env: { TRUST_PROXY: '1' } });
    const ask = async (app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await ask(open, '10.0.0.9')).toBe(403);
    expect(await ask(open, '10.0.0.9', { authorization: 'Bearer prometheus-of-another' })).toBe(403);
    expect(await ask(open, '10.0.0.9', { authorization: `Bearer ${token}` })).toBe(200);
    for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect([here, await ask(open, here)]).toEqual([here, 200]);
    // A proxy on this machine passes on requests from elsewhere.
    expect(await ask(open, '127.0.0.1', { 'x-forwarded-for': '10.0.0.9' })).toBe(403);
    expect(await ask(behindProxy, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 10.0.0.9' })).toBe(403);
    expect(await ask(behindProxy, '127.0.0.1')).toBe(200);
    expect(await ask(shop, '10.0.0.9', { authorization: 'Bearer undefined' })).toBe(403);
    await open.close();
    await behindProxy.close();
  });

  it('sends a policy that allows nothing from elsewhere, and compresses', async () => {
    const page = await get('/');
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'self';script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const script = await get('/assets/main-4f2a.js', { 'accept-encoding': 'br, gzip' });
    expect(script.headers['content-encoding']).toBe('br');
    expect(script.rawPayload.length).toBeLessThan(500);
  });

  it('tells of itself: health, readiness, figures, and the contract', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ok' });
    await get('/api/orders');
    expect((await get('/metrics')).body).toMatch(
      /tillwright_http_request_seconds_count\{method="GET",route="\/api\/orders",status="401"\} 1/,
    );
    const contract = (await get('/api/docs/json')).json<{ paths: Record<string, unknown> }>();
    expect(Object.keys(contract.paths)).toContain('/api/events');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAME_KINDS } from '#contract/artifact-frame.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';

describe('the frames of artifacts', () => {
  let folder: string;
  let shop: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillwright-frame-'));
    for (const name of ['frame', 'react', 'chart', 'mermaid']) await writeFile(join(folder, `${name}-A1B2C3D4.js`), '');
    shop = await testApp({ frameFolder: folder });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });
  const get = (url: string, host = 'localhost:3000') => shop.inject({ url, headers: { host } });

  it('allow their own scripts, and nothing in or out', async () => {
    for (const kind of FRAME_KINDS) {
      const reply = await get(`/artifact-frame/${kind}`);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-security-policy']).toBe(
        "default-src 'none';script-src 'unsafe-inline' localhost:3000/artifact-frame/;style-src 'unsafe-inline';" +
          "img-src data: blob:;font-src data:;connect-src 'none';form-action 'none';base-uri 'none';" +
          "frame-ancestors 'self';sandbox allow-scripts",
      );
      expect(reply.headers['x-frame-options']).toBeUndefined();
      expect(reply.body).toContain('<script src="/artifact-frame/frame-A1B2C3D4.js"></script>');
    }
    const script = await get('/artifact-frame/frame-A1B2C3D4.js');
    expect(script.headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get('/artifact-frame/other')).statusCode).toBe(404);
  });

  it('are all that a page may frame', async () => {
    const policyAt = async (host: string) => (await get('/api/docs/json', host)).headers['content-security-policy'];
    expect(await policyAt('localhost:3000')).toContain('frame-src localhost:3000/artifact-frame/;');
    expect(await policyAt('[::1]:3000')).toContain("frame-src 'self';");
  });
});

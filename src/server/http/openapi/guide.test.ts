import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import type { TestApp } from '#server/testing/app.ts';
import { IS_LONG } from '#testing/times.ts';
import { demoServer } from '#server/testing/demo-server.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let shop: TestApp & { readonly address: string };
let guide: string;
/** Inside the project, so that packages are found. */
let folder: string;

beforeAll(async () => {
  shop = await demoServer();
  guide = await (await fetch(`${shop.address}/api/docs/sell-by-api`)).text();
  const cache = join(projectRoot, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'sell-by-api-'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await shop.close();
});

/** The code blocks of the page in one language. */
const blocks = (language: string): string =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code).join('\n');

/** The errors that a strict compiler reports for programs that use the generated types. */
function complaintsOf(files: readonly string[]): string[][] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noPropertyAccessFromIndexSignature: true,
    types: ['node'],
    skipLibCheck: true,
  };
  const program = ts.createProgram(files, options);
  return files.map((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

describe('Sell by API in five minutes', () => {
  it.runIf(IS_LONG)('is the page of the repository, and the documentation links to it', async () => {
    expect(guide).toBe(await readFile(join(projectRoot, 'docs/sell-by-api.md'), 'utf8'));
    const { info } = (await (await fetch(`${shop.address}/api/docs/json`)).json()) as { info: { description: string } };
    expect(info.description).toContain('/api/docs/sell-by-api');
  });

  // Needs curl and bash; where curl is missing, the run lists this test as skipped.
  it.skipIf(!hasCurl)('its commands sell, get the same answer again, and refund (skipped without curl)', async () => {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', blocks('bash')], {
      cwd: folder,
      env: { ...process.env, SHOP: shop.address },
    });
    expect(stdout).toContain('Porch Singles 1 g - Sour Dogwood');
    expect(stdout).toMatch(/Sold: order \d+\n/);
    expect(stdout).toContain('The same answer');
    expect(stdout).toContain('"total":"63.08"');
    expect(stdout).toContain('"reason":"Dented can"');
    expect(stdout).not.toContain('"success":false');
  });

  it.runIf(IS_LONG)(
    'a client compiled from generated types makes a sale',
    async () => {
      const types = astToString(await openapiTS(new URL(`${shop.address}/api/docs/json`)));
      await writeFile(join(folder, 'tillwright.ts'), types);
      const client = join(folder, 'client.ts');
      await writeFile(client, blocks('ts'));
      const careless = join(folder, 'careless.ts');
      await writeFile(careless, blocks('ts').replace("'Idempotency-Key': crypto.randomUUID()", ''));
      const [ofClient, ofCareless] = complaintsOf([client, careless]);
      expect(ofClient).toEqual([]);
      expect(ofCareless?.join()).toContain('Idempotency-Key');
      const { stdout } = await run(process.execPath, ['--import', 'tsx', client], {
        cwd: folder,
        env: { ...process.env, SHOP: shop.address },
      });
      expect(stdout).toMatch(/^Sold POS-\d+ for 19\.58\n$/);
    },
    120_000,
  );
});

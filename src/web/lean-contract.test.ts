import { build, type PluginOption, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

it('the web app loads the contract without its documentation and requests, and the validator without what writes it', async () => {
  const input = new URL('../contract/sale.ts', import.meta.url).pathname;
  // Modules of the build, which have no types.
  const [{ leanContract }, { leanValidator }] = (await Promise.all(
    ['lean-contract', 'lean-validator'].map(
      (name) => import(new URL(`../../scripts/lib/bundle/${name}.mjs`, import.meta.url).pathname),
    ),
  )) as [{ leanContract: () => PluginOption }, { leanValidator: () => PluginOption }];
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [leanContract(), leanValidator()],
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const code = built.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
  expect(code).toContain('/api/orders');
  expect(code).toContain('cannot be part of a register sale');
  expect(code).not.toContain('body: createOrderBody');
  expect(code).not.toContain('processJSONSchema');
  expect(code).not.toContain('What is sold.');
  expect(code).not.toContain('NewOrderLine');
  expect(code).not.toContain('tender_insufficient');
  expect(code).not.toContain('One step for order');
  expect(code).not.toContain('json-schema.org');
});

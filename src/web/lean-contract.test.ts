import { build, type PluginOption, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

it('the web app loads the contract without its documentation', async () => {
  const input = new URL('../contract/sale.ts', import.meta.url).pathname;
  // A module of the build, which has no types.
  const plugin = new URL('../../scripts/lib/lean-contract.mjs', import.meta.url).pathname;
  const { leanContract } = (await import(plugin)) as { leanContract: () => PluginOption };
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [leanContract()],
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const code = built.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
  expect(code).toContain('/api/orders');
  expect(code).toContain('cannot be part of a register sale');
  expect(code).not.toContain('What is sold.');
  expect(code).not.toContain('NewOrderLine');
  expect(code).not.toContain('tender_insufficient');
  expect(code).not.toContain('One step for order');
});

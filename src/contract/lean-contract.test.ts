import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';
import { leanContract } from '../../scripts/lib/lean-contract.mjs';

it('the web app loads the contract without its documentation', async () => {
  const input = new URL('./sale.ts', import.meta.url).pathname;
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [leanContract()],
    build: { write: false, minify: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput;
  const code = built.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
  expect(code).toContain('/api/orders');
  expect(code).toContain('cannot be part of a register sale');
  expect(code).not.toContain('What is sold.');
  expect(code).not.toContain('NewOrderLine');
  expect(code).not.toContain('tender_insufficient');
  expect(code).not.toContain('One step for order');
});

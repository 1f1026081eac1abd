// Asks the assistant sixty questions about the demo shop and compares its answers with the database. Usage: npm run evals --
// [options]; see bench/evals.ts.
import './lib/require-node.mjs';

const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { fail, run } = await import('./lib/processes.mjs');
const { fromRoot, root } = await import('./lib/root.mjs');

try {
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  const args = ['--import', 'tsx', fromRoot('bench/evals.ts'), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { cwd: root });
  process.exitCode = code;
} catch (error) {
  fail(error);
}

// Builds dist/server (esbuild) and dist/web (vite), whether stale or not. Usage: node scripts/build.mjs [--quiet]
import './lib/require-node.mjs';

const { buildAll } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { fail } = await import('./lib/processes.mjs');

try {
  const started = Date.now();
  await ensureInstalled({ dev: false });
  await buildAll();
  if (!process.argv.includes('--quiet')) console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  fail(error);
}

// Measures the speed that is promised and prints it. Usage: npm run bench -- [parts] [options]; see bench/main.ts.
import './lib/require-node.mjs';

const { ensureBrowser } = await import('./lib/browser.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { fail, run } = await import('./lib/processes.mjs');
const { fromRoot, root } = await import('./lib/root.mjs');

const args = process.argv.slice(2);
const parts = args.filter((arg) => /^[a-z]+$/.test(arg));
const IN_BROWSER = ['edits', 'labels', 'menus', 'web', 'tasks'];

try {
  await ensureInstalled({ dev: true });
  await ensureBuilt();
  const usesBrowser =
    !args.includes('--help') && (parts.length === 0 || parts.some((part) => IN_BROWSER.includes(part)));
  const env = { ...process.env, ...(usesBrowser && { CHROMIUM_PATH: await ensureBrowser() }) };
  const { code } = await run(process.execPath, ['--import', 'tsx', fromRoot('bench/main.ts'), ...args], {
    cwd: root,
    env,
  });
  process.exitCode = code;
} catch (error) {
  fail(error);
}

// One command for development: the server restarts on a change, the web app is replaced in place.
// The browser talks to vite on PORT, which hands /api and the like to the server on a free port.
import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createListener } from 'node:net';

const { buildFrames } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { fail } = await import('./lib/processes.mjs');
const { fromRoot, root } = await import('./lib/root.mjs');

async function freePort() {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * The server has no stdin and a process group to itself, so Ctrl+C reaches it only once, through here, and the stop
 * stays graceful.
 */
function startServer(/** @type {number} */ port) {
  const tsx = fromRoot('node_modules/tsx/dist/cli.mjs');
  const args = [tsx, 'watch', '--clear-screen=false', fromRoot('src/server/main.ts')];
  const env = { NODE_ENV: 'development', ...process.env, PORT: String(port), HOST: '127.0.0.1' };
  return spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
}

try {
  await ensureInstalled({ dev: true });
  if (!existsSync(fromRoot('dist/frame'))) await buildFrames(fromRoot('dist/frame'));
  const port = await freePort();
  process.env['API_ORIGIN'] = `http://127.0.0.1:${port}`;
  const { createServer } = await import('vite');
  const web = await createServer({ configFile: fromRoot('vite.config.ts'), clearScreen: false });
  await web.listen();
  const server = startServer(port);
  // Its greeting names its own address, which replaces no code in place, so vite's address is shown instead.
  const shown = web.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  server.stdout.on('data', (text) =>
    process.stdout.write(String(text).replaceAll(process.env['API_ORIGIN'] ?? '', shown)),
  );

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.kill('SIGTERM');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  await once(server, 'exit');
  await web.close();
  process.exit(stopping ? 0 : 1);
} catch (error) {
  fail(error);
}

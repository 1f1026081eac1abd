import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { run, Stop } from './processes.mjs';
import { fromRoot, root } from './root.mjs';

const STAMP = 'dist/stamp';
/** The sources of a build. Pictures and fonts under public/ are copied, so they count too. */
const INPUTS = [
  'src',
  'public',
  'scripts/lib/build.mjs',
  'scripts/lib/bundle',
  'scripts/build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.server.json',
  'tsconfig.web.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.display.config.ts',
];
const NOT_BUILT = /\.test\.tsx?$|\.md$|\.DS_Store$/;

/** @param {string} path relative to the root @returns {string[]} the files under it, sorted */
function filesUnder(path) {
  if (!existsSync(fromRoot(path))) return [];
  const entries = readdirSync(fromRoot(path), { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .sort();
}

/** The fingerprint of everything that a build depends on. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of INPUTS) {
    const files = /\.\w+$/.test(input) ? [input] : filesUnder(input);
    for (const file of files) {
      if (NOT_BUILT.test(file) || !existsSync(fromRoot(file))) continue;
      hash.update(`\0${file}\0`).update(readFileSync(fromRoot(file)));
    }
  }
  return hash.digest('hex');
}

/** True if dist/ was made from exactly the current sources. */
function isBuilt() {
  const complete = existsSync(fromRoot('dist/server/main.js')) && existsSync(fromRoot('dist/web/index.html'));
  return complete && existsSync(fromRoot(STAMP)) && readFileSync(fromRoot(STAMP), 'utf8') === fingerprint();
}

/**
 * One bundle per program: the server, its thread for papers, and each file of src/server/programs under its own name.
 */
function serverEntries() {
  const folder = fromRoot('src/server/programs');
  const programs = existsSync(folder) ? readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name)) : [];
  return [
    { in: fromRoot('src/server/main.ts'), out: 'main' },
    { in: fromRoot('src/server/http/pdf/pdf-worker.js'), out: 'pdf-worker' },
    ...programs.map((name) => ({ in: fromRoot(`src/server/programs/${name}`), out: basename(name, '.ts') })),
  ];
}

/** @param {string} outdir */
async function buildServer(outdir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: serverEntries(),
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    absWorkingDir: root,
    tsconfig: fromRoot('tsconfig.server.json'),
  });
}

/** @param {string} outDir */
async function buildWeb(outDir) {
  const { build } = await import('vite');
  await build({ configFile: fromRoot('vite.config.ts'), logLevel: 'warn', build: { outDir } });
  // The display of TV menus goes into the same folder, and shares no file with the staff app.
  await build({ configFile: fromRoot('vite.display.config.ts'), logLevel: 'warn', build: { outDir } });
}

/**
 * The runtimes of artifact frames: classic scripts, because a module would need permission of the server to be read by
 * a frame that has no origin.
 * @param {string} outdir
 */
export async function buildFrames(outdir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['frame.ts', 'react.tsx', 'chart.tsx', 'mermaid.ts'].map((name) =>
      fromRoot(`src/artifact-frame/${name}`),
    ),
    outdir,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    absWorkingDir: root,
    tsconfig: fromRoot('tsconfig.web.json'),
  });
}

/** Builds beside the old build and swaps at the end: a build that fails leaves a working one in place. */
export async function buildAll() {
  process.env['NODE_ENV'] = 'production';
  const stamp = fingerprint();
  const fresh = fromRoot(`dist/.new-${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
  } catch {
    throw new Stop(`The build goes to ${fromRoot('dist')}, and this user may not write there.`);
  }
  try {
    await Promise.all([
      buildServer(join(fresh, 'server')),
      buildWeb(join(fresh, 'web')),
      buildFrames(join(fresh, 'frame')),
    ]);
    rmSync(fromRoot(STAMP), { force: true });
    for (const part of ['server', 'web', 'frame']) {
      rmSync(fromRoot(`dist/${part}`), { recursive: true, force: true });
      renameSync(join(fresh, part), fromRoot(`dist/${part}`));
    }
    writeFileSync(fromRoot(STAMP), stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Builds if the build is not of the current sources. It runs in a separate process, so that the server does not carry
 * the memory of the bundlers.
 * @throws Stop when the build fails
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  console.log('Building ...');
  const { code } = await run(process.execPath, [fromRoot('scripts/build.mjs'), '--quiet'], { cwd: root });
  if (code !== 0) throw new Stop('The build failed; see above.');
}

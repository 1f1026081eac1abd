// The JavaScript a browser loads for some views, gzipped, from the manifest of the last build.
// Usage: node scripts/bundle-size.mjs [--max-kb 200] [--without getUserMedia]… [--json] [view files, default: login and register]
//        node scripts/bundle-size.mjs --display   (the screens in the shop; at most 100 kB unless said)
import './lib/require-node.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const { fromRoot } = await import('./lib/root.mjs');
const { fail, Stop } = await import('./lib/processes.mjs');

/** @typedef {Record<string, { file: string, imports?: string[], dynamicImports?: string[] }>} Manifest */

/** Parts of the display that a paired screen never shows. */
const NOT_ON_A_WALL = /\/customers-menu\./;

/** @param {string} name @returns {Manifest} */
function readManifest(name) {
  try {
    return JSON.parse(readFileSync(fromRoot(`dist/web/.vite/${name}`), 'utf8'));
  } catch {
    throw new Stop('There is no web build to measure: run `npm run build` first.');
  }
}

/**
 * The scripts of an entry with all that it imports at once; what it loads later is not counted.
 * @param {Manifest} manifest @param {string} key @param {Set<string>} [found]
 */
function scriptsOf(manifest, key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  if (chunk.file.endsWith('.js')) found.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(manifest, imported, found);
  return found;
}

/**
 * The chunk of a view. A view without one is part of a chunk that is counted anyway, provided that it exists.
 * @param {Manifest} manifest @param {string} view
 */
function keyOf(manifest, view) {
  const key = Object.keys(manifest).find((path) => path === view || path.endsWith(`/${view}`));
  if (key !== undefined) return key;
  const sources = readdirSync(fromRoot('src/web'), { recursive: true, encoding: 'utf8' });
  if (!sources.some((path) => path === view || path.endsWith(`/${view}`))) throw new Stop(`There is no view ${view}.`);
  return undefined;
}

/** @param {string} file @returns {number} bytes, gzipped */
const sizeOf = (file) => gzipSync(readFileSync(fromRoot(`dist/web/${file}`)), { level: 9 }).length;

try {
  const { values, positionals } = parseArgs({
    options: {
      'max-kb': { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      display: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const manifest = readManifest(values.display ? 'display-manifest.json' : 'manifest.json');
  const views = values.display
    ? ['menu-display.html']
    : positionals.length > 0
      ? positionals
      : ['login-view.tsx', 'register-view.tsx'];
  const keys = values.display ? views : ['index.html', ...views.flatMap((view) => keyOf(manifest, view) ?? [])];
  const files = new Set(keys.flatMap((key) => [...scriptsOf(manifest, key)]));
  const sizes = [...files].map((file) => ({ file, bytes: sizeOf(file) })).sort((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = values['max-kb'] ?? (values.display ? '100' : undefined);
  const maxKb = most === undefined ? undefined : Number(most);

  if (values.json) {
    console.log(JSON.stringify({ totalBytes: total, files: sizes }));
  } else {
    for (const { file, bytes } of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
    console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  gzipped JavaScript for ${views.join(' and ')}`);
    if (values.display) {
      const later = (manifest['menu-display.html']?.dynamicImports ?? []).filter((key) => !NOT_ON_A_WALL.test(key));
      const all = new Set([...files, ...later.flatMap((key) => [...scriptsOf(manifest, key)])]);
      const bytes = [...all].reduce((sum, file) => sum + sizeOf(file), 0);
      console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  with all that a screen on a wall fetches after it`);
    }
  }
  for (const text of values.without) {
    const file = [...files].find((one) => readFileSync(fromRoot(`dist/web/${one}`), 'utf8').includes(text));
    if (file !== undefined) throw new Stop(`${file} has ${text}, which is to be loaded later.`);
  }
  if (maxKb !== undefined && !(total <= maxKb * 1000)) throw new Stop(`More than the ${most} kB allowed.`);
} catch (error) {
  fail(error);
}

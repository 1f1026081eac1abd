import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanContract } from './scripts/lib/bundle/lean-contract.mjs';
import { leanValidator } from './scripts/lib/bundle/lean-validator.mjs';

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

const WORKER = 'menu-display-worker';
const PAGE = 'menu-display.html';

/** Tells the service worker which files make up the display. Fonts are kept when they are shown: a screen needs three of ten. */
function displayFiles(): Plugin {
  return {
    name: 'display-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name) && name !== `${WORKER}.js`);
      for (const name of [...files, PAGE].toSorted()) {
        const file = bundle[name];
        hash.update(name).update(file?.type === 'chunk' ? file.code : (file?.source ?? ''));
      }
      const worker = bundle[`${WORKER}.js`];
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker.');
      worker.code = worker.code
        .replaceAll('__DISPLAY_FILES__', JSON.stringify(files.map((name) => `/${name}`).toSorted()))
        .replaceAll('__DISPLAY_BUILD__', JSON.stringify(hash.digest('hex').slice(0, 16)));
    },
  };
}

/** Modules that are fetched when they are needed, with those that only they need. All else is one file, which compresses best. */
const LATER =
  /\/display\/(?:[a-z]+\/)?(?:main|service-worker|announcements|pairing|device|snapshot|proof-of-play|customers-menu|watchdog|awake|restart-files|shared-stream|stream)\.|\/(?:uqr|idb)\/|\/contract\/(?:tv|menu-reports|menu-events)\.ts/;

/** The display of TV menus: a bundle of its own beside the staff app, in the same folder. */
export default defineConfig({
  root: path('./src/web'),
  publicDir: false,
  plugins: [leanContract({ answersOnly: true }), leanValidator(), react(), displayFiles()],
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    manifest: '.vite/display-manifest.json',
    sourcemap: false,
    reportCompressedSize: false,
    assetsDir: 'assets/display',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { 'menu-display': path(`./src/web/${PAGE}`), [WORKER]: path('./src/web/display/service-worker.ts') },
      output: {
        codeSplitting: { groups: [{ debugName: 'display', name: (id) => (LATER.test(id) ? null : 'menu') }] },
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/display/[name]-[hash].js'),
        chunkFileNames: 'assets/display/[name]-[hash].js',
        assetFileNames: 'assets/display/[name]-[hash][extname]',
      },
    },
  },
});

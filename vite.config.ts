import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstScreens } from './scripts/lib/bundle/first-screens.mjs';
import { leanContract } from './scripts/lib/bundle/lean-contract.mjs';
import { leanValidator } from './scripts/lib/bundle/lean-validator.mjs';

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

/**
 * Paths that the server answers itself; everything else is the web app, whose own folder `api` holds modules (`/api/call.ts`).
 * Used by `npm run dev` only.
 */
const SERVED_BY_API = '^/(api(?!/[\\w/-]+\\.ts)|artifact-frame|healthz|readyz|metrics)(/|\\?|$)';

export default defineConfig({
  root: path('./src/web'),
  publicDir: path('./public'),
  plugins: [leanContract(), leanValidator(), react(), tailwindcss()],
  // Shown in Settings; `npm run` sets the version, a release sets BUILD.
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(process.env['npm_package_version'] ?? '1.0.0'),
    'import.meta.env.VITE_APP_BUILD': JSON.stringify(process.env['BUILD'] ?? 'dev'),
  },
  server: {
    port: Number(process.env['PORT'] ?? 3000),
    host: process.env['HOST'] ?? '127.0.0.1',
    strictPort: true,
    // The Host header stays the browser's, so that the server's same-origin check holds in development too.
    proxy: { [SERVED_BY_API]: { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001', changeOrigin: false } },
  },
  // Built into React since version 18; what stands in for older versions is left out.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    // The content security policy allows no data: fonts and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ debugName: 'first screens', name: firstScreens(path('.').replace(/\/$/, '')) }] },
      },
    },
  },
});

/** Put in by the build (vite.config.ts); without one, these defaults. Rule: workspace/settings. */
export const VERSION = String(import.meta.env.VITE_APP_VERSION ?? '1.0.0');
export const BUILD = String(import.meta.env.VITE_APP_BUILD ?? 'dev');

/** Set by the build (vite.config.ts), with these defaults otherwise. Rule: workspace/settings. */
export const VERSION = String(import.meta.env.VITE_APP_VERSION ?? '1.0.0');
export const BUILD = String(import.meta.env.VITE_APP_BUILD ?? 'dev');

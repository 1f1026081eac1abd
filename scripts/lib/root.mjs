import { fileURLToPath } from 'node:url';

/** The project's folder, regardless of the current one. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} path relative to the project's folder */
export const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

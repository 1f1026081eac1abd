import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder the command was called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string} path relative to the project's folder */
export const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

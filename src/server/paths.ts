import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, found upwards from this file: from `src/server` in development, from `dist` when bundled. */
export const projectRoot: string = (() => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'migrations'))) return folder;
  }
  throw new Error('The folder with package.json and migrations was not found above the server file.');
})();

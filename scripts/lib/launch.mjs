import { existsSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { Stop } from './processes.mjs';
import { fromRoot } from './root.mjs';

/**
 * Installs and builds if needed, then runs one of the server's programs in this very process, so that signals, standard
 * input and the exit code are its own.
 * @param {string} name of the program: `main`, or a file of src/server/programs
 * @param {readonly string[]} args
 * @throws Stop when there is no such program
 */
export async function launch(name, args) {
  const source = name === 'main' ? 'src/server/main.ts' : `src/server/programs/${name}.ts`;
  if (!/^[\w-]+$/.test(name) || !existsSync(fromRoot(source))) throw new Stop(`There is no command called "${name}".`);
  await ensureInstalled({ dev: false });
  await ensureBuilt();
  process.env['NODE_ENV'] ??= 'production';
  process.setSourceMapsEnabled(true);
  const program = fromRoot(`dist/server/${name}.js`);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

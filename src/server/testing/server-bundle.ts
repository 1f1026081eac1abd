import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '#server/paths.ts';

export interface ServerBundle {
  /** The server as one file of JavaScript, as `npm start` runs it. */
  readonly file: string;
  remove(): Promise<void>;
}

/** Bundles the server once, for tests that start it many times: a start must not wait for a compiler. */
export async function bundleServer(name: string): Promise<ServerBundle> {
  const file = join(projectRoot, `dist/.${name}-${process.pid}.js`);
  await build({
    entryPoints: [join(projectRoot, 'src/server/main.ts')],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    tsconfig: join(projectRoot, 'tsconfig.server.json'),
    logLevel: 'error',
  });
  return { file, remove: () => rm(file, { force: true }) };
}

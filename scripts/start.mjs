// From a fresh clone to a running shop: installs and builds what is missing, then serves.
import './lib/require-node.mjs';

const { launch } = await import('./lib/launch.mjs');
const { fail } = await import('./lib/processes.mjs');

await launch('main', process.argv.slice(2)).catch(fail);

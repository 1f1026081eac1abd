// Runs one of the server's commands (api-key, demo, import, backup, restore, rotate-key, verify-books), installed and built as needed.
// Usage: node scripts/run.mjs NAME [arguments]
import './lib/require-node.mjs';

const { launch } = await import('./lib/launch.mjs');
const { fail } = await import('./lib/processes.mjs');

const [name = '', ...args] = process.argv.slice(2);
await launch(name, args).catch(fail);

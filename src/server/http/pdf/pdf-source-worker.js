// The thread that draws PDFs, from the sources: it takes TypeScript, which a built one has in one file.
// @ts-check
import { register } from 'tsx/esm/api';

register();
await import('./pdf-worker.js');

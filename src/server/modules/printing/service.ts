export { startPrinting } from './worker.ts';

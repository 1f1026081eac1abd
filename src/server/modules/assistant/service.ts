export { interruptDead } from './runs/ending.ts';
export { selectNamesRead } from './tools/names-read.ts';
export { requireTool, showTool } from './tools/run-tool.ts';

export { interruptDead } from './runs/ending.ts';
export { requireTool, showTool } from './tools/run-tool.ts';

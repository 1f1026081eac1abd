export { expireCommands } from './commands.ts';

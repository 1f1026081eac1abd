export { recordPrints } from './prints.ts';

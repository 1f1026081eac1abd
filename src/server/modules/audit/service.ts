export { checkChain } from './chain.ts';

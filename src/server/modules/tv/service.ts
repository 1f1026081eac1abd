export { sweepScreens } from './sweep.ts';

export { sweepScreens } from './sweep.ts';
export { listScreens, type Screen } from './devices.ts';

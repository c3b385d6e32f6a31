/** Entry of the workflow bundle. */
export { connectionStudy } from './connection-study.ts';
export { deliver } from './deliver.ts';
export { execution } from './execution.ts';
export { experiment } from './experiment.ts';
export { rollingHorizon } from './rolling-horizon.ts';
export { scheduled } from './scheduled.ts';
export { solve } from './solve.ts';
export { sweep } from './sweep.ts';

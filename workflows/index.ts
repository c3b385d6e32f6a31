/** Entry of the workflow bundle. */
export { experiment } from './experiment.ts';
export { solve } from './solve.ts';
export { sweep } from './sweep.ts';

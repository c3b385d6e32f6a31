/** Entry of the workflow bundle. */
export { solve } from './solve.ts';
export { sweep } from './sweep.ts';

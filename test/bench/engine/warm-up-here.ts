/** Warms up this process, as a solver does at its start. */
import { warmUp } from '../../../activities/engine/run/warm-up.ts';
import { solve } from '../../support/engine/solve.ts';

export const warmUpHere = (): Promise<number> =>
  warmUp(({ jobType, payload, ...more }) => solve(jobType, payload, more));

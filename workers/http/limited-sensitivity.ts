/** Few computations of factors at a time: each has a core and up to hundreds of MB to itself. */
import { EngineError } from '../../activities/engine/engine-error.ts';
import { sensitivity } from '../../activities/engine/sensitivity.ts';
import type { ServiceDeps } from './service-deps.ts';

/** Long enough for thousands of buses, s. */
const DEADLINE_MS = 30_000;

export function limitedSensitivity(width: number): ServiceDeps['sensitivity'] {
  let running = 0;
  return async (request, signal) => {
    if (running >= width)
      throw new EngineError('SOLVER_UNAVAILABLE', 'Too many computations of factors just now');
    running += 1;
    try {
      return await sensitivity(request, DEADLINE_MS, signal);
    } finally {
      running -= 1;
    }
  };
}

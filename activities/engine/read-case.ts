/** The case in a request. */
import { type SolveCase, toCase } from './case.ts';
import type { EngineRequest } from './engine.ts';
import { EngineError } from './engine-error.ts';

/** A network that cannot be computed, say because its reactances cancel out, is an error of the payload. */
export function readCase({ payload, jobType }: EngineRequest): SolveCase {
  try {
    return toCase(payload, jobType);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', uncomputable(error), { cause: error });
  }
}

export const uncomputable = ({ message }: Error): string => `The network cannot be computed: ${message}`;

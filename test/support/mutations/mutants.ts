/**
 * Mutations of a correct result. Each mutation gives spoilt copies for a case, or none if the case has no element that
 * it concerns. Every copy is wrong by more than any tolerance, so a correct verifier rejects it.
 */

import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { amountMutations } from './amounts.ts';
import { priceMutations } from './prices.ts';
import { scheduleMutations } from './schedules.ts';
import { shapeMutations } from './shapes.ts';

export type MutableResult = Omit<SolveResult, 'certificate'>;

/** Spoils `result` in place; false if there is nothing to spoil. */
export type Spoil = (result: MutableResult, payload: SolvePayload, seed: number, jobType: JobType) => boolean;

/** Name -> mutation. */
export type Mutations = Readonly<Record<string, Spoil>>;

const MUTATIONS: Mutations = {
  ...scheduleMutations,
  ...amountMutations,
  ...priceMutations,
  ...shapeMutations,
};

/** One mutant per mutation that applies; the seed picks units, hours and buses. */
export function* mutants(
  result: MutableResult,
  payload: SolvePayload,
  jobType: JobType,
  seed: number,
): Iterable<{ readonly mutation: string; readonly result: MutableResult }> {
  for (const [mutation, spoil] of Object.entries(MUTATIONS)) {
    const copy = structuredClone(result);
    if (spoil(copy, payload, seed, jobType)) yield { mutation, result: copy };
  }
}

/** All structural checks of a solve payload. Bad engineering data passes: the engine answers it. */
import type { Stepwise } from '../json/in-slices.ts';
import type { SolvePayload } from '../messages/payload.ts';
import { commitmentData } from './commitment-data.ts';
import { generatorData } from './generator-data.ts';
import { networkData } from './network-data.ts';
import type { PayloadLimits, PayloadProblem } from './problem.ts';
import { seriesLengths } from './series-lengths.ts';
import { uniqueNames } from './unique-names.ts';

const CHECKS = [uniqueNames, seriesLengths, generatorData, networkData, commitmentData];

/** A reply is not the place for more. */
const MAX_PROBLEMS = 100;

export const payloadProblems = (payload: SolvePayload, limits: PayloadLimits): PayloadProblem[] =>
  allOf(payloadProblemsInSteps(payload, limits));

export function* payloadProblemsInSteps(
  payload: SolvePayload,
  limits: PayloadLimits,
): Stepwise<PayloadProblem[]> {
  const problems: PayloadProblem[] = [];
  for (const check of CHECKS) {
    for (const found of check(payload, limits)) {
      if (found) problems.push(found);
      else yield;
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
    yield;
  }
  return problems;
}

function allOf<T>(steps: Stepwise<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The scenarios of a valid matrix, in a fixed order; check countScenarios first, as all are held at once. */
import type { MatrixMethod, ScenarioMatrix } from '../../../temporal/messages/matrix.ts';
import { grid } from './grid.ts';
import { lhsPoints } from './lhs-points.ts';
import { list } from './list.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { randomPoints } from './random-points.ts';
import { sampled } from './sampled.ts';
import type { Sampler } from './sampler.ts';
import type { ScenarioValues } from './scenario-values.ts';
import { sobolPoints } from './sobol-points.ts';

type Expand = (matrix: ScenarioMatrix) => ScenarioValues[];

const EXPANSIONS: Readonly<Record<MatrixMethod, Expand>> = {
  grid: ({ variables }) => grid(variables),
  list: ({ variables, scenarios = [] }) => list(variables, scenarios),
  one_at_a_time: ({ variables }) => oneAtATime(variables),
  random: drawnBy(randomPoints),
  lhs: drawnBy(lhsPoints),
  sobol: drawnBy(sobolPoints),
};

export function expandMatrix(matrix: ScenarioMatrix): ScenarioValues[] {
  return EXPANSIONS[matrix.method](matrix);
}

function drawnBy(sampler: Sampler): Expand {
  return ({ variables, samples = 0, seed = 0 }) =>
    sampled(variables, sampler(samples, variables.length, seed));
}

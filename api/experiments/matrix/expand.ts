/** Expands a matrix of variables into its scenarios. */
import type { ScenarioValues } from '../../../mongo/scenario-runs.ts';
import type {
  GivenMatrix,
  MatrixMethod,
  ScenarioMatrix,
  Variable,
} from '../../../temporal/case/messages/matrix.ts';
import { axisOf, lhsPoints, randomPoints, type Sampler } from './samplers.ts';
import { sobolPoints } from './sobol.ts';

type Expand = (matrix: ScenarioMatrix) => ScenarioValues[];

const EXPANSIONS: Readonly<Record<MatrixMethod, Expand>> = {
  grid: ({ variables }) => grid(variables),
  list: ({ variables, scenarios = [] }) => list(variables, scenarios),
  one_at_a_time: ({ variables }) => oneAtATime(variables),
  random: drawnBy(randomPoints),
  lhs: drawnBy(lhsPoints),
  sobol: drawnBy(sobolPoints),
};

/**
 * The scenarios of a valid matrix, in a fixed order. All of them are held in memory, so check `countScenarios` first.
 */
export function expandMatrix(matrix: ScenarioMatrix): ScenarioValues[] {
  return EXPANSIONS[matrix.method](matrix);
}

/** Number of scenarios of a matrix, without expanding it: a grid may exceed memory. */
export function countScenarios({ method, variables, scenarios = [], samples = 0 }: ScenarioMatrix): number {
  if (method === 'list') return scenarios.length;
  const counts = variables.map((variable) => axisOf(variable).count);
  if (method === 'grid') return counts.reduce((product, count) => product * count, 1);
  return method === 'one_at_a_time' ? counts.reduce((sum, count) => sum + count, 1) : samples;
}

/**
 * Adds variables to a matrix with the method `list` that names none: all names in its scenarios, in order of
 * appearance.
 */
export function withVariables({ variables, ...matrix }: GivenMatrix): ScenarioMatrix {
  if (variables) return { ...matrix, variables };
  const values = new Map<string, number | string>();
  for (const scenario of matrix.scenarios ?? [])
    for (const [name, value] of Object.entries(scenario)) values.set(name, value);
  return {
    ...matrix,
    variables: [...values].map(([name, value]) => ({
      name,
      type: typeof value === 'number' ? 'continuous' : 'categorical',
    })),
  };
}

/** Every combination of levels; the first variable changes slowest. */
function grid(variables: readonly Variable[]): ScenarioValues[] {
  let scenarios: ScenarioValues[] = [{}];
  for (const variable of variables) {
    const axis = axisOf(variable);
    const levels = Array.from({ length: axis.count }, (_, index) => axis.level(index));
    scenarios = scenarios.flatMap((values) => levels.map((level) => ({ ...values, [variable.name]: level })));
  }
  return scenarios;
}

/** The scenarios as submitted; the values of each are in the order of the variables. */
function list(variables: readonly Variable[], scenarios: readonly ScenarioValues[]): ScenarioValues[] {
  return scenarios.map((values) =>
    Object.fromEntries(
      variables.flatMap(({ name }) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  );
}

/** The base unchanged, then every level of every variable with all other variables unchanged. */
function oneAtATime(variables: readonly Variable[]): ScenarioValues[] {
  return [{}, ...variables.flatMap(alone)];
}

function alone(variable: Variable): ScenarioValues[] {
  const axis = axisOf(variable);
  return Array.from({ length: axis.count }, (_, index) => ({ [variable.name]: axis.level(index) }));
}

function drawnBy(sampler: Sampler): Expand {
  return ({ variables, samples = 0, seed = 0 }) =>
    sampled(variables, sampler(samples, variables.length, seed));
}

/** Scenarios at sampled points: each coordinate of a point, a share from 0 to 1, becomes a value of its variable. */
function sampled(variables: readonly Variable[], points: readonly (readonly number[])[]): ScenarioValues[] {
  const axes = variables.map((variable) => ({ name: variable.name, axis: axisOf(variable) }));
  return points.map((shares) =>
    Object.fromEntries(axes.map(({ name, axis }, column) => [name, axis.at(shares[column] ?? 0)])),
  );
}

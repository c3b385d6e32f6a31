/** Expands a matrix over the options of a run of the model builder into one run per scenario. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { object } from 'yup';
import type { ScenarioValues } from '../../mongo/scenario-runs.ts';
import { sharedOptions } from '../../mongo/shared-options.ts';
import type { GivenMatrix, ScenarioMatrix } from '../../temporal/case/messages/matrix.ts';
import {
  type StudyOption,
  type StudyOptions,
  studyOptionFields,
} from '../../temporal/case/messages/study-options.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import { type FieldProblem, Unprocessable } from '../http/errors.ts';
import { validate } from '../http/validate.ts';
import type { ExecutionBody } from '../model-builder/execution.ts';
import { chooseStudy } from '../model-builder/study-options.ts';
import { windowCount } from '../model-builder/submit.ts';
import { expandMatrix } from './matrix/expand.ts';
import { firstOf, type PlannedScenario, refusal, requireFew, type ScenarioPlan } from './plan.ts';

type Options = ExecutionBody['options'];

/** Options that a matrix may vary; hours and windows are the same in all runs of an experiment. */
const VARIED: readonly StudyOption[] = [
  'outage_seed',
  'start',
  'load_scale',
  'wind_scale',
  'emission_price_usd_per_t',
  'unserved_energy_usd_per_mwh',
  'spill_usd_per_mwh',
  'lines',
  'line_penalty_usd_per_mwh',
  'look_ahead_h',
];
const FUEL_PRICE = 'fuel_prices.';
const CHECKED = object(studyOptionFields);
const VARIED_FIELDS: readonly StudyOption[] = [...VARIED, 'fuel_prices'];

/** Range of seeds, `first` to `first + count - 1`; each gives one run. */
export interface Seeds {
  readonly first: number;
  readonly count: number;
}

/** Adds the seeds as a variable of a grid: the variable that changes fastest, or the only one. */
export function withSeeds(matrix: GivenMatrix | undefined, seeds: Seeds | undefined): GivenMatrix {
  const only: GivenMatrix = matrix ?? { method: 'grid' };
  if (!seeds) return only;
  const { method, variables = [] } = only;
  const refuse = (msg: string): never => {
    throw new Unprocessable([{ loc: ['body', 'seeds'], msg, type: 'value_error' }]);
  };
  if (method !== 'grid')
    refuse(`Seeds require the method grid, or no matrix; they cannot be used with ${method}`);
  if (variables.some(({ name }) => name === 'outage_seed'))
    refuse('Use either seeds or a variable named outage_seed, not both');
  const { first, count } = seeds;
  const seed = { name: 'outage_seed', type: 'integer' as const, min: first, max: first + count - 1 };
  return { method: 'grid', variables: [...variables, seed] };
}

interface Runs {
  readonly model: PcmModel;
  readonly network: NetworkContent;
  readonly options: Options;
}

interface Most {
  readonly MAX_SCENARIOS: number;
  readonly MAX_EXPERIMENT_WINDOWS: number;
}

export interface RunPlan extends ScenarioPlan {
  readonly shared: StudyOptions;
  /** Number of solves of each run. */
  readonly windows: number;
  /** Length of each run, h. */
  readonly horizon: number;
}

/**
 * Plans the runs. Throws `Unprocessable` for too many windows, an unknown variable, and a value that a run would
 * refuse.
 */
export async function planRuns(matrix: ScenarioMatrix, runs: Runs, most: Most): Promise<RunPlan> {
  const count = requireFew(matrix, most.MAX_SCENARIOS);
  requireLittleWork(count, runs);
  const places = new Map(matrix.variables.map((variable, at) => [optionOf(variable, at), at]));
  const first = firstOf();
  const scenarios: PlannedScenario[] = [];
  let windows = 1;
  for (const [at, values] of expandMatrix(matrix).entries()) {
    const { options, start } = await study(runs, values, places);
    if (at === 0) {
      windows = windowCount(runs.model, options);
      requireFewWindows(count, windows, most);
    }
    // Only the values of these variables differ between the scenarios of one matrix.
    const varied = [...places.keys()].map((name) => optionIn(options, name) ?? null);
    scenarios.push({ values, solvedAs: first(JSON.stringify(varied), at), study: { options, start } });
    await nextTurn();
  }
  const horizon = scenarios[0]?.study?.options.horizon ?? 1;
  const changes = matrix.variables.map(({ name }) => ({ name, mode: 'absolute' as const, targets: [] }));
  const shared = sharedOptions(
    scenarios.flatMap((scenario) => (scenario.study ? [scenario.study.options] : [])),
  );
  return { changes, scenarios, shared, windows, horizon };
}

function requireFewWindows(scenarios: number, windows: number, { MAX_EXPERIMENT_WINDOWS: most }: Most): void {
  if (scenarios * windows <= most) return;
  const all = `${scenarios} runs of ${windows} solves each are ${scenarios * windows}`;
  throw refusal([], `${all}; at most ${most} are accepted`, 'too_long');
}

/** Maximum number of comparisons of elements and options over all scenarios. */
const MOST_LOOKS = 10_000_000;

/** Limits the work of the checks: each scenario is checked against the whole network and all fuel prices. */
function requireLittleWork(scenarios: number, { network, options }: Runs): void {
  const lists = Object.values(network).filter((part) => Array.isArray(part));
  const elements = lists.reduce((sum, { length }) => sum + length, 0);
  const size = elements + Object.keys(options.fuel_prices ?? {}).length;
  if (scenarios * size <= MOST_LOOKS) return;
  const all = `${scenarios} runs of ${size} elements and prices of fuels are ${scenarios * size} to check`;
  throw refusal([], `${all}; at most ${MOST_LOOKS} are accepted`, 'too_long');
}

/** The option that a variable names; throws `Unprocessable` for an unknown name. */
function optionOf({ name, mode }: ScenarioMatrix['variables'][number], at: number): string {
  if (!isVaried(name)) {
    const names = [...VARIED, `${FUEL_PRICE}<fuel>`].join(', ');
    throw refusal(
      ['variables', at, 'name'],
      `Runs do not vary ${name}: accepted are ${names}`,
      'unknown_variable',
    );
  }
  if (mode !== undefined && mode !== 'absolute')
    throw refusal(['variables', at, 'mode'], 'An option takes values as they are: absolute', 'value_error');
  return name;
}

const isVaried = (name: string): boolean =>
  VARIED.some((option) => option === name) || name.startsWith(FUEL_PRICE);

/** The run of one scenario. A problem is located at the variable that caused it, or at the options of all runs. */
async function study(
  { model, network, options }: Runs,
  values: ScenarioValues,
  places: ReadonlyMap<string, number>,
) {
  const say = (loc: FieldProblem['loc']): FieldProblem['loc'] => {
    const path = loc.slice(1).filter((part) => part !== 'options');
    const at = places.get(path.join('.')) ?? places.get(String(path[0]));
    return at === undefined
      ? ['body', 'execution', 'options', ...path]
      : ['body', 'scenario_matrix', 'variables', at];
  };
  try {
    return chooseStudy(model, withValues(options, await checked(values)), network);
  } catch (error) {
    if (!(error instanceof Unprocessable)) throw error;
    throw new Unprocessable(error.detail.map((problem) => ({ ...problem, loc: say(problem.loc) })));
  }
}

/** Options that the matrix varies, by name. */
type Varied = Partial<Options>;

/** Converts the varied values to options. Options that all scenarios share were checked with the body. */
async function checked(values: ScenarioValues): Promise<Varied> {
  const fuels = Object.entries(values).filter(([name]) => name.startsWith(FUEL_PRICE));
  const prices = fuels.map(([name, price]) => [name.slice(FUEL_PRICE.length), price]);
  const varied = {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(FUEL_PRICE))),
    ...(prices.length > 0 && { fuel_prices: Object.fromEntries(prices) }),
  };
  const names = VARIED_FIELDS.filter((name) => Object.hasOwn(varied, name));
  return validate(CHECKED.pick(names), 'body', varied);
}

const withValues = (options: Options, varied: Varied): Options => ({
  ...options,
  ...varied,
  ...(varied.fuel_prices && { fuel_prices: { ...options.fuel_prices, ...varied.fuel_prices } }),
});

const optionIn = ({ fuel_prices = {}, ...options }: Varied, name: string): unknown =>
  name.startsWith(FUEL_PRICE)
    ? fuel_prices[name.slice(FUEL_PRICE.length)]
    : Object.entries(options).find(([option]) => option === name)?.[1];

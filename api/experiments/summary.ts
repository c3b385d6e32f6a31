/** Summary of an experiment: progress, extremes, base, effect of each variable, and sampled outages (pure). */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { experimentOutcome, tallyOf } from '../../mongo/scenario-tally.ts';
import { partsOf } from '../../temporal/case/arithmetic/outcome.ts';
import { allRounded, rounded } from '../../temporal/case/arithmetic/rounded.ts';
import { SAMPLED_METHODS } from '../../temporal/case/messages/matrix.ts';
import { type Change, isNeutral } from '../../temporal/case/scenario/change.ts';
import type { ScenarioView } from './scenario-view.ts';
import type { ExperimentSummary } from './summary-schema.ts';
import { mean, summarizeVariable } from './variable-summary.ts';

type Summarized = Pick<
  ExperimentRecord,
  '_id' | 'status' | 'error' | 'scenarios_total' | 'scenario_matrix' | 'changes' | 'execution'
>;

export function summarizeExperiment(
  experiment: Summarized,
  scenarios: readonly ScenarioView[],
): ExperimentSummary {
  const { scenario_matrix, changes } = experiment;
  const monte_carlo = monteCarlo(experiment, scenarios);
  const ranked = scenarios.filter(hasSchedule).sort((a, b) => a.objective_value - b.objective_value);
  const { counts, ended } = tallyOf(scenarios.map(asGroup));
  const completed = partsOf(ended);
  return {
    experiment_id: experiment._id,
    status: experiment.status,
    scenarios_total: experiment.scenarios_total,
    scenarios_completed: completed,
    scenarios_failed: counts.failed,
    scenarios_without_schedule: completed - ranked.length,
    ...experimentOutcome(ended, experiment.scenarios_total, experiment),
    best: ranked[0] ?? null,
    worst: ranked.at(-1) ?? null,
    base: scenarios.find((scenario) => isBase(scenario, changes)) ?? null,
    variables: scenario_matrix.variables.flatMap((variable) => {
      const change = changes.find(({ name }) => name === variable.name);
      return change ? [summarizeVariable(variable, change.mode, scenarios)] : [];
    }),
    ...(monte_carlo && { monte_carlo }),
  };
}

const hasSchedule = (scenario: ScenarioView): scenario is ScenarioView & { objective_value: number } =>
  scenario.status === 'completed' && scenario.objective_value !== null;

const asGroup = ({ status, termination_status, error, objective_value, unsolved_windows }: ScenarioView) => ({
  _id: {
    status,
    cause: termination_status ?? error?.code ?? status,
    hasAnswer: objective_value !== null,
    hasGaps: (unsolved_windows ?? 0) > 0,
  },
  parts: 1,
});

/** True if the scenario equals the base: it sets no variable, or only factors of 1 and summands of 0. */
const isBase = ({ values }: ScenarioView, changes: readonly Change[]): boolean =>
  changes.every(({ name, mode }) => {
    const value = values[name];
    return value === undefined || isNeutral(mode, value);
  });

type Group = NonNullable<ExperimentSummary['monte_carlo']>['groups'][number];
type Statistics = NonNullable<Group['total_cost_usd']>;
type Values = Readonly<Record<string, number | string>>;

const YEAR_H = 8760;
/** Maximum number of groups listed in a summary. */
const MAX_GROUPS = 100;
const SEED = 'outage_seed';

/**
 * Runs with different seeds taken together: each is one sample of the same period with other outages, so that
 *
 *     EUE = mean of the energy not served,  LOLE = mean of the days, LOLH = mean of the hours with load not served
 *     standard error of a mean = s / sqrt(n),  s^2 = sum (x - mean)^2 / (n - 1)
 *
 * Billinton, Allan: Reliability Evaluation of Power Systems, 2nd ed. (1996), 2.6 (LOLE and energy indices) and 12.3, 12.5
 * (sequential simulation, and when enough has been drawn). Percentiles are interpolated between the sorted samples by
 * type 7 of Hyndman, Fan: Sample Quantiles in Statistical Packages, The American Statistician 50(4), 1996. Undefined for
 * an experiment of solves.
 */
export function monteCarlo(
  { execution, scenario_matrix }: Pick<ExperimentRecord, 'execution' | 'scenario_matrix'>,
  scenarios: readonly ScenarioView[],
): ExperimentSummary['monte_carlo'] {
  if (!execution) return undefined;
  // In a sampled matrix, every run is a sample whatever its values, so all runs form one group.
  const isDrawn = SAMPLED_METHODS.includes(scenario_matrix.method);
  const groups = new Map<string, { values: Values; runs: ScenarioView[] }>();
  for (const run of scenarios) {
    const values = isDrawn ? {} : withoutSeed(run.values);
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, runs: [] };
    group.runs.push(run);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  return {
    hours: execution.horizon,
    groups: all.slice(0, MAX_GROUPS).map(({ values, runs }) => summarize(values, runs, execution.horizon)),
    groups_omitted: Math.max(0, all.length - MAX_GROUPS),
  };
}

const withoutSeed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== SEED));

type Figure = 'total_cost_usd' | 'unserved_mwh' | 'unserved_hours' | 'unserved_days' | 'co2_t';

function summarize(values: Values, runs: readonly ScenarioView[], hours: number): Group {
  const answered = runs.filter(({ total_cost_usd }) => total_cost_usd !== null);
  const of = (figure: Figure) => statistics(answered.flatMap((run) => run[figure] ?? []));
  const perYear = (figure: Figure) => {
    const { mean: per_run, standard_error } = of(figure) ?? {};
    if (per_run === undefined || standard_error === undefined) return null;
    return { per_run, standard_error, per_year: rounded((per_run * YEAR_H) / hours) };
  };
  return {
    values,
    runs: answered.length,
    runs_without_answer: runs.length - answered.length,
    unsolved_windows: answered.reduce((sum, run) => sum + (run.unsolved_windows ?? 0), 0),
    eue_mwh: perYear('unserved_mwh'),
    lole_days: perYear('unserved_days'),
    lolh_hours: perYear('unserved_hours'),
    total_cost_usd: of('total_cost_usd'),
    unserved_mwh: of('unserved_mwh'),
    co2_t: of('co2_t'),
  };
}

/** Statistics of samples; null without any sample. A single sample has no standard deviation. */
export function statistics(samples: readonly number[]): Statistics | null {
  const average = mean(samples);
  if (average === null) return null;
  const n = samples.length;
  const squares = samples.reduce((sum, value) => sum + (value - average) ** 2, 0);
  const deviation = n > 1 ? Math.sqrt(squares / (n - 1)) : null;
  const sorted = [...samples].sort((a, b) => a - b);
  return allRounded({
    mean: average,
    standard_deviation: deviation,
    standard_error: deviation === null ? null : deviation / Math.sqrt(n),
    p5: percentile(sorted, 0.05),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
  });
}

function percentile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (place - Math.floor(place)) * (above - below);
}

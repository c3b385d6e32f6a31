/** An experiment in one answer: how far it is, its extremes, its base, what each variable did (pure). */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { type Change, isNeutral } from '../../temporal/case/scenario/change.ts';
import { monteCarlo } from './monte-carlo.ts';
import type { ScenarioView } from './scenario-view.ts';
import type { ExperimentSummary } from './summary-schema.ts';
import { summarizeVariable } from './variable-summary.ts';

type Summarized = Pick<
  ExperimentRecord,
  '_id' | 'status' | 'scenarios_total' | 'scenario_matrix' | 'changes' | 'execution'
>;

export function summarizeExperiment(
  experiment: Summarized,
  scenarios: readonly ScenarioView[],
): ExperimentSummary {
  const { scenario_matrix, changes } = experiment;
  const monte_carlo = monteCarlo(experiment, scenarios);
  const ranked = scenarios.filter(hasSchedule).sort((a, b) => a.objective_value - b.objective_value);
  const ended = scenarios.filter(({ status }) => isTerminal(status)).length;
  return {
    experiment_id: experiment._id,
    status: experiment.status,
    scenarios_total: experiment.scenarios_total,
    scenarios_completed: ended,
    scenarios_failed: scenarios.filter(({ status }) => status === 'failed').length,
    scenarios_without_schedule: ended - ranked.length,
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

/** Nothing is set, or only factors of 1 and summands of 0. */
const isBase = ({ values }: ScenarioView, changes: readonly Change[]): boolean =>
  changes.every(({ name, mode }) => {
    const value = values[name];
    return value === undefined || isNeutral(mode, value);
  });

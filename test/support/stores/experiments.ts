/** Experiments and scenarios for tests: defaults, which a test changes, and stores that only read. */
import { randomUUID } from 'node:crypto';
import type { ExperimentDeps } from '../../../api/experiments/deps.ts';
import type { ExperimentRecord } from '../../../mongo/experiments.ts';
import { type ScenarioRunRecord, scenarioRunId, WAITING } from '../../../mongo/scenario-runs.ts';
import type { SolveFigures } from '../../../temporal/case/messages/solve-run.ts';

const AT = new Date('2026-01-01T00:00:00Z');

export const FIGURES: SolveFigures = {
  solveTimeS: 0.5,
  totalCostUsd: 1000,
  penaltyUsd: 25,
  averageLmp: 20,
  maxLmp: 30,
  peakLoadMw: 100,
  generationMwh: 2400,
  startups: 1,
};

export const anExperiment = (changes: Partial<ExperimentRecord> = {}): ExperimentRecord => ({
  _id: randomUUID(),
  user_id: 'ann',
  status: 'completed',
  submitted_at: AT,
  started_at: AT,
  finished_at: AT,
  error: null,
  workflow_started: true,
  checked_at: AT,
  name: 'load sweep',
  base_scenario_id: 'base',
  base_version: 'v1',
  job_type: 'uc',
  solver: 'highs',
  mip_gap: 0.001,
  scenario_matrix: {
    method: 'grid',
    variables: [{ name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 3 }],
  },
  changes: [
    {
      name: 'load',
      mode: 'multiply',
      targets: [{ collection: 'loads', positions: [0], fields: ['values'] }],
    },
  ],
  timeout_per_scenario: 300,
  max_parallel: 4,
  scenarios_total: 3,
  attempt: 1,
  answered_before: 0,
  ...changes,
});

export const aScenarioRun = (
  { _id }: Pick<ExperimentRecord, '_id'>,
  index: number,
  changes: Partial<ScenarioRunRecord> = {},
): ScenarioRunRecord => ({
  _id: scenarioRunId(_id, index),
  experiment_id: _id,
  index,
  scenario_id: `base-${index}`,
  values: {},
  job_id: randomUUID(),
  solved_as: null,
  attempt: 1,
  ...WAITING,
  ...changes,
});

/** A scenario that was solved and has a schedule. */
export const aSolvedRun = (
  experiment: Pick<ExperimentRecord, '_id'>,
  index: number,
  changes: Partial<ScenarioRunRecord> = {},
): ScenarioRunRecord =>
  aScenarioRun(experiment, index, {
    status: 'completed',
    termination_status: 'OPTIMAL',
    objective_value: 1000,
    mip_gap: 0,
    figures: FIGURES,
    finished_at: AT,
    ...changes,
  });

/** Experiments for routes that only read; any other method is missing. */
export function experimentReader(
  experiments: readonly ExperimentRecord[],
  runs: readonly ScenarioRunRecord[],
): Pick<ExperimentDeps, 'experiments' | 'scenarioRuns'> {
  const of = (id: string) => runs.filter(({ experiment_id }) => experiment_id === id);
  const reader = {
    experiments: { find: async (id: string) => experiments.find(({ _id }) => _id === id) ?? null },
    scenarioRuns: {
      all: async function* (id: string) {
        yield* of(id);
      },
      list: async (id: string, status: string | undefined, limit: number, offset: number) => {
        const rows = of(id).filter((run) => status === undefined || run.status === status);
        return { rows: rows.slice(offset, offset + limit), total: rows.length };
      },
    },
  };
  return reader as unknown as Pick<ExperimentDeps, 'experiments' | 'scenarioRuns'>;
}

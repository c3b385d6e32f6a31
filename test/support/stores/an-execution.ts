/** Records of the model builder for tests. */
import { randomUUID } from 'node:crypto';
import type { ExecutionRecord } from '../../../mongo/executions.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import type { WindowOutcome } from '../../../mongo/windows.ts';
import type { ExecutionResults } from '../../../temporal/case/messages/execution.ts';
import type { DayTotals } from '../../../temporal/case/messages/rolling.ts';

export const anExecution = (userId: string, changes: Partial<ExecutionRecord> = {}): ExecutionRecord => ({
  ...newRecord(randomUUID(), userId, new Date()),
  pcm_model_id: 'pcm-rolling',
  solver: { id: 'highs', time_limit: 300, mip_gap: 0.001, presolve: 'choose', random_seed: 0 },
  network_id: 'demo-6bus',
  network_version: 'a'.repeat(64),
  options: { horizon: 72, include_reserves: false },
  windows: 3,
  results: null,
  ...changes,
});

export const TOTALS: DayTotals = {
  energy_usd: 900,
  no_load_usd: 80,
  startup_usd: 20,
  penalty_usd: 5,
  total_cost_usd: 1000,
  load_mwh: 50,
  peak_load_mw: 4,
  unserved_mwh: 0,
  average_lmp_usd_per_mwh: 20,
  generation_mwh: { g1: 50 },
  starts: { g1: 1 },
};

const { total_cost_usd, ...totals } = TOTALS;

export const RESULTS: ExecutionResults = {
  objective_value: 1005,
  termination_status: 'FEASIBLE',
  solve_time_s: 1.5,
  total_cost_usd,
  job_id: '6f1c2f6e-0d5f-4c38-9a53-2f8f5e6f0a11',
  message: null,
  totals,
};

export const UNSOLVED: WindowOutcome = {
  termination_status: 'TIMEOUT',
  solve_time_s: 5,
  mip_gap: null,
  totals: null,
  hourly: null,
  state: null,
  message: 'No schedule was found in time',
};

export const SOLVED: WindowOutcome = {
  termination_status: 'OPTIMAL',
  solve_time_s: 0.5,
  mip_gap: 0,
  totals: TOTALS,
  hourly: { load_mw: [1, 4], average_lmp_usd_per_mwh: [null, 20] },
  state: { generators: { g1: { status: 3, power_mw: 2, reserve_mw: 0 } }, storage: {} },
  message: null,
};

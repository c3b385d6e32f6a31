/** A scenario of an experiment, solved by default. */
import { type Row, toRow } from '../../../../../api/web/experiments/rows.ts';

export const aRow = (scenario_index: number, changes: Partial<Row> = {}): Row => ({
  ...toRow({
    scenario_index,
    scenario_id: `base#${scenario_index}`,
    job_id: `job-${scenario_index}`,
    status: 'completed',
    termination_status: 'OPTIMAL',
    values: {},
    solved_as: null,
    warm_started_from: null,
    objective_value: 100,
    total_cost_usd: 100,
    solve_time_s: 1,
    mip_gap: 0,
    avg_lmp_usd_per_mwh: 20,
    max_lmp_usd_per_mwh: 30,
    peak_load_mw: 50,
    total_generation_mwh: 900,
    startups: 1,
    reason: null,
    error: null,
    finished_at: null,
  }),
  ...changes,
});

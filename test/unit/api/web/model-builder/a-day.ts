/** A day of a run as the server reports it, solved by default. */
import type { RunDay } from '../../../../../api/web/model-builder/days.ts';

export const aDay = (day: number, changes: Partial<NonNullable<RunDay['totals']>> | null = {}): RunDay => ({
  day,
  start_hour: 24 * (day - 1),
  start_time: null,
  hours: 24,
  job_id: `job-${day}`,
  termination_status: changes ? 'OPTIMAL' : 'INFEASIBLE',
  solve_time_s: 1,
  mip_gap: 0,
  message: changes ? null : 'Too little capacity',
  hourly: changes && { load_mw: [10, 30], average_lmp_usd_per_mwh: [null, day] },
  totals: changes && {
    energy_usd: 80,
    no_load_usd: 15,
    startup_usd: 5,
    penalty_usd: 1,
    total_cost_usd: 100,
    load_mwh: 40,
    peak_load_mw: 30,
    unserved_mwh: 0,
    average_lmp_usd_per_mwh: 20,
    generation_mwh: { a: 30, b: 8, c: 2 },
    starts: { a: 1, b: 1 },
    ...changes,
  },
});

/** A solved window -> the day that clients see (pure); nothing of one that is still open. */
import type { WindowRecord } from '../../mongo/windows.ts';
import type { ExecutionDay } from '../schemas/execution-day.ts';

export function toDays({ index, start_hour, kept_hours, job_id, outcome }: WindowRecord): ExecutionDay[] {
  if (!outcome) return [];
  const { termination_status, solve_time_s, mip_gap, message, totals } = outcome;
  return [
    {
      day: index + 1,
      start_hour,
      hours: kept_hours,
      job_id,
      termination_status,
      solve_time_s,
      mip_gap,
      message,
      totals,
    },
  ];
}

/** One solve of an execution as clients see it: a day of a rolling horizon, or the whole of any other execution. */
import { array, type InferType, number, object, string } from 'yup';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { WindowRecord } from '../../mongo/windows.ts';
import { finite, quantity } from '../../temporal/case/elements/units.ts';
import { TERMINATION_STATUSES } from '../../temporal/case/messages/result.ts';
import { stampAt } from './execution.ts';
import { totalsFields } from './totals-fields.ts';

const hourly = object({
  load_mw: array(quantity('MW', 'Demand of all buses')).required(),
  average_lmp_usd_per_mwh: array(
    finite()
      .nullable()
      .defined()
      .meta({ unit: '$/MWh', description: 'Load-weighted price; null in an hour without load' }),
  ).required(),
});

export const executionDay = object({
  day: number().integer().min(1).required().meta({ description: 'Position, from 1' }),
  start_hour: number().integer().min(0).required().meta({ description: 'First hour of the horizon, from 0' }),
  start_time: string().nullable().defined().meta({
    description: 'Time of the first hour, with its offset from UTC; null when the network has no date',
  }),
  hours: number()
    .integer()
    .min(1)
    .required()
    .meta({ unit: 'h', description: 'Number of kept hours, without look-ahead' }),
  job_id: string().required().meta({ description: 'Id of the solve job' }),
  termination_status: string().oneOf(TERMINATION_STATUSES).required(),
  solve_time_s: quantity('s', 'Duration of the solve').min(0),
  mip_gap: finite().nullable().defined().meta({ description: 'Relative gap; null without a bound' }),
  message: string()
    .nullable()
    .defined()
    .meta({ description: 'Reason why there is no schedule; null when there is one' }),
  totals: object({ ...totalsFields(), total_cost_usd: quantity('$', 'Cost of operation, without penalties') })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Sums over the kept hours; null without a schedule' }),
  hourly: hourly.nullable().default(undefined).defined().meta({
    description:
      'Hourly values of the kept hours; null without a schedule, and in runs older than this field',
  }),
});
export type ExecutionDay = InferType<typeof executionDay>;

/** Days of the closed windows; an open window has no entry yet. */
export function toDays(
  execution: Pick<ExecutionRecord, 'start'>,
  { index, start_hour, kept_hours, job_id, outcome }: WindowRecord,
): ExecutionDay[] {
  if (!outcome) return [];
  const { termination_status, solve_time_s, mip_gap, message, totals, hourly = null } = outcome;
  return [
    {
      day: index + 1,
      start_hour,
      start_time: stampAt(execution, start_hour),
      hours: kept_hours,
      job_id,
      termination_status,
      solve_time_s,
      mip_gap,
      message,
      totals,
      hourly: hourly && {
        load_mw: [...hourly.load_mw],
        average_lmp_usd_per_mwh: [...hourly.average_lmp_usd_per_mwh],
      },
    },
  ];
}

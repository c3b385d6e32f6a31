/** The report of an execution as clients see it. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import { finite, quantity } from '../../temporal/case/elements/units.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { verdictSchema } from '../../temporal/case/messages/result.ts';
import {
  busFields,
  costFields,
  fuelFields,
  lineFields,
  outputFields,
  penaltyFields,
  reserveFields,
  revenueFields,
  storageFields,
} from '../../temporal/case/messages/window-part.ts';
import { realTimeSchema } from './real-time-report.ts';

const orNull = (unit: '$/MWh', description: string) =>
  finite().nullable().defined().meta({ unit, description });
const hours = (description: string) => quantity('h', description).min(0);

/** What units give, cost and earn: of one, or of a group of them. */
const unitSums = {
  ...outputFields,
  ...fuelFields,
  ...costFields,
  total_cost_usd: quantity('$', 'Sum of the four'),
  ...revenueFields,
  uplift_usd: quantity('$', 'Make-whole payment: max(0, cost - revenues) of each unit and day'),
};

/** Sums over all lines, products and buses. */
export const flowFields = {
  unserved_hours: hours('In which load is not served, wherever'),
  congestion_rent_usd: quantity('$', 'Over all lines'),
  loss_rent_usd: quantity('$', 'What losses earn at the margin'),
  losses_mwh: quantity('MWh', 'Transmission losses'),
  reserve_shortage_mwh: quantity('MWh', 'Reserve that was missing, over all products'),
  overflow_mwh: quantity('MWh', 'Flow above soft limits'),
};
const systemSums = {
  ...flowFields,
  ...penaltyFields,
  penalty_usd: quantity('$', 'Sum of the three'),
  average_lmp_usd_per_mwh: orNull('$/MWh', 'Load-weighted; null without load'),
};

const label = (description: string) => string().nullable().defined().meta({ description });

const unitRow = object({
  unit: string().required(),
  kind: string()
    .oneOf(['generator', 'renewable', 'storage'] as const)
    .required(),
  type: label('As the network says; null when it says nothing'),
  fuel: label('As the network says'),
  area: label('Of its bus'),
  bus: number().integer().nullable().defined(),
  capacity_mw: quantity('MW', 'Largest output; of renewables the most that their series offers'),
  capacity_factor: finite()
    .nullable()
    .defined()
    .meta({ description: 'Energy over capacity times hours; of storage what it gave' }),
  ...unitSums,
});
export type UnitRow = InferType<typeof unitRow>;

const groupRow = object({
  group: label('Null: units of which the network does not say it'),
  units: number().integer().required().meta({ description: 'How many' }),
  capacity_mw: quantity('MW', 'Together'),
  capacity_factor: finite().nullable().defined(),
  ...unitSums,
});
const areaRow = groupRow.shape(busFields);

const isNumbers = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

const monthRow = object({
  month: string().required().meta({ description: '2020-07' }),
  hours: hours('Kept hours with a schedule'),
  ...unitSums,
  ...busFields,
  ...systemSums,
  generation_mwh_by_type: mixed(isNumbers)
    .required()
    .meta({ description: 'Type -> MWh; `other` without one' }),
  generation_mwh_by_fuel: mixed(isNumbers)
    .required()
    .meta({ description: 'Fuel -> MWh; of what has none by its type' }),
  ...storageFields,
});

const curve = (unit: 'MW' | '$/MWh', description: string) =>
  array(
    object({
      share: quantity('%', 'Of the hours that are at least as high'),
      value: quantity(unit, description),
    }),
  ).required();

export const reportSchema = object({
  execution_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  start: label('First hour, local time with its offset; null when the network has no series_start'),
  hours: hours('Kept hours with a schedule'),
  windows_total: number().integer().required(),
  windows_done: number().integer().required().meta({ description: 'The report is over these' }),
  warnings: array(string().required())
    .required()
    .meta({ description: 'What solves warned of, once each, with their days' }),
  without_schedule: array(
    object({
      start_hour: number().integer().required(),
      hours: hours('Of which there is no schedule, and nothing in the report'),
      message: label('Why'),
    }),
  ).required(),
  verdict: verdictSchema
    .required()
    .meta({ description: 'What the schedules of the run serve and keep, in words' }),
  certificate: object({
    windows: number().integer().required().meta({ description: 'Of which the verifier has spoken' }),
    verified: boolean().required().meta({ description: 'Every check of every one of them is ok' }),
    largest_violation: number()
      .required()
      .meta({ description: 'Share of its tolerance to which the worst check goes' }),
    largest_mip_gap: number().nullable().defined().meta({ description: 'Null where a window has none' }),
    largest_independent_gap: number()
      .nullable()
      .defined()
      .meta({ description: 'The same, proven by the verifier without the solver' }),
  })
    .required()
    .meta({
      description:
        'Of the run as a whole: each window begins in the state that the one before left, and each is verified',
    }),
  totals: object({
    ...unitSums,
    ...busFields,
    ...systemSums,
    objective_value: quantity('$', 'Cost of operation and penalties'),
    hours_without_prices: hours('In which nothing is paid or earned here'),
    settlement_residual_usd: quantity(
      '$',
      'Largest of a window: load payment - (revenue + congestion rent + loss rent), but for rounding 0',
    ),
  }).required(),
  by_unit: array(unitRow).required(),
  by_type: array(groupRow).required(),
  by_fuel: array(groupRow).required(),
  by_area: array(areaRow).required(),
  by_month: array(monthRow).required().meta({ description: 'Empty when the network has no series_start' }),
  reserves: array(object({ product: string().required(), ...reserveFields })).required(),
  storage: array(
    object({
      storage: string().required(),
      charged_mwh: quantity('MWh', 'Taken from the network'),
      discharged_mwh: quantity('MWh', 'Given to the network'),
      cycles: finite().nullable().defined().meta({ description: 'Energy given over energy capacity' }),
    }),
  ).required(),
  lines: array(object({ line: string().required(), ...lineFields }))
    .required()
    .meta({ description: 'Those that bound or earned, largest rent first' }),
  real_time: realTimeSchema
    .optional()
    .default(undefined)
    .meta({ description: 'Of a run with real_time, whichever market the rest is of' }),
  load_duration: curve('MW', 'Load of all buses'),
  price_duration: curve('$/MWh', 'Price, load-weighted over buses'),
});
export type Report = InferType<typeof reportSchema>;

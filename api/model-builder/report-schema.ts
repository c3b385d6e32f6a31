/** The report of an execution as clients see it. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import { finite, optionalQuantity, quantity } from '../../temporal/case/elements/units.ts';
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

/** Output, costs and revenues of one unit or of a group. */
const unitSums = {
  ...outputFields,
  ...fuelFields,
  ...costFields,
  total_cost_usd: quantity('$', 'Sum of the four costs above'),
  ...revenueFields,
  uplift_usd: quantity('$', 'Make-whole payment: max(0, cost - revenues) of each unit and day'),
};

/** Fields of sums over all lines, products and buses. */
export const flowFields = {
  unserved_hours: hours('Hours with load not served at any bus'),
  congestion_rent_usd: quantity('$', 'Congestion rent of all lines'),
  loss_rent_usd: quantity('$', 'Marginal loss surplus'),
  losses_mwh: quantity('MWh', 'Transmission losses'),
  reserve_shortage_mwh: quantity('MWh', 'Reserve shortage over all products'),
  overflow_mwh: quantity('MWh', 'Flow above soft limits'),
};
const systemSums = {
  ...flowFields,
  ...penaltyFields,
  penalty_usd: quantity('$', 'Sum of the three penalties'),
  average_lmp_usd_per_mwh: orNull('$/MWh', 'Load-weighted average price; null without load'),
};

const label = (description: string) => string().nullable().defined().meta({ description });

const unitRow = object({
  unit: string().required(),
  kind: string()
    .oneOf(['generator', 'renewable', 'storage'] as const)
    .required(),
  type: label('Type in the network; null if it has none'),
  fuel: label('Fuel in the network; null if it has none'),
  area: label('Area of the bus'),
  bus: number().integer().nullable().defined(),
  capacity_mw: quantity('MW', 'Largest output; for renewables, the maximum of their series'),
  capacity_factor: finite()
    .nullable()
    .defined()
    .meta({ description: 'Energy divided by capacity times hours; for storage, energy discharged' }),
  ...unitSums,
});
export type UnitRow = InferType<typeof unitRow>;

const groupRow = object({
  group: label('Name of the group; null for units without it in the network'),
  units: number().integer().required().meta({ description: 'Number of units' }),
  capacity_mw: quantity('MW', 'Together'),
  capacity_factor: finite().nullable().defined(),
  ...unitSums,
});
const areaRow = groupRow.shape(busFields);

const isNumbers = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

const monthRow = object({
  month: string().required().meta({ description: 'Month, such as 2020-07' }),
  hours: hours('Kept hours with a schedule'),
  ...unitSums,
  ...busFields,
  ...systemSums,
  generation_mwh_by_type: mixed(isNumbers)
    .required()
    .meta({ description: 'Type -> MWh; `other` for units without a type' }),
  generation_mwh_by_fuel: mixed(isNumbers)
    .required()
    .meta({ description: 'Fuel -> MWh; units without a fuel are counted by type' }),
  ...storageFields,
});

const curve = (unit: 'MW' | '$/MWh', description: string) =>
  array(
    object({
      share: quantity('%', 'Share of hours with at least this value'),
      value: quantity(unit, description),
    }),
  ).required();

export const reportSchema = object({
  execution_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  start: label('First hour, local time with its offset; null when the network has no series_start'),
  hours: hours('Kept hours with a schedule'),
  windows_total: number().integer().required(),
  windows_done: number()
    .integer()
    .required()
    .meta({ description: 'Finished windows, which the report covers' }),
  warnings: array(string().required())
    .required()
    .meta({ description: 'Warnings of the solves, each once, with their days' }),
  without_schedule: array(
    object({
      start_hour: number().integer().required(),
      hours: hours('Hours without a schedule, which the report leaves out'),
      message: label('Why'),
    }),
  ).required(),
  verdict: verdictSchema
    .required()
    .meta({ description: 'Load and limits that the schedules respect, in words' }),
  certificate: object({
    windows: number().integer().required().meta({ description: 'Number of windows checked by the verifier' }),
    verified: boolean().required().meta({ description: 'True if every check of every window passed' }),
    largest_violation: number()
      .required()
      .meta({ description: 'Largest violation of any check, as a share of its tolerance' }),
    largest_mip_gap: number()
      .nullable()
      .defined()
      .meta({ description: 'Largest gap of a window; null if any window has none' }),
    largest_independent_gap: number()
      .nullable()
      .defined()
      .meta({ description: 'Largest gap against the independent bound of the verifier' }),
  })
    .required()
    .meta({
      description:
        'Verification of the whole run: each window starts from the final state of the previous one, and each is verified',
    }),
  totals: object({
    ...unitSums,
    ...busFields,
    ...systemSums,
    objective_value: quantity('$', 'Cost of operation and penalties, less the value of accepted demand'),
    bid_value_usd: optionalQuantity('$', 'Value of the accepted demand of bids; absent without bids'),
    hours_without_prices: hours('Hours without prices, which have no payments or revenues here'),
    settlement_residual_usd: quantity(
      '$',
      'Largest imbalance of a window: load payment - (revenue + congestion rent + loss rent); 0 up to rounding',
    ),
  }).required(),
  by_unit: array(unitRow).required(),
  by_type: array(groupRow).required(),
  by_fuel: array(groupRow).required(),
  by_area: array(areaRow).required(),
  by_month: array(monthRow)
    .required()
    .meta({ description: 'Figures by month; empty when the network has no series_start' }),
  reserves: array(object({ product: string().required(), ...reserveFields })).required(),
  storage: array(
    object({
      storage: string().required(),
      charged_mwh: quantity('MWh', 'Energy charged'),
      discharged_mwh: quantity('MWh', 'Energy discharged'),
      cycles: finite()
        .nullable()
        .defined()
        .meta({ description: 'Discharged energy divided by energy capacity' }),
    }),
  ).required(),
  lines: array(object({ line: string().required(), ...lineFields }))
    .required()
    .meta({ description: 'Lines that were binding or earned rent, largest rent first' }),
  real_time: realTimeSchema.optional().default(undefined).meta({
    description: 'Real-time figures, only for a run with real_time; independent of the selected market',
  }),
  load_duration: curve('MW', 'Total load'),
  price_duration: curve('$/MWh', 'Load-weighted average price'),
});
export type Report = InferType<typeof reportSchema>;

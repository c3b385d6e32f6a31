/** The result of a solve. Hours are positions, 0-based; powers in MW, prices in $/MWh, costs in $. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { SOLVERS } from '../../solvers.ts';
import { isoDate, optionalQuantity } from '../elements/units.ts';
import { INTERVAL_MINUTES } from '../schema.ts';
import { certificateSchema } from './certificate.ts';
import { convergenceSchema } from './convergence.ts';
import { END_REASON_MEANING, END_REASONS } from './end-reason.ts';
import { familyFields } from './families.ts';
import { infeasibilitySchema } from './infeasibility.ts';
import { partialSeries, record, series } from './series.ts';
import { settlementSchema } from './settlement.ts';

export type { Series } from './series.ts';

export const TERMINATION_STATUSES = ['OPTIMAL', 'FEASIBLE', 'INFEASIBLE', 'TIMEOUT'] as const;
export type TerminationStatus = (typeof TERMINATION_STATUSES)[number];

export interface LmpComponents {
  energy: number[];
  congestion: number[];
  loss: number[];
}

export interface StorageSchedule {
  charge_mw: number[];
  discharge_mw: number[];
  energy_mwh: number[];
  /** Spilled power, MW; present if the storage has an inflow. */
  spill_mw?: number[];
}

const bindingConstraintSchema = object({
  line_id: string().required(),
  contingency_id: string().nullable().defined().meta({ description: 'null = base case' }),
  hour: number().integer().min(0).required(),
  flow_mw: number().required(),
  shift_flow_mw: optionalQuantity('MW', 'Part of flow_mw that phase shifts make; absent where it is 0'),
  limit_mw: number().required(),
  shadow_price_usd_per_mwh: number().required(),
});
export type BindingConstraint = InferType<typeof bindingConstraintSchema>;

const flowMultiplierSchema = object({
  line_id: string().required(),
  contingency_id: string().nullable().defined().meta({ description: 'null = base case' }),
  hour: number().integer().min(0).required(),
  usd_per_mwh: number().required().meta({
    unit: '$/MWh',
    description: 'Dual of the limit: at most 0 for flow <= limit, at least 0 for flow >= -limit',
  }),
});

/** Multipliers of the relaxation. They are not part of the schedule, and are not settlement prices. */
export const multipliersSchema = object({
  energy_usd_per_mwh: series(
    'bus_<n>, one bus of each island -> $/MWh per hour at that bus, without losses',
  ).required(),
  reserve_usd_per_mw: series('Product -> $/MW per hour').required(),
  flow_limits: array(flowMultiplierSchema).required(),
  generator_outages: series('Contingency that loses generators -> $/MW per hour').required(),
  ...familyFields.multipliers,
}).meta({
  description:
    'Lagrange multipliers from which the verifier computes independent_bound_usd; they are not the prices of the schedule',
});
export type Multipliers = InferType<typeof multipliersSchema>;

export const verdictSchema = object({
  kept: boolean().required().meta({
    description: 'True if all load is served and reserves and limits are met; output may be curtailed',
  }),
  sentences: array(string().required())
    .required()
    .meta({ description: 'Unserved load, shortages, violated limits and curtailment, in words' }),
});
export type Verdict = InferType<typeof verdictSchema>;

export const resultSchema = object({
  job_id: string().uuid().required(),
  status: string()
    .oneOf(['completed'] as const)
    .required(),
  interval_minutes: number().oneOf(INTERVAL_MINUTES).optional().meta({
    description:
      'Minutes of an interval; absent = 60. Series have one value per interval, and `hour` counts intervals',
  }),
  start_time: isoDate(
    'When the first interval begins, as in the case; absent where the case has no date',
  ).optional(),
  solve_time_s: number().min(0).required(),
  objective_value: number().nullable().defined().meta({
    unit: '$',
    description:
      'Objective: operating cost plus penalties, less the value of stored energy and of the accepted demand of bids; lower_bound_usd and mip_gap refer to it. Null without a schedule',
  }),
  termination_status: string().oneOf(TERMINATION_STATUSES).required(),
  end_reason: string()
    .oneOf(END_REASONS)
    .optional()
    .meta({ description: `${END_REASON_MEANING}; absent from older results` }),
  verdict: verdictSchema.optional().default(undefined).meta({
    description:
      'Load, reserves and limits that the schedule meets; absent without a schedule, and from older results',
  }),
  commitment: series('Generator -> 0 or 1 per hour').required(),
  dispatch_mw: series('Generator -> MW per hour').required(),
  lmp: series('bus_<n> -> $/MWh per hour').required(),
  lmp_components: record<LmpComponents>('bus_<n> -> {energy, congestion, loss}, $/MWh per hour').required(),
  prices: string()
    .oneOf(['approximate'] as const)
    .optional()
    .meta({
      description:
        'approximate = the schedule was not priced: `lmp` is its own merit order, without congestion and reserves, and not proven; absent = prices of its dispatch',
    }),
  total_cost_usd: number().nullable().defined().meta({
    unit: '$',
    description:
      'Operating cost: energy, no-load, starts and stops, without penalties. Null without a schedule',
  }),
  mip_gap: number()
    .nullable()
    .defined()
    .meta({ description: '(objective_value - lower_bound_usd) / |objective_value|; null without a bound' }),
  lower_bound_usd: number()
    .nullable()
    .defined()
    .meta({ unit: '$', description: 'Proven lower bound of objective_value; null without one' }),
  node_count: number().nullable().defined(),
  solver: string().oneOf(SOLVERS).required(),
  solver_version: string().required(),
  startup: series('Generator -> 1 in the hours it starts').required(),
  flows_mw: series('Line -> base-case flow, MW per hour').optional(),
  dc_flow_mw: series('DC line -> power from from_bus to to_bus, MW per hour').optional(),
  phase_shift_deg: series(
    'Line with a phase shifter -> its phase shift at from_bus, deg per hour',
  ).optional(),
  overflow_mw: series('Soft line -> overflow, MW per hour').optional(),
  binding_constraints: array(bindingConstraintSchema).required(),
  renewable_mw: series('Renewable -> MW per hour').optional(),
  curtailment_mw: series(
    'Renewable -> curtailed MW per hour, energy that its limits exclude included',
  ).optional(),
  bid_mw: series('Bid -> accepted MW per hour').optional(),
  demand_response_mw: series('Demand response -> MW per hour by which the load is reduced').optional(),
  recovered_mw: series('Demand response -> MW per hour of earlier reductions that come back').optional(),
  ...familyFields.result,
  generator_outage_price_usd_per_mw: series(
    'Contingency with generators -> $/MW per hour, cost of one more MW of headroom',
  ).optional(),
  unserved_mw: series('bus_<n> -> MW per hour').optional(),
  storage: record<StorageSchedule>(
    'Storage -> charge_mw, discharge_mw, energy_mwh per hour, and spill_mw of one with inflow_mw',
  ).optional(),
  convergence: convergenceSchema.optional(),
  losses_mw: array(number().required()).optional().meta({ unit: 'MW' }),
  cost_breakdown: object({
    energy_usd: number().required(),
    no_load_usd: number().required(),
    startup_usd: number().required(),
    shutdown_usd: optionalQuantity('$', 'Cost of stops; absent where no unit pays for one'),
    penalty_usd: number().required().meta({
      unit: '$',
      description:
        'Penalties of soft limits: unserved load, reserve short, limits exceeded; no part of total_cost_usd',
    }),
    stored_value_usd: optionalQuantity(
      '$',
      'Value of the energy left in storage, which objective_value subtracts; absent if it has no value',
    ),
    bid_value_usd: optionalQuantity(
      '$',
      'Value of the accepted demand of bids, which objective_value subtracts; accepted supply is part of energy_usd; absent without such bids',
    ),
  })
    .nullable()
    .default(undefined)
    .defined(),
  multipliers: multipliersSchema.optional().default(undefined),
  convex_hull_price_usd_per_mwh: series(
    'bus_<n> -> $/MWh per hour: the multipliers of the relaxation as prices, which make the sum of all uplifts small',
  ).optional(),
  settlement: settlementSchema.optional().default(undefined),
  marginal_co2_t_per_mwh: partialSeries(
    'bus_<n> -> t/MWh per hour: CO2 over the horizon of one MW more at the bus, with the commitment as it is; null = one MW more is not possible. Present if options.emission_rates asks for it; not part of the certificate. Of several dispatches of equal cost, one counts',
  ).optional(),
  marginal_co2_down_t_per_mwh: partialSeries(
    'bus_<n> -> t/MWh per hour: CO2 that one MW less saves; only buses where it differs from one MW more in some hour',
  ).optional(),
  average_co2_t_per_mwh: partialSeries(
    'bus_<n> -> t/MWh per hour: CO2 of the power at the bus, traced along the flows by proportional sharing (Bialek 1996); null = no power comes to the bus. A storage gives back the CO2 of what it drew; its energy before the first hour has none. Present if options.emission_rates asks for it; not part of the certificate',
  ).optional(),
  warnings: array(string().required()).required(),
  infeasibility_reasons: array(string().required()).optional(),
  infeasibility: infeasibilitySchema.optional().default(undefined),
  certificate: certificateSchema.nullable().default(undefined).defined(),
});
export type JobResult = InferType<typeof resultSchema>;
/** The result of the engine, without the fields of a job. */
export type SolveResult = Omit<JobResult, 'job_id' | 'status'>;

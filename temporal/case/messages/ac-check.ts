/** Check of a schedule by AC power flows: the data that a DC case lacks, and the reply. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { finite, optionalQuantity, quantity, type Unit } from '../elements/units.ts';
import { type Series, series } from './series.ts';

/** Maximum number of elements in each list of AC data. */
const MOST_ELEMENTS = 20_000;
/** Maximum number of hours in a list of reactive loads. */
const MOST_INTERVALS = 9000;

/** Least magnitude of a reactance, pu: with a smaller one, rounding exceeds the tolerance of a power flow. */
export const LEAST_X_PU = 1e-6;

const voltage = (description: string) => optionalQuantity('pu', description).min(0.1).max(2);
const powerFactor = (description: string) => finite().optional().moreThan(0).max(1).meta({ description });
const text = (description: string) => string().required().max(200).meta({ description });

const acBusSchema = object({
  bus: number().integer().required().meta({ description: 'Bus number' }),
  v_set_pu: voltage('Voltage that units at the bus hold; default: the set point of its first unit, else 1'),
  v_min_pu: voltage('Lower limit of the voltage'),
  v_max_pu: voltage('Upper limit of the voltage'),
  power_factor: powerFactor('Power factor of the load, lagging'),
  q_load_mvar: array(finite().required()).min(1).max(MOST_INTERVALS).optional().meta({
    unit: 'MVAr',
    description: 'Reactive load, in place of a power factor: one value for all intervals, or one for each',
  }),
  shunt_mw: optionalQuantity('MW', 'Active power of a shunt at 1 pu; default 0'),
  shunt_mvar: optionalQuantity('MVAr', 'Reactive power that a shunt supplies at 1 pu; default 0'),
});
export type AcBusData = InferType<typeof acBusSchema>;

const acBranchSchema = object({
  id: text('Id of a line of the case'),
  r_pu: optionalQuantity('pu', 'Series resistance; default: that of the case, else 0').min(0),
  x_pu: optionalQuantity('pu', 'Series reactance; default: that of the case').min(LEAST_X_PU),
  b_pu: optionalQuantity('pu', 'Charging susceptance of the whole line; default 0'),
  tap_ratio: optionalQuantity('pu', 'Voltage ratio of a transformer at from_bus; default 1').min(0.1).max(10),
  phase_shift_deg: optionalQuantity(
    'deg',
    'Phase shift at from_bus; default: that of the schedule, else that of the case',
  ),
  rating_mva: optionalQuantity('MVA', 'Rating; default: rating_mw of the case').moreThan(0),
});
export type AcBranchData = InferType<typeof acBranchSchema>;

const acGeneratorSchema = object({
  name: text('Name of a generator, renewable or storage of the case'),
  q_min_mvar: optionalQuantity('MVAr', 'Lower limit of its reactive power; default: none'),
  q_max_mvar: optionalQuantity('MVAr', 'Upper limit of its reactive power; default: none'),
  v_set_pu: voltage('Voltage that it holds at its bus'),
});
export type AcGeneratorData = InferType<typeof acGeneratorSchema>;

export const DEFAULT_V_MIN_PU = 0.9;
export const DEFAULT_V_MAX_PU = 1.1;

export const acDataSchema = object({
  slack_buses: array(number().integer().required())
    .min(1)
    .max(MOST_ELEMENTS)
    .required()
    .meta({ description: 'One bus of each island: it balances the island, at angle 0' }),
  base_mva: optionalQuantity('MVA', 'Base of the per-unit values of this body')
    .min(1)
    .max(10_000)
    .default(100),
  power_factor: powerFactor('Power factor of loads without reactive data; default 1'),
  v_min_pu: voltage(`Lower limit of voltages without one of their own; default ${DEFAULT_V_MIN_PU}`),
  v_max_pu: voltage(`Upper limit of voltages without one of their own; default ${DEFAULT_V_MAX_PU}`),
  buses: array(acBusSchema).max(MOST_ELEMENTS).default([]),
  branches: array(acBranchSchema).max(MOST_ELEMENTS).default([]),
  generators: array(acGeneratorSchema).max(MOST_ELEMENTS).default([]),
  reactive_limits: boolean().default(true).meta({
    description:
      'A bus whose units reach a reactive limit gives up its voltage; false = limits are only reported',
  }),
  with_voltages: boolean().default(false).meta({ description: 'Return the voltage of every bus' }),
}).meta({ unknownFields: 'refused' });
export type AcData = InferType<typeof acDataSchema>;

const atInterval = () =>
  number().integer().min(0).required().meta({ description: 'Interval of the schedule, 0-based' });
const bus = () => number().integer().required();
const count = (description: string) => number().integer().min(0).required().meta({ description });
const unknown = (unit: Unit, description: string) =>
  number()
    .nullable()
    .defined()
    .meta({ unit, description: `${description}; null if the interval did not converge` });

/** Maximum number of elements listed per interval, the worst first. */
export const MOST_LISTED = 100;

const acIntervalSchema = object({
  interval: atInterval(),
  converged: boolean().required().meta({ description: 'All mismatches are below tolerance_mva' }),
  iterations: count('Newton steps, over all changes of buses at a reactive limit'),
  largest_mismatch_mva: quantity('MVA', 'Largest power short or in excess at a bus'),
  mismatch_bus: bus().meta({ description: 'Bus of the largest mismatch' }),
  losses_mw: unknown('MW', 'Losses of branches and shunts'),
  scheduled_losses_mw: number().nullable().defined().meta({
    unit: 'MW',
    description: 'Losses in the schedule; null if it has none',
  }),
  slack: array(
    object({
      bus: bus(),
      scheduled_mw: quantity('MW', 'Power into the network at the slack, as scheduled'),
      p_mw: quantity('MW', 'Active power that balances the island'),
      change_mw: quantity('MW', 'p_mw less scheduled_mw: losses that the schedule does not cover'),
      q_mvar: quantity('MVAr', 'Reactive power into the network'),
    }),
  ).required(),
  voltage_violations: count('Voltages outside their limits'),
  overloads: count('Branches above their rating'),
  reactive_limits: count('Buses whose units are at or beyond a reactive limit'),
  voltages_outside: array(
    object({
      bus: bus(),
      v_pu: quantity('pu', 'Voltage'),
      limit: string()
        .oneOf(['min', 'max'] as const)
        .required(),
      limit_pu: quantity('pu', 'The limit'),
    }),
  ).required(),
  branches_above_rating: array(
    object({
      line_id: string().required(),
      flow_mva: quantity('MVA', 'Apparent power at the end with more'),
      rating_mva: quantity('MVA', 'Rating in this interval'),
      loading_pct: quantity('%', 'flow_mva as a share of the rating'),
    }),
  ).required(),
  buses_at_reactive_limit: array(
    object({
      bus: bus(),
      limit: string()
        .oneOf(['min', 'max'] as const)
        .required(),
      q_mvar: quantity('MVAr', 'Reactive power of the units'),
      limit_mvar: quantity('MVAr', 'Sum of the limits of the units'),
      v_pu: quantity('pu', 'Voltage'),
      v_set_pu: quantity('pu', 'Voltage to be held'),
      held: boolean().required().meta({ description: 'The voltage is held although the limit is exceeded' }),
    }),
  ).required(),
});
export type AcInterval = InferType<typeof acIntervalSchema>;

const worst = <F extends Record<string, ReturnType<typeof quantity>>>(fields: F, description: string) =>
  object({ interval: atInterval(), ...fields })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description });

export const acCheckSchema = object({
  base_mva: quantity('MVA', 'Base of the per-unit values of the request'),
  tolerance_mva: quantity('MVA', 'Largest mismatch of an interval that converged'),
  assumptions: array(
    object({
      field: string().required().meta({ description: 'Field of the request, such as branches.b_pu' }),
      value: number()
        .nullable()
        .defined()
        .meta({ description: 'Value in its place; null = see the message' }),
      elements: count('Elements for which it was used'),
      message: string().required(),
    }),
  )
    .required()
    .meta({ description: 'Every default that was used in place of absent data' }),
  summary: object({
    intervals: count('Intervals of the schedule'),
    converged: count('Intervals that converged'),
    voltage_violations: count('Voltages outside their limits, over all intervals'),
    overloads: count('Branches above their rating, over all intervals'),
    reactive_limits: count('Buses at or beyond a reactive limit, over all intervals'),
    losses_mwh: quantity('MWh', 'Losses over the intervals that converged'),
    largest_slack_change_mw: quantity('MW', 'Largest change at a slack, of either sign'),
    lowest_voltage: worst({ bus: bus(), v_pu: quantity('pu', 'Voltage') }, 'null if no interval converged'),
    highest_voltage: worst({ bus: bus(), v_pu: quantity('pu', 'Voltage') }, 'null if no interval converged'),
  }).required(),
  intervals: array(acIntervalSchema)
    .required()
    .meta({
      description: `Lists have the ${MOST_LISTED} worst elements, and are empty if the interval did not converge`,
    }),
  v_pu: series('bus_<n> -> pu per interval, of the last Newton step if one did not converge').optional(),
  angle_deg: series('bus_<n> -> degrees per interval, against its slack').optional(),
});
export type AcCheck = InferType<typeof acCheckSchema>;

/** Fields of a result that enter a power flow. */
export const AC_SCHEDULE = [
  'commitment',
  'dispatch_mw',
  'renewable_mw',
  'storage',
  'dc_flow_mw',
  'phase_shift_deg',
  'unserved_mw',
  'losses_mw',
] as const;

/** The decisions of a schedule that enter a power flow, in MW and degrees. */
export interface AcSchedule {
  readonly commitment?: Series | undefined;
  readonly dispatch_mw: Series;
  readonly renewable_mw?: Series | undefined;
  readonly storage?: Record<string, { charge_mw: number[]; discharge_mw: number[] }> | undefined;
  readonly dc_flow_mw?: Series | undefined;
  readonly phase_shift_deg?: Series | undefined;
  readonly unserved_mw?: Series | undefined;
  readonly losses_mw?: readonly number[] | undefined;
}

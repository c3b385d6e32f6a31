/** Loads, renewables, storage and reserves of a solve payload. */
import { array, type InferType, mixed, number, object, string } from 'yup';
import { finite, hourly, optionalQuantity, quantity } from './units.ts';

const bus = () => number().integer().required().meta({ description: 'Bus number' });

export const loadSchema = object({ bus: bus(), values: hourly('MW', 'Demand').required() });
export type Load = InferType<typeof loadSchema>;

const energyLimitSchema = object({
  first_hour: number().integer().min(0).required().meta({ description: '0-based, inclusive' }),
  last_hour: number().integer().min(0).required().meta({ description: '0-based, inclusive' }),
  mwh: quantity('MWh', 'Energy over these hours, at most').min(0),
});

export const renewableSchema = object({
  name: string().required(),
  bus: bus(),
  p_min: hourly('MW', 'Output that must be taken').required(),
  p_max: hourly('MW', 'Available output').required(),
  marginal_cost: optionalQuantity('$/MWh', 'Variable cost, default 0'),
  energy_limits: array(energyLimitSchema)
    .optional()
    .meta({ description: 'Budgets of energy over some hours each, such as those of hydro power' }),
});
export type Renewable = InferType<typeof renewableSchema>;

export const storageSchema = object({
  name: string().required(),
  bus: bus(),
  energy_mwh: quantity('MWh', 'Energy capacity').min(0),
  charge_mw: quantity('MW', 'Largest charging power').min(0),
  discharge_mw: quantity('MW', 'Largest discharging power').min(0),
  efficiency: finite().required().moreThan(0).max(1).meta({ description: 'Round trip, applied on charging' }),
  initial_mwh: quantity('MWh', 'Energy before the first hour').min(0),
  final_mwh: optionalQuantity('MWh', 'Least energy at the end of the last hour').min(0),
  final_value_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Worth of the energy left at the end of the last hour, which the objective is less by; default 0',
  ).min(0),
});
export type Storage = InferType<typeof storageSchema>;

/** No horizon is longer. */
const MAX_HOURS = 20_000;

const isRequirement = (value: unknown): value is number | number[] =>
  Number.isFinite(value) ||
  (Array.isArray(value) && value.length <= MAX_HOURS && value.every(Number.isFinite));

const DIRECTIONS = ['up', 'down'] as const;

export const reserveSchema = object({
  name: string().required(),
  mw: mixed<number | number[]>(isRequirement)
    .required()
    .meta({
      unit: 'MW',
      series: true,
      description: 'Requirement, one number or one per hour',
      oneOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
    }),
  penalty_usd_per_mwh: finite()
    .min(0)
    .optional()
    .meta({ unit: '$/MWh', description: 'Price of a shortfall; absent = hard' }),
  direction: string()
    .oneOf(DIRECTIONS)
    .optional()
    .meta({ description: 'Whether it is room above the output (up) or below it (down), default up' }),
  providers: array(string().required()).optional().meta({
    description:
      'Names of the generators, storage and renewables that may give it; absent = every generator and nothing else',
  }),
  response_min: optionalQuantity(
    'min',
    'Time in which it must be there: a generator gives at most its ramp x response_min / 60; absent = no such limit',
  ).moreThan(0),
});
export type Reserve = InferType<typeof reserveSchema>;

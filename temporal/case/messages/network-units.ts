/** Units of a stored network: what a payload says of one, and what belongs to no horizon. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import { generatorSchema } from './generator.ts';
import { loadSchema, reserveSchema, storageSchema } from './resources.ts';
import { finite, hourly, isoDate, optionalQuantity, quantity } from './units.ts';

const typeOfUnit = (examples: string) =>
  string()
    .max(100)
    .optional()
    .meta({ description: `Kind of unit, such as ${examples}` });

const heatPoint = object({
  mw: quantity('MW', 'Output'),
  mmbtu_per_h: quantity('MMBtu/h', 'Fuel burnt at this output').min(0),
});

const startupFuel = object({
  lag_h: quantity('h', 'Hours off from which this category applies').min(0),
  mmbtu: quantity('MMBtu', 'Fuel of a start').min(0),
  usd: quantity('$', 'Cost of a start beside its fuel').min(0),
});

const maintenance = object({
  from: isoDate('First moment out of service').required(),
  to: isoDate('First moment back in service').required(),
});

export const networkGeneratorSchema = generatorSchema.shape({
  type: typeOfUnit('CC, CT, STEAM or NUCLEAR'),
  shutdown_cost: optionalQuantity('$', 'Cost of a stop, default 0').min(0),
  fuel: string()
    .optional()
    .meta({ description: 'One of `fuels`, where heat_rate_curve or startup_fuel is given' }),
  heat_rate_curve: array(heatPoint).min(1).optional().meta({
    description:
      'Convex; with the price of the fuel and variable_om_usd_per_mwh it gives cost_curve, which it replaces',
  }),
  variable_om_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Beside the fuel of heat_rate_curve, for every MWh, default 0',
  ),
  startup_fuel: array(startupFuel).min(1).optional().meta({
    description: 'Fuel and money of a start by hours off; gives startup_categories, which it replaces',
  }),
  maintenance: array(maintenance).max(1000).optional().meta({ description: 'Planned outages' }),
  forced_outage_rate: finite()
    .min(0)
    .lessThan(1)
    .optional()
    .meta({ description: 'Share of time on forced outage' }),
  mean_time_to_repair_h: optionalQuantity('h', 'Mean length of a forced outage').moreThan(0),
});
export type NetworkGenerator = InferType<typeof networkGeneratorSchema>;

const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

const energyLimits = object({
  period: string().oneOf(LIMIT_PERIODS).required().meta({
    description: 'Days and weeks count from the first hour of the series, months from the first of one',
  }),
  mwh: hourly('MWh', 'Energy at most').required().meta({
    description: 'Energy at most, one value per period from that of the first hour on; they repeat',
  }),
});

export const networkLoadSchema = loadSchema.shape({
  actual_values: hourly('MW', 'Demand that came').optional().meta({
    actualOf: 'values',
    description: 'Demand that came, of real time, one value per hour of values; absent = values',
  }),
});

export const networkRenewableSchema = object({
  name: string().required(),
  bus: number().integer().required().meta({ description: 'Bus number' }),
  p_max: hourly('MW', 'Available output').required(),
  p_min: hourly('MW', 'Output that must be taken, default 0').optional(),
  actual_p_max: hourly('MW', 'Available output that came').optional().meta({
    actualOf: 'p_max',
    description: 'Available output that came, of real time, one value per hour of p_max; absent = p_max',
  }),
  must_take: boolean().optional().meta({ description: 'All that is available must be taken' }),
  marginal_cost: optionalQuantity('$/MWh', 'Variable cost, default 0'),
  type: typeOfUnit('WIND, PV, RTPV or HYDRO'),
  fuel: string().optional(),
  energy_limits: energyLimits.optional().default(undefined),
});

export type NetworkRenewable = InferType<typeof networkRenewableSchema>;

export const networkStorageSchema = storageSchema.shape({
  type: typeOfUnit('BATTERY or PUMPED'),
  final_value_usd_per_mwh: optionalQuantity(
    '$/MWh',
    'Worth of the energy left at the end of each window of a run, look-ahead included; default 0',
  ).min(0),
});

export const MONTHS = 12;

const isPrice = (value: unknown): value is number | number[] =>
  Number.isFinite(value) || (Array.isArray(value) && value.every(Number.isFinite));

export const fuelSchema = object({
  name: string().required(),
  price_usd_per_mmbtu: mixed<number | number[]>(isPrice)
    .required()
    .meta({
      unit: '$/MMBtu',
      description: 'One number, 12 by month, or one per hour of the series',
      oneOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
    }),
  co2_t_per_mmbtu: optionalQuantity('t/MMBtu', 'CO2 of burning it').min(0),
});

const RESERVE_DIRECTIONS = ['up', 'down'] as const;
/** No list of names is longer. */
const MAX_NAMES = 10_000;

const names = (description: string) =>
  array(string().required()).max(MAX_NAMES).optional().meta({ description });

export const networkReserveSchema = reserveSchema.shape({
  direction: string().oneOf(RESERVE_DIRECTIONS).optional().meta({ description: 'Default up' }),
  providers: names('Generators, storage and renewables that may give; absent = every generator'),
  areas: names('Only providers at buses of these areas'),
  provider_types: names(
    'Only providers of these types: generators, and the renewables and storage that have one of them',
  ),
  response_min: optionalQuantity(
    'min',
    'Time in which it must be there: a generator gives at most ramp x response_min / 60',
  ).moreThan(0),
});

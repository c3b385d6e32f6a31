/** A thermal generator, in a solve payload and in a stored network. */
import { object } from 'yup';
import {
  amount,
  list,
  number,
  positive,
  series,
  text,
  varying,
  varyingFlag,
  varyingLimit,
  whole,
} from './attribute.ts';
import { energyBudgets, energyLimits } from './energy-limit.ts';
import { isoDate } from './units.ts';

const curvePoint = object({
  mw: number('MW', 'Output').required(),
  usd_per_h: number('$/h', 'Production cost at this output').required(),
});

const startupCategory = object({
  lag_h: number('h', 'Hours off from which this category applies').required(),
  cost_usd: number('$', 'Startup cost of this category').required(),
});

/** A time in hours. `element-data.ts` checks whether it is a whole number of intervals. */
const hours = (description: string, least?: 0) =>
  number('h', `${description}; a whole number unless interval_minutes is less than 60`, {
    ...(least !== undefined && { bounds: { least } }),
  }).required();

const ramp = (description: string) => varyingLimit('MW/h', `${description}; null = unlimited`).defined();

const NAMED = {
  name: text('Unique generator identifier').required(),
  bus: whole('Bus number').required(),
};

const P_MAX = 'Maximum output';
const P_MIN = 'Minimum stable output';
const AVAILABLE = 'Available output; below the minimum output of the hour: off in that hour';
const LEAST = 'Minimum output while committed';

const COMMON = {
  marginal_cost: varying('$/MWh', 'Variable cost; one number if there is a cost_curve').required(),
  no_load_cost: varying('$/h', 'Fixed cost while online; one number if there is a cost_curve').required(),
  startup_cost: varying('$', 'Cold-start cost; one number if there are startup_categories').required(),
  shutdown_cost: amount('$', 'Cost of a stop, default 0'),
  ramp_up: ramp('Maximum ramp-up rate'),
  ramp_down: ramp('Maximum ramp-down rate'),
  min_uptime: hours('Minimum consecutive hours online', 0),
  min_downtime: hours('Minimum consecutive hours offline', 0),
  quick_start_mw: amount(
    'MW',
    'Power that it reaches from off within the response times of non-spinning reserve, of which it gives so much in total while it is off and may start; default 0',
  ),
  initial_status: hours('Hours online (> 0) or offline (<= 0) at hour 0'),
  initial_power_mw: number('MW', 'Output before the first hour'),
  must_run: varyingFlag('Online in every hour, or in the hours that are true'),
  startup_ramp: number(
    'MW',
    'Output limit in the hour of a start, default ramp_up of that hour; below p_min: it cannot start',
  ),
  shutdown_ramp: number(
    'MW',
    'Output limit in the hour before a stop, default ramp_down of the hour of the stop; below p_min: it cannot stop',
  ),
  cost_curve: list(curvePoint, 'Convex production cost; replaces marginal_cost and no_load_cost', {
    bounds: { least: 1 },
  }),
  startup_categories: list(startupCategory, 'Startup cost by hours off; replaces startup_cost', {
    bounds: { least: 1 },
  }),
  fuel: text(),
  heat_rate_btu_per_kwh: number('Btu/kWh', 'Heat rate: the fuel that fuel_limits count'),
  co2_t_per_mwh: amount('t/MWh', 'CO2 per MWh of output, default 0'),
  co2_t_per_start: amount('t', 'CO2 of a start, default 0'),
};

/**
 * Pmin and Pmax of the machine, for a generator whose limits are lists: the numbers that clients give in addition to
 * profiles.
 */
const rated = object({
  p_max: amount('MW', 'Capacity, and end of cost_curve; default the largest of p_max'),
  p_min: number(
    'MW',
    'Minimum stable output, below which no ramp limits a start or a stop; default the least of p_min',
  ),
});

export const GENERATOR = {
  ...NAMED,
  p_max: varying('MW', P_MAX, { bounds: { least: 0 }, profile: AVAILABLE }).required(),
  p_min: varying('MW', P_MIN, { profile: LEAST }).required(),
  ...COMMON,
  startup_mmbtu: amount('MMBtu', 'Fuel of a start that fuel_limits count, default 0'),
  energy_limits: energyLimits('Limits of the energy over ranges of hours'),
  rated: rated
    .optional()
    .default(undefined)
    .meta({ description: 'Limits of the machine itself, used where p_max or p_min is a list' }),
};

const heatPoint = object({
  mw: number('MW', 'Output').required(),
  mmbtu_per_h: amount('MMBtu/h', 'Fuel burnt at this output').required(),
});

const startupFuel = object({
  lag_h: amount('h', 'Hours off from which this category applies').required(),
  mmbtu: amount('MMBtu', 'Fuel of a start').required(),
  usd: amount('$', 'Cost of a start in addition to its fuel').required(),
});

const maintenance = object({
  from: isoDate('First moment out of service').required(),
  to: isoDate('First moment back in service').required(),
});

export const NETWORK_GENERATOR = {
  ...NAMED,
  p_max: amount('MW', P_MAX).required(),
  p_min: number('MW', P_MIN).required(),
  ...COMMON,
  energy_limits: energyBudgets('Limits of the energy per period'),
  p_max_profile: series('MW', AVAILABLE),
  p_min_profile: series('MW', LEAST),
  fuel: text('One of `fuels`, where heat_rate_curve or startup_fuel is given'),
  type: text('Kind of unit, such as CC, CT, STEAM or NUCLEAR', { bounds: { most: 100 } }),
  heat_rate_curve: list(
    heatPoint,
    'Convex heat rate; with fuel price and variable_om_usd_per_mwh it replaces cost_curve',
    { bounds: { least: 1 } },
  ),
  variable_om_usd_per_mwh: number(
    '$/MWh',
    'Cost per MWh in addition to the fuel of heat_rate_curve, default 0',
  ),
  startup_fuel: list(
    startupFuel,
    'Fuel and other cost of a start by hours off; replaces startup_categories',
    { bounds: { least: 1 } },
  ),
  maintenance: list(maintenance, 'Planned outages', { bounds: { most: 1000 } }),
  forced_outage_rate: number(undefined, 'Share of time on forced outage', {
    bounds: { least: 0, below: 1 },
  }),
  mean_time_to_repair_h: positive('h', 'Mean length of a forced outage'),
};

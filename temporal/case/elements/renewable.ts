/** A renewable: its output lies between two series. */
import { object, string } from 'yup';
import { amount, flag, list, number, series, text, whole } from './attribute.ts';

const hour = () => whole('0-based, inclusive', { bounds: { least: 0 } }).required();

const energyLimit = object({
  first_hour: hour(),
  last_hour: hour(),
  mwh: amount('MWh', 'Energy over these hours, at most').required(),
});

const marginal_cost = number('$/MWh', 'Variable cost, default 0');

export const RENEWABLE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  p_min: series('MW', 'Output that must be taken').required(),
  p_max: series('MW', 'Available output').required(),
  marginal_cost,
  energy_limits: list(energyLimit, 'Budgets of energy over some hours each, such as those of hydro power'),
};

const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

const periodicLimits = object({
  period: string().oneOf(LIMIT_PERIODS).required().meta({
    description: 'Days and weeks count from the first hour of the series, months from the first of one',
  }),
  mwh: series('MWh', 'Energy at most', {
    description: 'Energy at most, one value per period from that of the first hour on; they repeat',
  }).required(),
});

export const NETWORK_RENEWABLE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  p_max: series('MW', 'Available output').required(),
  p_min: series('MW', 'Output that must be taken, default 0'),
  actual_p_max: series('MW', 'Available output that came', {
    actualOf: 'p_max',
    description: 'Available output that came, of real time, one value per hour of p_max; absent = p_max',
  }),
  must_take: flag('All that is available must be taken'),
  marginal_cost,
  type: text('Kind of unit, such as WIND, PV, RTPV or HYDRO', { bounds: { most: 100 } }),
  fuel: text(),
  energy_limits: periodicLimits.optional().default(undefined),
};

/** A renewable: its output lies between two series, available output and must-take output. */
import { object, string } from 'yup';
import { amount, flag, list, series, text, varying, whole } from './attribute.ts';

const hour = () => whole('0-based, inclusive', { bounds: { least: 0 } }).required();

const energyLimit = object({
  first_hour: hour(),
  last_hour: hour(),
  mwh: amount('MWh', 'Largest energy over these hours').required(),
});

const marginal_cost = varying('$/MWh', 'Variable cost, default 0');

export const RENEWABLE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  p_min: series('MW', 'Output that must be taken').required(),
  p_max: series('MW', 'Available output').required(),
  marginal_cost,
  energy_limits: list(energyLimit, 'Energy budgets over ranges of hours, such as those of hydro power'),
};

const LIMIT_PERIODS = ['day', 'week', 'month'] as const;

const periodicLimits = object({
  period: string().oneOf(LIMIT_PERIODS).required().meta({
    description: 'Days and weeks are counted from the first hour of the series; months are calendar months',
  }),
  mwh: series('MWh', 'Largest energy', {
    description: 'Largest energy per period, starting with the period of the first hour; the values repeat',
  }).required(),
});

export const NETWORK_RENEWABLE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  p_max: series('MW', 'Available output').required(),
  p_min: series('MW', 'Output that must be taken, default 0'),
  actual_p_max: series('MW', 'Actual available output', {
    actualOf: 'p_max',
    description: 'Actual available output, used in real time, one value per hour of p_max; absent = p_max',
  }),
  must_take: flag('The available output cannot be curtailed'),
  marginal_cost,
  type: text('Kind of unit, such as WIND, PV, RTPV or HYDRO', { bounds: { most: 100 } }),
  fuel: text(),
  energy_limits: periodicLimits.optional().default(undefined),
};

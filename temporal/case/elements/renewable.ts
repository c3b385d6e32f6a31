/** A renewable: its output lies between two series, available output and must-take output. */
import { flag, series, text, varying, whole } from './attribute.ts';
import { energyBudgets, energyLimits } from './energy-limit.ts';

const marginal_cost = varying('$/MWh', 'Variable cost, default 0');

export const RENEWABLE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  p_min: series('MW', 'Output that must be taken').required(),
  p_max: series('MW', 'Available output').required(),
  marginal_cost,
  energy_limits: energyLimits('Energy budgets over ranges of hours, such as those of hydro power'),
};

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
  energy_limits: energyBudgets(),
};

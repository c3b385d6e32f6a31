/** A storage: a battery, or pumped hydro power. */
import { amount, flag, number, text, varying, whole } from './attribute.ts';
import { energyBudgets, energyLimits } from './energy-limit.ts';

const finalValue = (words: string) =>
  amount('$/MWh', `Value of the energy left at the end of ${words}; default 0`);

const share = (description: string) => number(undefined, description, { bounds: { above: 0, most: 1 } });

const NO_LESS = { bounds: { least: 0 } };

export const STORAGE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  energy_mwh: amount('MWh', 'Energy capacity').required(),
  charge_mw: varying('MW', 'Largest charging power', NO_LESS).required(),
  discharge_mw: varying('MW', 'Largest discharging power', NO_LESS).required(),
  charge_min_mw: varying('MW', 'Least charging power unless it is 0, default 0', NO_LESS),
  discharge_min_mw: varying('MW', 'Least discharging power unless it is 0, default 0', NO_LESS),
  no_simultaneous: flag(
    'False allows charging and discharging in the same hour, and the certificate names storage that does so; default true',
  ),
  max_cycles_per_day: amount(
    undefined,
    'Largest discharged energy of a day, in multiples of energy_mwh; days of 24 h count from the first hour, in a run from the first hour of the series of its network',
  ),
  day_hours_before: number('h', 'Hours of the first day before the first hour, default 0', {
    bounds: { least: 0, below: 24 },
  }),
  day_discharged_mwh: amount('MWh', 'Energy discharged in day_hours_before, default 0'),
  energy_limits: energyLimits('Limits of the discharged energy over ranges of hours'),
  efficiency: share(
    'Round-trip efficiency, applied on charging; required without charge_efficiency and discharge_efficiency, not allowed with them',
  ),
  charge_efficiency: share('Share of the charged energy that is stored, default 1'),
  discharge_efficiency: share('Share of the energy taken from the store that is delivered, default 1'),
  standing_loss_per_h: number('1/h', 'Share of the stored energy that is lost per hour, default 0', {
    bounds: { least: 0, below: 1 },
  }),
  charge_cost_usd_per_mwh: amount('$/MWh', 'Cost of charged energy, such as wear; default 0'),
  discharge_cost_usd_per_mwh: amount('$/MWh', 'Cost of discharged energy, such as wear; default 0'),
  initial_mwh: amount('MWh', 'Energy before the first hour; required without cyclic, not allowed with it'),
  min_mwh: varying('MWh', 'Least energy at the end of each hour, default 0', NO_LESS),
  inflow_mw: varying('MW', 'Natural inflow, before losses; excess inflow is spilled', NO_LESS),
  final_mwh: amount('MWh', 'Least energy at the end of the last hour'),
  final_max_mwh: amount('MWh', 'Most energy at the end of the last hour, default energy_mwh'),
  cyclic: flag('The initial energy is a decision, and the energy at the end of the last hour equals it'),
  final_value_usd_per_mwh: finalValue('the last hour, which the objective is less by'),
};

/**
 * Fields of a storage in a network. The two omitted fields describe the part of a day before the first hour, which a
 * run counts itself.
 */
const { day_hours_before: _hours, day_discharged_mwh: _discharged, ...OF_NETWORK } = STORAGE;

export const NETWORK_STORAGE = {
  ...OF_NETWORK,
  energy_limits: energyBudgets('Limits of the discharged energy per period'),
  final_value_usd_per_mwh: finalValue('each window of a run, look-ahead included'),
  type: text('Kind of unit, such as BATTERY or PUMPED', { bounds: { most: 100 } }),
};

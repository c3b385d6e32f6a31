/** A storage: a battery, or pumped hydro power. */
import { amount, number, text, whole } from './attribute.ts';

const finalValue = (words: string) =>
  amount('$/MWh', `Worth of the energy left at the end of ${words}; default 0`);

export const STORAGE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  energy_mwh: amount('MWh', 'Energy capacity').required(),
  charge_mw: amount('MW', 'Largest charging power').required(),
  discharge_mw: amount('MW', 'Largest discharging power').required(),
  efficiency: number(undefined, 'Round trip, applied on charging', {
    bounds: { above: 0, most: 1 },
  }).required(),
  initial_mwh: amount('MWh', 'Energy before the first hour').required(),
  final_mwh: amount('MWh', 'Least energy at the end of the last hour'),
  final_value_usd_per_mwh: finalValue('the last hour, which the objective is less by'),
};

export const NETWORK_STORAGE = {
  ...STORAGE,
  final_value_usd_per_mwh: finalValue('each window of a run, look-ahead included'),
  type: text('Kind of unit, such as BATTERY or PUMPED', { bounds: { most: 100 } }),
};

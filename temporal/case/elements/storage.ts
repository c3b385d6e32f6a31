/** A storage: a battery, or pumped hydro power. */
import { amount, flag, number, text, varying, whole } from './attribute.ts';

const finalValue = (words: string) =>
  amount('$/MWh', `Worth of the energy left at the end of ${words}; default 0`);

const share = (description: string) => number(undefined, description, { bounds: { above: 0, most: 1 } });

const NO_LESS = { bounds: { least: 0 } };

export const STORAGE = {
  name: text().required(),
  bus: whole('Bus number').required(),
  energy_mwh: amount('MWh', 'Energy capacity').required(),
  charge_mw: varying('MW', 'Largest charging power', NO_LESS).required(),
  discharge_mw: varying('MW', 'Largest discharging power', NO_LESS).required(),
  efficiency: share(
    'Round trip, applied on charging; required without charge_efficiency and discharge_efficiency, and not beside them',
  ),
  charge_efficiency: share('Part of what is charged that is stored, default 1'),
  discharge_efficiency: share('Part of what is taken from the store that is given, default 1'),
  standing_loss_per_h: number('1/h', 'Share of the energy that is lost in an hour, default 0', {
    bounds: { least: 0, below: 1 },
  }),
  charge_cost_usd_per_mwh: amount('$/MWh', 'Cost of what is charged, such as wear; default 0'),
  discharge_cost_usd_per_mwh: amount('$/MWh', 'Cost of what is discharged, such as wear; default 0'),
  initial_mwh: amount('MWh', 'Energy before the first hour; required without cyclic, and not beside it'),
  min_mwh: varying('MWh', 'Least energy at the end of each hour, default 0', NO_LESS),
  inflow_mw: varying(
    'MW',
    'What flows into the store by itself, before any loss; what is not wanted of it is spilled',
    NO_LESS,
  ),
  final_mwh: amount('MWh', 'Least energy at the end of the last hour'),
  final_max_mwh: amount('MWh', 'Most energy at the end of the last hour, default energy_mwh'),
  cyclic: flag(
    'The energy before the first hour is decided, and that at the end of the last hour is the same',
  ),
  final_value_usd_per_mwh: finalValue('the last hour, which the objective is less by'),
};

export const NETWORK_STORAGE = {
  ...STORAGE,
  final_value_usd_per_mwh: finalValue('each window of a run, look-ahead included'),
  type: text('Kind of unit, such as BATTERY or PUMPED', { bounds: { most: 100 } }),
};

/** Describes a change of a repair: `-20 MW of load at bus 1`. */
import type { JobResult } from './runs.ts';

type Repair = NonNullable<JobResult['infeasibility']>['repair'][number];

/** Field of the payload -> unit and quantity. */
const FIELDS: Readonly<Record<string, readonly [unit: string, what: string]>> = {
  values: ['MW', 'load'],
  mw: ['MW', 'reserve'],
  p_max: ['MW', 'capacity (Pmax)'],
  p_min: ['MW', 'Pmin'],
  p_max_mw: ['MW', 'capacity'],
  p_min_mw: ['MW', 'least flow'],
  rating_mw: ['MW', 'rating'],
  emergency_rating_mw: ['MW', 'emergency rating'],
  charge_mw: ['MW', 'charging power'],
  discharge_mw: ['MW', 'discharging power'],
  energy_mwh: ['MWh', 'storage'],
  final_mwh: ['MWh', 'energy at the end'],
  energy_limits: ['MWh', 'energy'],
  ramp_up: ['MW/h', 'ramp up'],
  ramp_down: ['MW/h', 'ramp down'],
  startup_ramp: ['MW', 'start-up ramp'],
  shutdown_ramp: ['MW', 'shut-down ramp'],
  min_uptime: ['h', 'minimum up time'],
  min_downtime: ['h', 'minimum down time'],
  emission_limit_t: ['t', 'CO2 limit'],
  fuel_limits: ['MMBtu', 'fuel'],
};

const PLACES: Readonly<Partial<Record<Repair['element_type'], string>>> = {
  bus: 'at bus',
  generator: 'of unit',
  dc_line: 'of DC line',
};

const quantityOf = (field: string) =>
  FIELDS[field.replace(/\..*/, '').replace(/_profile$/, '')] ?? (['', field] as const);

/** Unit of a field that a repair changes; empty if it has none. */
export const unitOf = (field: string): string => quantityOf(field)[0];

const amount = (value: number): string => String(Number(value.toFixed(3)));

export function repairText({ element_type, element_id, field, from, to }: Repair): string {
  if (field === 'must_run') return `unit ${element_id} without must-run`;
  if (field === 'commitment' || field === 'fixed_commitment')
    return `unit ${element_id} ${to ? 'on' : 'off'}`;
  const [unit, what] = quantityOf(field);
  const change = from === null ? amount(to) : `${to > from ? '+' : ''}${amount(to - from)}`;
  const place = element_id === null ? '' : `${PLACES[element_type] ?? `of ${element_type}`} ${element_id}`;
  return [change, unit, 'of', what, place].filter(Boolean).join(' ');
}

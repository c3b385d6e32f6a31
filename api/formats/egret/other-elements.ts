/** Renewables, storage and reserve requirements of an Egret file. */

import { notBelowZero } from '../base/conventions.ts';
import type { JsonObject } from '../base/json-object.ts';
import type { Renewable, Reserve, Storage } from '../base/network-parts.ts';
import { AC } from './grid.ts';
import { amountOf, amountsOf, limitsOf, valuesOf } from './values.ts';

type Named = Pick<Renewable, 'name' | 'bus'>;

/** True for a renewable unit, false for a thermal unit; other types are refused. */
export function isRenewable(object: JsonObject): boolean {
  const kind = object.text('generator_type', 'thermal');
  return kind === 'renewable' || kind === 'thermal'
    ? kind === 'renewable'
    : object.refuse('generator_type', `Should be thermal or renewable, not ${kind}`);
}

/** Reads a renewable. `most`: bound of an unlimited output, MW. */
export function readRenewable(
  object: JsonObject,
  { name, bus }: Named,
  periods: number,
  most: () => number,
): Renewable {
  const p_max = notBelowZero(limitsOf(object, 'p_max', periods, most), object.at('p_max'));
  const p_min = notBelowZero(valuesOf(object, 'p_min', periods, 0), object.at('p_min'));
  const wrong = p_min.findIndex((mw, t) => mw > (p_max[t % p_max.length] ?? mw));
  if (wrong >= 0) object.refuse('p_min', `Is above p_max in period ${wrong}`);
  const mustTake = p_min.length === p_max.length && p_min.every((mw, t) => mw === p_max[t]);
  const isPrice = typeof object.value('p_cost') === 'number';
  const cost = isPrice ? object.number('p_cost') : 0;
  if (!isPrice && object.has('p_cost'))
    object.drop('warning', 'cost_curve', 'Cost curves of renewables', 'p_cost');
  object.skip('ac', AC, RESULTS);
  return {
    name,
    bus,
    p_max,
    ...(mustTake && { must_take: true }),
    ...(!mustTake && p_min.some((mw) => mw > 0) && { p_min }),
    ...(cost !== 0 && { marginal_cost: cost }),
    ...(object.has('unit_type') && { type: object.text('unit_type').slice(0, 100) }),
    ...(object.has('fuel') && { fuel: object.text('fuel') }),
  };
}

/** Fields of units that are results, or that the DC approximation does not use. */
export const RESULTS = ['pg', 'qg', 'vg', 'mbase', 'q_min', 'q_max', 'initial_q_output', 'commitment'];

const RAMPS = [
  'ramp_up_input_60min',
  'ramp_down_input_60min',
  'ramp_up_output_60min',
  'ramp_down_output_60min',
];

/**
 * Reads a storage. As in Egret by default, the state of charge at the end is a lower limit, and storage does not charge
 * and discharge in the same hour.
 */
export function readStorage(object: JsonObject, { name, bus }: Named): Storage {
  const share = (field: string, fallback: number): number => {
    const value = amountOf(object, field, fallback);
    return value <= 1 ? value : object.refuse(field, 'Should be a share from 0 to 1');
  };
  const [charging, discharging] = [share('charge_efficiency', 1), share('discharge_efficiency', 1)];
  if (charging === 0) object.refuse('charge_efficiency', 'Should be above 0');
  if (discharging === 0) object.refuse('discharge_efficiency', 'Should be above 0');
  const least = share('minimum_state_of_charge', 0);
  const initial = share('initial_state_of_charge', 0.5);
  const final = share('end_state_of_charge', initial);
  if (initial < least) object.refuse('initial_state_of_charge', 'Should be at least minimum_state_of_charge');
  if (final < least) object.refuse('end_state_of_charge', 'Should be at least minimum_state_of_charge');
  const capacity = amountOf(object, 'energy_capacity');
  const [charge_mw, discharge_mw] = [
    amountOf(object, 'max_charge_rate'),
    amountOf(object, 'max_discharge_rate'),
  ];
  noteStorage(object, Math.max(charge_mw, discharge_mw));
  const [charge_cost_usd_per_mwh, discharge_cost_usd_per_mwh] = [
    amountOf(object, 'charge_cost', 0),
    amountOf(object, 'discharge_cost', 0),
  ];
  const retained = share('retention_rate_60min', 1);
  if (retained === 0) object.refuse('retention_rate_60min', 'Should be above 0');
  const [charge_min_mw, discharge_min_mw] = [
    amountOf(object, 'min_charge_rate', 0),
    amountOf(object, 'min_discharge_rate', 0),
  ];
  return {
    name,
    bus,
    energy_mwh: capacity,
    charge_mw,
    discharge_mw,
    charge_efficiency: charging,
    discharge_efficiency: discharging,
    initial_mwh: initial * capacity,
    final_mwh: final * capacity,
    ...(least > 0 && { min_mwh: least * capacity }),
    ...(charge_min_mw > 0 && { charge_min_mw }),
    ...(discharge_min_mw > 0 && { discharge_min_mw }),
    ...(charge_cost_usd_per_mwh > 0 && { charge_cost_usd_per_mwh }),
    ...(discharge_cost_usd_per_mwh > 0 && { discharge_cost_usd_per_mwh }),
    ...(retained < 1 && { standing_loss_per_h: 1 - retained }),
  };
}

function noteStorage(object: JsonObject, power: number): void {
  const words = 'The state of charge at the end, which is set, is the least one';
  object.change('warning', 'end_state', words, 'end_state_of_charge');
  for (const field of RAMPS)
    if (object.limit(field, power) < power)
      object.drop('warning', 'storage', `'${field}' of storage is not modelled`, field);
  object.skip('ac', AC, [
    'initial_charge_rate',
    'initial_discharge_rate',
    'state_of_charge',
    'p_charge',
    'p_discharge',
  ]);
}

/** Field -> direction, and response time in min, of its reserve product, as in Egret's models. */
const PRODUCTS: readonly (readonly [field: string, direction: 'up' | 'down', minutes: number | undefined])[] =
  [
    ['reserve_requirement', 'up', undefined],
    ['spinning_reserve_requirement', 'up', 10],
    ['regulation_up_requirement', 'up', 5],
    ['regulation_down_requirement', 'down', 5],
    ['flexible_ramp_up_requirement', 'up', 20],
    ['flexible_ramp_down_requirement', 'down', 20],
  ];
/** Products from best to worst: reserve of a product also counts towards all later products. */
const NESTED = [
  'regulation_up_requirement',
  'spinning_reserve_requirement',
  'non_spinning_reserve_requirement',
  'supplemental_reserve_requirement',
];
const OFF_LINE = ['non_spinning_reserve_requirement', 'supplemental_reserve_requirement'];
/** Default price of a shortage, $/MWh. */
const SHORTAGE_USD_PER_MWH = 1000;

/** Reserve requirements of the system or of one of its areas. */
export function readReserves(
  object: JsonObject,
  area: string | undefined,
  periods: number,
  price: number | undefined,
): Reserve[] {
  for (const field of OFF_LINE)
    if (object.has(field)) object.drop('warning', 'off_line_reserve', 'Reserve of units that are off', field);
  const nested = NESTED.filter((field) => object.has(field));
  if (nested.length > 1) {
    const words = 'Each reserve product is met separately; a surplus of one does not count towards another';
    object.change('warning', 'nested_reserves', words, nested[1] ?? '');
  }
  return PRODUCTS.filter(([field]) => object.has(field)).map(([field, direction, minutes]): Reserve => {
    const mw = amountsOf(object, field, periods);
    const name = field.replace(/_requirement$/, '');
    if (price === undefined) {
      const words = `A shortage of reserve costs ${SHORTAGE_USD_PER_MWH} $/MWh, as the file has no price`;
      object.change('warning', 'shortage_price', words, field);
    }
    return {
      name: area === undefined ? name : `${name}/${area}`,
      direction,
      mw: mw.length > 1 ? mw : (mw[0] ?? 0),
      ...(area !== undefined && { areas: [area] }),
      ...(minutes !== undefined && { response_min: minutes }),
      penalty_usd_per_mwh: price ?? SHORTAGE_USD_PER_MWH,
    };
  });
}

/** Renewables, storage and reserve requirements of an Egret file. */

import type { JsonObject } from '../base/json-object.ts';
import type { Renewable, Reserve, Storage } from '../base/network-parts.ts';
import { amountOf, amountsOf } from './values.ts';

type Named = Pick<Renewable, 'name' | 'bus'>;

export function readRenewable(object: JsonObject, { name, bus }: Named, periods: number): Renewable {
  const p_max = amountsOf(object, 'p_max', periods);
  const p_min = amountsOf(object, 'p_min', periods, 0);
  const wrong = p_min.findIndex((mw, t) => mw > (p_max[t % p_max.length] ?? mw));
  if (wrong >= 0) object.refuse('p_min', `Is above p_max in period ${wrong}`);
  const mustTake = p_min.length === p_max.length && p_min.every((mw, t) => mw === p_max[t]);
  const cost = typeof object.value('p_cost') === 'number' ? object.number('p_cost') : 0;
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

/** What is charged and given back loses both efficiencies; the service takes them off on charging. */
export function readStorage(object: JsonObject, { name, bus }: Named): Storage {
  const energy_mwh = amountOf(object, 'energy_capacity');
  const share = (field: string, fallback: number): number => {
    const value = amountOf(object, field, fallback);
    if (value > 1) object.refuse(field, 'Should be a share from 0 to 1');
    return value;
  };
  const efficiency = share('charge_efficiency', 1) * share('discharge_efficiency', 1);
  if (efficiency === 0) object.refuse('charge_efficiency', 'Should be above 0');
  if (share('minimum_state_of_charge', 0) > 0)
    object.drop('warning', 'state_of_charge', 'A least state of charge', 'minimum_state_of_charge');
  return {
    name,
    bus,
    energy_mwh,
    charge_mw: amountOf(object, 'max_charge_rate'),
    discharge_mw: amountOf(object, 'max_discharge_rate'),
    efficiency,
    initial_mwh: share('initial_state_of_charge', 0.5) * energy_mwh,
  };
}

/** Field -> direction and minutes in which it must be there, as Egret's models have them. */
const PRODUCTS: readonly (readonly [field: string, direction: 'up' | 'down', minutes: number | undefined])[] =
  [
    ['reserve_requirement', 'up', undefined],
    ['spinning_reserve_requirement', 'up', 10],
    ['regulation_up_requirement', 'up', 5],
    ['regulation_down_requirement', 'down', 5],
    ['flexible_ramp_up_requirement', 'up', 20],
    ['flexible_ramp_down_requirement', 'down', 20],
  ];
const OFF_LINE = ['non_spinning_reserve_requirement', 'supplemental_reserve_requirement'];
/** $/MWh, where the file has no price of a shortage. */
const SHORTAGE_USD_PER_MWH = 1000;

/** Requirements of the system, or of one of its areas. */
export function readReserves(
  object: JsonObject,
  area: string | undefined,
  periods: number,
  price: number | undefined,
): Reserve[] {
  for (const field of OFF_LINE)
    if (object.has(field)) object.drop('warning', 'off_line_reserve', 'Reserve of units that are off', field);
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

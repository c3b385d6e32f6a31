/** Reads a thermal generator of an Egret file as a generator of a network, with its fuel if the file has one. */
import { type CostCurve, clipped, convexHull } from '../base/cost-curve.ts';
import type { JsonObject } from '../base/json-object.ts';
import type { Fuel, Unit } from '../base/network-parts.ts';
import { ImportError } from '../base/report.ts';
import { toGenerator } from '../base/thermal-unit.ts';
import { AC } from './grid.ts';
import { RESULTS } from './other-elements.ts';
import { amountOf, amountsOf, curveOf, limitsOf, pairsOf, valuesOf } from './values.ts';

/** Name and price -> fuel. If a fuel name has several prices in the file, each price gives a separate fuel. */
export interface Fuels {
  readonly byPrice: Map<string, Fuel>;
  /** Fuel name -> number to append when the name is used again. */
  readonly taken: Map<string, number>;
}

/** Reads a thermal generator. `unlimited`: bound of an unlimited output, MW. Throws `ImportError` with the place. */
export function readThermalUnit(
  object: JsonObject,
  { name, bus }: Pick<Unit, 'name' | 'bus'>,
  periods: number,
  fuels: Fuels,
  unlimited: () => number,
): Unit {
  const [most, least] = [
    limitsOf(object, 'p_max', periods, unlimited),
    valuesOf(object, 'p_min', periods, 0),
  ];
  const [pMax, pMin] = [Math.max(...most), Math.min(...least)];
  if (pMin > pMax) object.refuse('p_min', `Should be at most p_max ${pMax}`);
  object.skip('ac', AC, RESULTS);
  const burns = object.has('p_fuel') && !object.has('p_cost');
  const price = burns ? amountsOf(object, 'fuel_cost', periods, 0) : [1];
  const mean = price.reduce((sum, each) => sum + each, 0) / price.length;
  const curve = readCurve(object, burns ? 'p_fuel' : 'p_cost', pMin, pMax);
  const usd = amountOf(object, 'non_fuel_startup_cost', 0);
  const states = burns && object.has('startup_fuel') ? readStates(object, 'startup_fuel') : [];
  const tiers =
    states.length > 0
      ? states.map(([lag_h, mmbtu]) => ({ lag_h, cost_usd: mmbtu * mean + usd }))
      : readStates(object, 'startup_cost').map(([lag_h, cost_usd]) => ({ lag_h, cost_usd }));
  const unit = toGenerator(
    {
      name,
      bus,
      curve: curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h * mean })),
      tiers,
      ...readTimes(object, pMin),
      mustRun: isFixedOn(object),
    },
    object.notes,
  );
  const { cost_curve: _, ...bare } = unit;
  const stop = amountOf(object, 'shutdown_cost', 0);
  return {
    ...(burns
      ? {
          ...bare,
          heat_rate_curve: heatCurve(curve),
          ...startupFuel(states, usd),
          fuel: fuelOf(object, price, fuels),
        }
      : unit),
    ...(object.has('unit_type') && { type: object.text('unit_type').slice(0, 100) }),
    ...(most.length > 1 && { p_max_profile: most }),
    ...(least.length > 1 && { p_min_profile: least }),
    ...(stop > 0 && { shutdown_cost: stop }),
    ...(!burns && object.has('fuel') && { fuel: object.text('fuel') }),
  };
}

/**
 * Cost curve between p_min and p_max. Outer segments are extended if the curve is shorter; the cost is zero if the file
 * has no curve.
 */
function readCurve(object: JsonObject, name: string, low: number, high: number): CostCurve {
  const wholeCurve = object.has(name) ? curveOf(object.object(name), low, high) : [{ mw: low, usd_per_h: 0 }];
  const curve = clipped(wholeCurve, low, high);
  const wrong = curve.find(({ usd_per_h }) => name === 'p_fuel' && usd_per_h < 0);
  if (wrong) object.refuse(name, `Is below 0 at ${wrong.mw} MW`);
  return curve;
}

const heatCurve = (curve: CostCurve) =>
  convexHull(curve).map(({ mw, usd_per_h }) => ({ mw, mmbtu_per_h: usd_per_h }));

/** Lowers the startup fuel, from the coldest state down, so that no start uses more fuel than a colder one. */
const startupFuel = (states: readonly (readonly [number, number])[], usd: number) => {
  const startup_fuel = states.map(([lag_h], k) => ({
    lag_h,
    mmbtu: Math.min(...states.slice(k).map(([, mmbtu]) => mmbtu)),
    usd,
  }));
  return startup_fuel.length > 0 ? { startup_fuel } : {};
};

/**
 * States of a start: hours off, and the fuel or cost of a start after them. A single number in the file applies after
 * any time off.
 */
function readStates(object: JsonObject, name: string): (readonly [number, number])[] {
  if (typeof object.value(name) !== 'object') return [[0, amountOf(object, name, 0)]];
  const path = [...object.path, name];
  return pairsOf(object.value(name), path).map(([hours, amount], k) => {
    if (hours < 0 || amount < 0) throw new ImportError([...path, k], 'Should be 0 or more');
    return [hours, amount];
  });
}

function readTimes(object: JsonObject, pMin: number) {
  const status = object.number('initial_status', 1);
  if (!object.has('initial_status'))
    object.notes.change('warning', 'initial_status', 'Without initial_status, a unit is on');
  const isOn = status > 0;
  if (isOn && !object.has('initial_p_output'))
    object.notes.change(
      'warning',
      'initial_power',
      'Without initial_p_output, a unit that is on gives p_min',
    );
  const limit = (name: string): number =>
    object.has(name) ? amountOf(object, name) : Number.POSITIVE_INFINITY;
  const whole = (name: string): number => {
    const hours = amountOf(object, name, 0);
    if (!Number.isInteger(hours))
      object.change('warning', 'whole_hours', 'Minimum up and down times are rounded up to hours', name);
    return Math.ceil(hours);
  };
  return {
    rampUp: limit('ramp_up_60min'),
    rampDown: limit('ramp_down_60min'),
    startupLimit: limit('startup_capacity'),
    shutdownLimit: limit('shutdown_capacity'),
    minUptime: whole('min_up_time'),
    minDowntime: whole('min_down_time'),
    onBefore: isOn,
    hoursBefore: Math.ceil(Math.abs(status)),
    powerBefore: object.number('initial_p_output', isOn ? Math.max(0, pMin) : 0),
  };
}

function isFixedOn(object: JsonObject): boolean {
  const fixed = object.value('fixed_commitment');
  if (fixed !== undefined && fixed !== 1)
    object.drop('warning', 'commitment', 'A given commitment', 'fixed_commitment');
  return fixed === 1;
}

function fuelOf(object: JsonObject, price: readonly number[], fuels: Fuels): string {
  const name = object.text('fuel', 'fuel');
  const key = JSON.stringify([name, price]);
  const fuel = fuels.byPrice.get(key);
  if (fuel) return fuel.name;
  let free = name;
  let n = fuels.taken.get(name) ?? 2;
  for (; fuels.taken.has(free); n++) free = `${name} ${n}`;
  fuels.taken.set(free, 2).set(name, n);
  fuels.byPrice.set(key, {
    name: free,
    price_usd_per_mmbtu: price.length > 1 ? [...price] : (price[0] ?? 0),
  });
  return free;
}

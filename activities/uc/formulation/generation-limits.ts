/**
 * Largest output in the hours around a start and a stop. For a minimum up time of one hour (Gentile, Morales-España,
 * Ramos 2017 (1)-(5)), P = p_max, D = p_max - p_min:
 *
 *     p' + r <= D u - (P - SU) v - max(0, SU - SD) w[t+1]
 *     p' + r <= D u - (P - SD) w[t+1] - max(0, SD - SU) v
 *
 * For a longer minimum up time, along the start-up trajectory (Pan, Guan 2016 (28); Knueven, Ostrowski, Watson 2020
 * (38), (40)):
 *
 *     p' + r <= D u - (P - SD) w[t+1] - sum_{i=0..min(UT-2, T_RU)} (P - SU - i RU) v[t-i]
 *     p' + r <= D u - sum_{i=0..min(UT-1, T_RU)} (P - SU - i RU) v[t-i]
 *
 * and along the shut-down trajectory (Knueven, Ostrowski, Watson 2020 (41)), without reserve. Units whose limits differ
 * between hours get only the first pair, which is valid for them, too.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atMost, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { reserveTerms } from './reserve.ts';

/** Coefficients below this are left out, MW. */
const NEGLIGIBLE = 1e-9;

/** Adds the limits. Returns the positions of all rows except the first of each unit and hour. */
export function addGenerationLimits(milp: MilpBuilder, instance: Instance, x: Variables): number[] {
  const further: number[] = [];
  for (const [g, unit] of instance.units.entries()) {
    for (let t = 0; t < instance.periods; t++) {
      const power: Term[] = [[1, x.above(g, t)]];
      const withReserve = [...power, ...reserveTerms(instance, x, g, t)];
      for (const [k, { terms, reserve }] of limits(unit, g, t, instance.periods, x).entries()) {
        const most: Term = [-range(unit, t), x.on(g, t)];
        const row = milp.row(atMost(0, [...(reserve ? withReserve : power), most, ...terms]));
        if (k > 0) further.push(row);
      }
    }
  }
  return further;
}

/** Terms of the first limit of an hour: reduction of the maximum output by starts and stops, MW. */
export const startAndStopLosses = (
  { units, periods }: Instance,
  g: number,
  t: number,
  x: Variables,
): readonly Term[] => {
  const unit = units[g];
  return (unit && limits(unit, g, t, periods, x)[0]?.terms) ?? [];
};

interface Limit {
  readonly terms: readonly Term[];
  readonly reserve: boolean;
}

const range = ({ pMin, pMax }: Unit, t: number): number => amountAt(pMax, t) - amountAt(pMin, t);

function limits(unit: Unit, g: number, t: number, periods: number, x: Variables): Limit[] {
  const last = t === periods - 1;
  const start = amountAt(unit.pMax, t) - amountAt(unit.startupRamp, t);
  const stop = amountAt(unit.pMax, t) - amountAt(unit.shutdownRamp, t);
  const startTerm: Term = [start, x.startup(g, t)];
  if (unit.minUptime < 2 || !unit.isSteady) {
    const both: Limit[] = [
      { reserve: true, terms: [startTerm, ...(last ? [] : stopTerm(Math.max(0, stop - start)))] },
    ];
    if (!last)
      both.push({ reserve: true, terms: [...stopTerm(stop), [Math.max(0, start - stop), x.startup(g, t)]] });
    return both;
  }
  const up = (hours: number): Term[] =>
    trajectory(start, amountAt(unit.rampUp, t), hours).flatMap((c, i): Term[] =>
      t - i >= 0 ? [[c, x.startup(g, t - i)]] : [],
    );
  const trajectories: Limit[] = [
    { reserve: true, terms: last ? up(unit.minUptime) : [...up(unit.minUptime - 1), ...stopTerm(stop)] },
  ];
  if (!last && up(unit.minUptime).length > up(unit.minUptime - 1).length) {
    trajectories.push({ reserve: true, terms: up(unit.minUptime) });
  }
  const down = trajectory(stop, amountAt(unit.rampDown, t), unit.minUptime);
  if (down.length > 1) {
    const stops = down.flatMap((c, i): Term[] =>
      t + 1 + i < periods ? [[c, x.shutdown(g, t + 1 + i)]] : [],
    );
    trajectories.push({ reserve: false, terms: [...stops, ...up(unit.minUptime - down.length)] });
  }
  return trajectories;

  function stopTerm(coefficient: number): Term[] {
    return [[coefficient, x.shutdown(g, t + 1)]];
  }
}

/** Values of first - i ramp for i = 0, 1, ... < hours, as long as they are positive, MW. */
function trajectory(first: number, ramp: number, hours: number): number[] {
  const coefficients: number[] = [];
  for (let i = 0; i < hours; i++) {
    const coefficient = i === 0 ? first : first - i * ramp;
    if (!(coefficient > NEGLIGIBLE)) break;
    coefficients.push(coefficient);
  }
  return coefficients;
}

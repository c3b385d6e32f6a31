/**
 * Ramps in the form of Damcı-Kurt, Küçükyavuz, Rajan, Atamtürk (2016) (3), (18); Knueven, Ostrowski, Watson 2020 (35),
 * (36), here also for minimum outputs and ramps that differ between hours: d = p_min[t] - p_min[t-1]; RU and RD are
 * those of hour t.
 *
 *     p'[t] + r[t] - p'[t-1] <= (RU - d) u[t] + (SU[t] - RU - p_min[t-1]) v[t]
 *     p'[t-1] - p'[t] + D[t] <= (RD + d) u[t-1] + (SD[t-1] - RD - p_min[t]) w[t]
 *
 * with D the reserve downward (Morales-España, Latorre, Ramos 2013). With a minimum up time above one hour a start and
 * a stop never fall into the hours of one row, and the output that the unit can reach before a stop, or after a start,
 * tightens the rows (two-period inequalities of Damcı-Kurt et al.), m = p_min:
 *
 *     ... - max(0, RU - d - (SD[t] - m[t])) w[t+1]           ... - max(0, RD + d - (SU[t-1] - m[t-1])) v[t-1]
 *
 * The first hour has such rows only if the output before it is known (pglib-uc (8)-(10)).
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atLeast, atMost, type MilpBuilder, type Term, times } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { reserveTerms } from './reserve.ts';

/** Adds the ramps. Returns the positions of the rows that join two hours of the horizon. */
export function addRamps(milp: MilpBuilder, instance: Instance, x: Variables): number[] {
  const rows: number[] = [];
  for (const [g, unit] of instance.units.entries()) {
    if (unit.onBefore && unit.powerBefore !== null) {
      addFirstHour(milp, instance, x, g, unit, unit.powerBefore);
    }
    const widest = Math.max(...unit.pMax) - Math.min(...unit.pMin);
    for (let t = 1; t < instance.periods; t++) {
      if (amountAt(unit.rampUp, t) < widest)
        rows.push(milp.row(rampUp(unit, g, t, x, reserveTerms(instance, x, g, t), instance.periods)));
      if (amountAt(unit.rampDown, t) < widest)
        rows.push(milp.row(rampDown(unit, g, t, x, reserveTerms(instance, x, g, t, 'down'))));
    }
  }
  return rows;
}

function rampUp(
  { pMin, rampUp: ramps, startupRamp, shutdownRamp, minUptime }: Unit,
  g: number,
  t: number,
  x: Variables,
  reserve: Term[],
  periods: number,
) {
  const ramp = amountAt(ramps, t);
  const step = amountAt(pMin, t) - amountAt(pMin, t - 1);
  const beforeStop = ramp - step - (amountAt(shutdownRamp, t) - amountAt(pMin, t));
  const stops = minUptime > 1 && t + 1 < periods && Number.isFinite(ramp) && beforeStop > 0;
  return atMost(0, [
    [1, x.above(g, t)],
    ...reserve,
    [-1, x.above(g, t - 1)],
    [step - ramp, x.on(g, t)],
    [ramp + amountAt(pMin, t - 1) - amountAt(startupRamp, t), x.startup(g, t)],
    ...(stops ? ([[beforeStop, x.shutdown(g, t + 1)]] satisfies Term[]) : []),
  ]);
}

function rampDown(
  { pMin, rampDown: ramps, startupRamp, shutdownRamp, minUptime }: Unit,
  g: number,
  t: number,
  x: Variables,
  reserve: Term[],
) {
  const ramp = amountAt(ramps, t);
  const step = amountAt(pMin, t) - amountAt(pMin, t - 1);
  const afterStart = ramp + step - (amountAt(startupRamp, t - 1) - amountAt(pMin, t - 1));
  const starts = minUptime > 1 && Number.isFinite(ramp) && afterStart > 0;
  return atMost(0, [
    [1, x.above(g, t - 1)],
    [-1, x.above(g, t)],
    ...reserve,
    [-ramp - step, x.on(g, t - 1)],
    [ramp + amountAt(pMin, t) - amountAt(shutdownRamp, t - 1), x.shutdown(g, t)],
    ...(starts ? ([[afterStart, x.startup(g, t - 1)]] satisfies Term[]) : []),
  ]);
}

/** Ramps of the first hour: p0 - RD <= p[0] - D[0] and p[0] + r[0] <= p0 + RU while the unit stays on. */
function addFirstHour(
  milp: MilpBuilder,
  instance: Instance,
  x: Variables,
  g: number,
  unit: Unit,
  before: number,
): void {
  const low = amountAt(unit.pMin, 0);
  const [rise, fall] = [amountAt(unit.rampUp, 0), amountAt(unit.rampDown, 0)];
  if (Number.isFinite(rise)) {
    const room = before + rise - low;
    milp.row(atMost(0, [[1, x.above(g, 0)], ...reserveTerms(instance, x, g, 0), [-room, x.on(g, 0)]]));
  }
  if (Number.isFinite(fall)) {
    const least = before - fall - low;
    milp.row(
      atLeast(0, [
        [1, x.above(g, 0)],
        ...times(-1, reserveTerms(instance, x, g, 0, 'down')),
        [-least, x.on(g, 0)],
      ]),
    );
  }
}

/**
 * Limits of reserve other than the headroom of units (generation-limits.ts, ramps.ts). r, d: reserve of one product
 * upward and downward; R, D: their sums; O: sum of the non-spinning reserve of a unit that is off; m = response_min / 60:
 *
 *     units:       D <= p'          r[q] <= ramp m u,   d[q] <= ramp m u
 *     offline:     O <= quick (1 - u - sum_{i=t-DT+1..t} w[i])
 *     storage:     discharge - charge + R <= discharge_max,   R <= eta_d (e - e_min)
 *                  charge - discharge + D <= charge_max,      e + D <= e_max
 *     renewables:  p + R <= p_max,                            p - D >= p_min
 *
 * Downward reserve and its ramps: Morales-España, Latorre, Ramos, Tight and compact MILP formulation for the thermal
 * unit commitment problem, IEEE Trans. Power Syst. 28, 2013. Response times: Ela, Milligan, Kirby, Operating reserves
 * and variable generation, NREL/TP-5500-51978, 2011. At the end of an interval, a storage must hold enough energy above
 * its minimum to give its upward reserve for a whole interval, and have room to take its downward reserve for an
 * interval as if charging had no losses.
 */
import { amountAt, numberAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseStorage } from '../../case/case.ts';
import {
  atLeast,
  atMost,
  type Column,
  type MilpBuilder,
  type Row,
  type Term,
  times,
  within,
} from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { ReserveVariables, Variables } from '../variables.ts';
import { lastHours } from './commitment.ts';
import { reserveTerms } from './reserve.ts';

export function addReserveLimits(milp: MilpBuilder, instance: Instance, x: Variables): void {
  if (instance.products.length === 0) return;
  for (let t = 0; t < instance.periods; t++) {
    for (const g of instance.units.keys()) addUnitLimits(milp, instance, x, g, t);
    for (const s of instance.storage.keys()) addStorageLimits(milp, instance, x, s, t);
    for (const i of instance.renewables.keys()) addRenewableLimits(milp, instance, x, i, t);
  }
  addQuickStarts(milp, instance, x);
}

/** A unit gives non-spinning reserve while it is off and could start: its minimum down time since a stop has passed. */
export function addQuickStarts(
  milp: MilpBuilder,
  instance: Instance,
  x: ReserveVariables & Pick<Variables, 'on' | 'shutdown'>,
): void {
  for (const [g, { quickStart, minDowntime }] of instance.units.entries())
    for (const [t, mw] of quickStart.entries()) {
      const off = reserveTerms(instance, x, g, t, 'up', 'offReserve');
      if (mw === 0 || off.length === 0) continue;
      const stops = instance.jobType === 'ed' ? [] : lastHours(minDowntime, t, (i) => x.shutdown(g, i));
      milp.row(atMost(mw, [...off, ...times(mw, [[1, x.on(g, t)], ...stops])]));
    }
}

function addUnitLimits(milp: MilpBuilder, instance: Instance, x: Variables, g: number, t: number): void {
  const unit = instance.units[g];
  if (!unit) return;
  const below = reserveTerms(instance, x, g, t, 'down');
  if (below.length > 0) milp.row(atMost(0, [...below, [-1, x.above(g, t)]]));
  const range = amountAt(unit.pMax, t) - amountAt(unit.pMin, t);
  for (const [q, limit] of unit.reserveMost.entries()) {
    const most = numberAt(limit, t);
    // A limit that is not below the range of the output has no effect.
    if (!(most > 0 && most < range)) continue;
    milp.row(within(x.reserve(q, g, t), most, x.on(g, t)));
  }
}

function addStorageLimits(milp: MilpBuilder, instance: Instance, x: Variables, s: number, t: number): void {
  const item = instance.storage[s];
  if (!item) return;
  const [charge, discharge, energy] = [x.charge(s, t), x.discharge(s, t), x.energy(s, t)];
  const up = reserveTerms(instance, x, s, t, 'up', 'storageReserve');
  if (up.length > 0) {
    milp.row(atMost(amountAt(item.discharge_mw, t), [[1, discharge], [-1, charge], ...up]));
    milp.row(storedForReserve(item, t, up, energy));
  }
  const down = reserveTerms(instance, x, s, t, 'down', 'storageReserve');
  if (down.length > 0) {
    milp.row(atMost(amountAt(item.charge_mw, t), [[1, charge], [-1, discharge], ...down]));
    milp.row(atMost(item.energy_mwh, [[1, energy], ...down]));
  }
}

/** The energy above the minimum suffices to give the reserve for the whole hour: r <= eta_d (e - e_min). */
export function storedForReserve(
  { discharge_efficiency, min_mwh }: CaseStorage,
  t: number,
  up: readonly Term[],
  energy: Column,
): Row {
  return atMost(0 - discharge_efficiency * amountAt(min_mwh, t), [...up, [-discharge_efficiency, energy]]);
}

function addRenewableLimits(milp: MilpBuilder, instance: Instance, x: Variables, i: number, t: number): void {
  const item = instance.renewables[i];
  if (!item) return;
  const up = reserveTerms(instance, x, i, t, 'up', 'renewableReserve');
  if (up.length > 0) milp.row(atMost(amountAt(item.p_max, t), [[1, x.renewable(i, t)], ...up]));
  const down = times(-1, reserveTerms(instance, x, i, t, 'down', 'renewableReserve'));
  if (down.length > 0) milp.row(atLeast(amountAt(item.p_min, t), [[1, x.renewable(i, t)], ...down]));
}

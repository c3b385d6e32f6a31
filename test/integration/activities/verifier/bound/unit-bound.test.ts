import assert from 'node:assert/strict';
import { unitBound } from '../../../../../activities/verifier/bound/unit-bound.ts';
import { startupCost } from '../../../../../activities/verifier/cost/unit-cost.ts';
import {
  cheapestDispatch,
  priceUnit,
  type UnitPrices,
} from '../../../../../activities/verifier/dispatch/unit-dispatch.ts';
import { readCase } from '../../../../../activities/verifier/schedule/read-case.ts';
import { readSchedule } from '../../../../../activities/verifier/schedule/read-schedule.ts';
import type { UnitSchedule } from '../../../../../activities/verifier/schedule/schedule.ts';
import { type Run, toRuns } from '../../../../../activities/verifier/schedule/series.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { randomDraw } from '../../../../support/cases/random.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { daySchedule } from '../../../../unit/activities/verifier/hand-made.ts';

/**
 * Least cost over every commitment of the unit that keeps its minimum times and its initial status, at its cheapest
 * dispatch.
 */
function enumerated(unit: UnitSchedule, prices: UnitPrices): number {
  const horizon = unit.p_min.length;
  let least = Number.POSITIVE_INFINITY;
  for (let bits = 0; bits < 2 ** horizon; bits++) {
    const on = Array.from({ length: horizon }, (_, hour) => ((bits >> hour) & 1) === 1);
    if (on.some((isOn, hour) => !isOn && unit.must_run[hour])) continue;
    if (unit.fixed.some((choice) => on[choice.hour] !== choice.on)) continue;
    const costs = toRuns(on, unit.onBefore).map((run) => runCost(unit, prices, run));
    least = Math.min(
      least,
      costs.reduce((sum, cost) => sum + cost, 0),
    );
  }
  return least;
}

function runCost(unit: UnitSchedule, prices: UnitPrices, run: Run): number {
  const hours = run.end - run.start + (run.initial ? Math.abs(unit.initial_status) : 0);
  const isShort = hours < (run.on ? unit.min_uptime : unit.min_downtime);
  const ends = run.end < unit.p_min.length;
  if (isShort && ends) return Number.POSITIVE_INFINITY;
  if (!run.on) return ends ? startupCost(unit, hours, run.end) : 0;
  return dispatchCost(unit, prices, run, ends);
}

function dispatchCost(unit: UnitSchedule, prices: UnitPrices, run: Run, ends: boolean): number {
  const { startup_ramp, shutdown_ramp, shutdown_ramp_before } = unit;
  const before = run.initial ? unit.initial_power_mw : undefined;
  if (run.end === run.start) return (before ?? 0) > shutdown_ramp_before ? Number.POSITIVE_INFINITY : 0;
  return cheapestDispatch(priceUnit(unit, prices), {
    from: run.start,
    to: run.end,
    startLimit: run.initial ? undefined : startup_ramp[run.start],
    stopLimit: ends ? shutdown_ramp[run.end - 1] : undefined,
    before,
  });
}

describe('least cost of a unit at given prices', () => {
  it('equals the enumeration of its commitments', () => {
    let units = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { payload } = randomCase(seed, 'uc');
      const draw = randomDraw(seed);
      const { horizon } = payload;
      const judged = readCase(payload as SolvePayload, 'uc');
      for (const each of readSchedule(judged, daySchedule()).units) {
        const energy = draw.hours(horizon, () => draw.real(-5, 80));
        const reserve = draw.hours(horizon, () => (draw.chance(0.5) ? 0 : draw.real(0, 30)));
        const online = draw.hours(horizon, () => draw.real(0, 100));
        const { name } = each;
        const fixed = draw.chance(0.3) ? [{ generator: name, hour: 2, on: draw.chance(0.5) }] : [];
        const unit = { ...each, fixed };
        const prices = { energy, reserve, online };
        const bound = unitBound(unit, prices);
        const expected = enumerated(unit, prices);
        const same = bound === expected || Math.abs(bound - expected) < 1e-6;
        assert.ok(same, `seed ${seed}, ${name}: ${bound}, not ${expected}`);
        units += 1;
      }
    }
    assert.ok(units > 300);
  });
});

import assert from 'node:assert/strict';
import { productionCost } from '../../../../../activities/verifier/cost/unit-cost.ts';
import {
  cheapestDispatch,
  priceUnit,
  type Stretch,
} from '../../../../../activities/verifier/dispatch/unit-dispatch.ts';
import { at } from '../../../../../activities/verifier/schedule/series.ts';
import type { Generator } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';
import { judgedUnit } from '../hand-made.ts';

const HOURS = 4;
type Given = Partial<Generator>;

/** A unit whose numbers are all integers, so that some optimal dispatch is in whole MW. */
function randomUnit(draw: Draw) {
  const p_min = draw.integer(0, 2);
  const p_max = p_min + draw.integer(0, 4);
  const ramp = () => (draw.chance(0.3) ? null : draw.integer(1, 4));
  const curve = [
    { mw: 1, usd_per_h: 5 },
    { mw: 3, usd_per_h: 9 },
    { mw: 4, usd_per_h: 14 },
    { mw: 6, usd_per_h: 30 },
  ];
  const changes: Given = draw.chance(0.5) ? { cost_curve: curve } : { marginal_cost: 4, no_load_cost: 3 };
  const generator = aUnit('G', { ramp_up: ramp(), ramp_down: ramp(), ...changes });
  return {
    ...judgedUnit(generator),
    marginal_cost: draw.hours(HOURS, () => draw.integer(2, 6)),
    ramp_up: draw.hours(HOURS, () => draw.integer(1, 5)),
    p_min: draw.hours(HOURS, () => p_min),
    p_max: draw.hours(HOURS, () => (draw.chance(0.2) ? Math.max(p_min, p_max - 1) : p_max)),
  };
}

function randomStretch(draw: Draw): Stretch {
  const from = draw.integer(0, 1);
  return {
    from,
    to: draw.integer(from + 1, HOURS),
    ...(draw.chance(0.5) && { startLimit: draw.integer(1, 6) }),
    ...(draw.chance(0.5) && { stopLimit: draw.integer(1, 6) }),
    ...(draw.chance(0.3) && { before: draw.integer(0, 6) }),
  };
}

interface Prices {
  readonly energy: number[];
  readonly reserve: number[];
}

/** Least cost over all dispatches in whole MW, each with as much reserve as fits. */
function enumerated(unit: ReturnType<typeof randomUnit>, stretch: Stretch, prices: Prices): number {
  const { p_min, p_max, ramp_up, ramp_down } = unit;
  const { from, to, startLimit = 99, stopLimit = 99, before } = stretch;
  const best = (hour: number, last: number | undefined): number => {
    if (hour === to) return 0;
    const limits = [p_max[hour] ?? 0, hour === from ? startLimit : 99, hour === to - 1 ? stopLimit : 99];
    const most = Math.min(...limits, (last ?? 99) + at(ramp_up, hour));
    const low = Math.max(p_min[hour] ?? 0, (last ?? 0) - at(ramp_down, hour));
    const costs = Array.from({ length: Math.max(0, most - low + 1) }, (_, step) => {
      const p = low + step;
      const { energy, noLoad } = productionCost(unit, p, hour);
      const reserve = Math.max(0, prices.reserve[hour] ?? 0) * (most - p);
      return energy + noLoad - (prices.energy[hour] ?? 0) * p - reserve + best(hour + 1, p);
    });
    return Math.min(...costs);
  };
  return best(from, before);
}

describe('cheapest dispatch of a unit', () => {
  it('equals the enumeration', () => {
    let impossible = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const draw = randomDraw(seed);
      const unit = randomUnit(draw);
      const stretch = randomStretch(draw);
      const prices = {
        energy: draw.hours(HOURS, () => draw.integer(-5, 12)),
        reserve: draw.hours(HOURS, () => (draw.chance(0.5) ? 0 : draw.integer(-2, 6))),
      };
      const cost = cheapestDispatch(priceUnit(unit, prices), stretch);
      const expected = enumerated(unit, stretch, prices);
      if (expected === Number.POSITIVE_INFINITY) impossible += 1;
      const same = cost === expected || Math.abs(cost - expected) < 1e-9;
      assert.ok(same, `seed ${seed}: ${cost}, not ${expected}`);
    }
    assert.ok(impossible > 50 && impossible < 500, `${impossible} without a dispatch`);
  });
});

/** Relief of random limits with any multiple of the balance: no feasible schedule gives less. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { activity, atLeast, type Row, type Term } from '../../../../../activities/milp/model.ts';
import { type FlowLimit, flowLimit } from '../../../../../activities/uc/formulation/flow-limit.ts';
import { reliefOf } from '../../../../../activities/uc/formulation/flow-relief.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';

/** A flow limit in one hour of a random case, near the flow at one of its points. */
function randomLimit(seed: number) {
  const draw = randomDraw(seed);
  const { instance } = prepareCase(randomCase(seed, 'scuc').payload, 'scuc');
  const formulation = formulate(instance);
  const factors = Float64Array.from(instance.buses, () => (draw.chance(0.2) ? 1e-7 : draw.real(-1, 1)));
  const overflow = draw.chance(0.5) ? formulation.milp.columns.length : undefined;
  const direction = draw.chance(0.5) ? 1 : -1;
  const most = draw.real(-20, 60);
  const offset = draw.real(-9, 9);
  const limit: FlowLimit = { factors, offset, hour: 1, limit: most, direction, overflow };
  return { draw, instance, formulation, limit };
}

/** Random point: integers at integral values, other columns within their bounds, mostly near one of them. */
function randomPoint(draw: Draw, { instance, formulation }: ReturnType<typeof randomLimit>): Float64Array {
  const { milp, x } = formulation;
  const primal = Float64Array.from(milp.columns, ({ lower, upper, integer }) => {
    const most = Math.min(upper, 100);
    if (integer) return draw.integer(lower, most);
    return draw.chance(0.6) ? (draw.chance(0.5) ? lower : most) : draw.real(lower, most);
  });
  for (const [g, unit] of instance.units.entries()) {
    for (let t = 0; t < instance.periods; t++) {
      const before = t > 0 ? (primal[x.on(g, t - 1)] ?? 0) : Number(unit.onBefore);
      const on = primal[x.on(g, t)] ?? 0;
      primal[x.startup(g, t)] = Math.max(0, on - before);
      primal[x.shutdown(g, t)] = Math.max(0, before - on);
    }
  }
  return primal;
}

describe('relief of a flow limit', () => {
  it('is at least the excess over the limit, for any schedule and any choice', () => {
    let feasiblePoints = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = randomLimit(seed);
      const { draw, instance, formulation, limit } = random;
      const limitRow = withBalance(random, flowLimit(instance, formulation.injections, limit));
      const relief = reliefOf(instance, formulation, limit.hour, limitRow, randomPoint(draw, random));
      const { integers, slack, leastSlack, least } = relief;
      assert.ok(integers.every(([, column]) => formulation.milp.columns[column]?.integer));
      const keepsLimits = generationLimits(random);
      const points = Array.from({ length: 40 }, () => withOverflow(draw, randomPoint(draw, random)));
      for (const primal of points.filter(keepsLimits).filter(within(limitRow))) {
        feasiblePoints += 1;
        assert.ok(activity(slack, primal) >= leastSlack - 1e-9, `slack, seed ${seed}`);
        const relieved = activity(integers, primal) + activity(slack, primal) - leastSlack;
        assert.ok(relieved >= least - 1e-9, `seed ${seed}`);
      }
    }
    assert.ok(feasiblePoints > 150, `${feasiblePoints} points within their limits`);
  });
});

/** Lower limit of a flow row alone, or with a multiple of the balance added. */
function withBalance(
  { draw, formulation, limit: { direction, hour } }: ReturnType<typeof randomLimit>,
  flow: Row,
): Row {
  const weight = draw.chance(0.3) ? 0 : draw.real(-1, 1);
  const balance = formulation.milp.rows[formulation.balanceRows[0]?.[hour] ?? -1];
  const times = (factor: number, { terms }: Row): Term[] =>
    terms.map(([mw, column]) => [factor * mw, column]);
  const lower = direction > 0 ? -flow.upper : flow.lower;
  if (!balance) return atLeast(lower, times(-direction, flow));
  return atLeast(lower + weight * balance.lower, [...times(-direction, flow), ...times(weight, balance)]);
}

const withOverflow = (draw: Draw, primal: Float64Array): Float64Array =>
  Float64Array.from([...primal, draw.chance(0.5) ? 0 : draw.real(0, 50)]);

const within =
  ({ terms, lower, upper }: Row) =>
  (primal: Float64Array): boolean => {
    const mw = activity(terms, primal);
    return mw <= upper + 1e-9 && mw >= lower - 1e-9;
  };

/** True if the limits of hour 1 hold at a point. */
function generationLimits({ instance, formulation }: ReturnType<typeof randomLimit>) {
  const { milp, x } = formulation;
  const above = new Set(instance.units.map((_, g) => x.above(g, 1)));
  const limits = milp.rows.filter(
    ({ terms, lower }) =>
      lower === -Infinity && terms.length > 1 && terms.some(([mw, c]) => mw > 0 && above.has(c)),
  );
  return (primal: Float64Array): boolean => limits.every((row) => within(row)(primal));
}

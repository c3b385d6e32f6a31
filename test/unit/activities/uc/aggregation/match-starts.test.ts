import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { matchStarts, type Stops } from '../../../../../activities/uc/aggregation/disaggregate.ts';
import { startupCost } from '../../../../../temporal/case/arithmetic/unit-cost.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';

function unitWith(...tiers: readonly (readonly [lag: number, usd: number])[]) {
  const startup_categories = tiers.map(([lag_h, cost_usd]) => ({ lag_h, cost_usd }));
  const { instance } = prepareCase(
    { generators: [aUnit('g', { startup_categories })], loads: [{ bus: 1, values: [1] }], horizon: 1 },
    'uc',
  );
  const [unit] = instance.units;
  assert.ok(unit);
  return unit;
}

type Unit = ReturnType<typeof unitWith>;

const each = (changes: readonly { readonly count: number }[]): number[] =>
  changes.flatMap(({ count }, position) => Array.from({ length: count }, () => position));

/** Least cost over all assignments of stops to starts, found by trying all units, $. */
function leastCost(unit: Unit, stops: readonly Stops[], starts: readonly number[]): number {
  const [start, ...rest] = starts;
  if (start === undefined) return 0;
  const costs = stops.map((stop, position) => {
    if (stop.count === 0 || stop.ready > start) return Number.POSITIVE_INFINITY;
    const remaining = stops.with(position, { ...stop, count: stop.count - 1 });
    return startupCost(unit.startupTiers, start - stop.hour) + leastCost(unit, remaining, rest);
  });
  return Math.min(...costs);
}

/** Random stops before each start; some stops have no start. */
function randomChanges(draw: Draw, leastHours: number) {
  const starts = Array.from({ length: draw.integer(1, 4) }, () => ({
    hour: draw.integer(3, 16),
    count: draw.integer(1, 2),
  })).sort((a, b) => a.hour - b.hour);
  const others = Array.from({ length: draw.integer(0, 2) }, () => ({ hour: draw.integer(3, 16), count: 1 }));
  const stops = [...starts, ...others].map(({ hour, count }): Stops => {
    const stop = hour - leastHours - draw.integer(0, 8);
    return { hour: stop, count, ready: Math.max(0, stop + leastHours) };
  });
  return { starts, stops };
}

describe('matchStarts', () => {
  const steep = unitWith([1, 10], [4, 25], [7, 90]);
  const at = (hour: number, count = 1) => ({ hour, count, ready: hour + 1 });

  it('leaves the unit that is still warm later to the later start', () => {
    const twoTiers = unitWith([1, 10], [5, 90]);
    const matches = matchStarts(twoTiers, [at(0), at(3)], [at(4), at(7)]);
    assert.deepEqual(
      matches.map(({ stop, start, cost }) => ({ stop, start, cost })),
      [
        { stop: 0, start: 0, cost: 10 },
        { stop: 1, start: 1, cost: 10 },
      ],
    );
  });

  it('takes a unit back from an earlier start where that costs less', () => {
    // The first start is cheapest with the second unit, but the second start would then be cold.
    const matches = matchStarts(steep, [at(0), at(3)], [at(5), at(9)]);
    const cost = matches.reduce((sum, match) => sum + match.units * match.cost, 0);
    assert.equal(cost, 25 + 25);
  });

  it('costs as little as the best of all ways, in 300 random groups', () => {
    for (let seed = 0; seed < 300; seed++) {
      const draw = randomDraw(seed);
      const { starts, stops } = randomChanges(draw, draw.integer(1, 3));
      const matches = matchStarts(steep, stops, starts);
      const hours = each(starts).flatMap((position) => starts[position]?.hour ?? []);
      const cost = matches.reduce((sum, match) => sum + match.units * match.cost, 0);
      assert.equal(cost, leastCost(steep, stops, hours), `seed ${seed}`);
      const startsOf = (start: number) => matches.filter((match) => match.start === start);
      const matched = starts.map((_, start) => startsOf(start).reduce((sum, { units }) => sum + units, 0));
      assert.deepEqual(
        matched,
        starts.map(({ count }) => count),
        `seed ${seed}`,
      );
    }
  });

  it('gives starts no unit that is not ready', () => {
    assert.deepEqual(matchStarts(steep, [{ hour: 4, count: 2, ready: 9 }], [at(8)]), []);
  });
});

import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import {
  type Aggregation,
  aggregateUnits,
} from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { disaggregate } from '../../../../../activities/uc/aggregation/disaggregate.ts';
import type { Unit } from '../../../../../activities/uc/instance.ts';
import { nearestCommitment } from '../../../../../activities/uc/nearest-commitment.ts';
import type { Generator } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';

const HOURS = 18;

/** `count` equal units, and one that differs. */
function equalUnits(count: number, changes: Partial<Generator>) {
  const equal = Array.from({ length: count }, (_, i) => aUnit(`g${i}`, changes));
  const generators = [...equal, aUnit('other', { marginal_cost: 99 })];
  const loads = [{ bus: 1, values: Array.from({ length: HOURS }, () => 1) }];
  const { instance } = prepareCase({ generators, loads, horizon: HOURS }, 'uc');
  return { instance, aggregation: aggregateUnits(instance) };
}

const startsOf = (onBefore: boolean, on: readonly number[]): number[] =>
  on.map((now, t) => Number(now > (t > 0 ? (on[t - 1] ?? 0) : Number(onBefore))));

const sum = (series: readonly (readonly number[])[]): number[] =>
  Array.from({ length: HOURS }, (_, t) => series.reduce((total, hours) => total + (hours[t] ?? 0), 0));

/** Number of units on in the first group, for these schedules of its members; the other unit is off. */
function countsOf({ instance }: Aggregation, schedules: readonly (readonly number[])[]) {
  const [group, other] = instance.units;
  const idle = Array.from({ length: HOURS }, () => Number(other?.onBefore));
  const starts = schedules.map((on) => startsOf(group?.onBefore ?? false, on));
  return { on: [sum(schedules), idle], startup: [sum(starts), idle.map(() => 0)] };
}

const randomChanges = (draw: Draw): Partial<Generator> => ({
  min_uptime: draw.integer(0, 5),
  min_downtime: draw.integer(0, 5),
  initial_status: draw.chance(0.5) ? draw.integer(1, 6) : -draw.integer(0, 6),
  startup_categories: [
    { lag_h: 1, cost_usd: 10 },
    { lag_h: draw.integer(2, 8), cost_usd: 30 },
  ],
});

/** A feasible schedule of the unit that is close to random hours. */
function randomSchedule(draw: Draw, unit: Unit): number[] {
  let on = draw.integer(0, 1);
  const target = draw.hours(HOURS, () => {
    if (draw.chance(0.25)) on = 1 - on;
    return on;
  });
  const commitment = nearestCommitment(unit, target);
  assert.ok(commitment);
  return commitment;
}

describe('disaggregate', () => {
  it('gives 100 random groups schedules that all members can follow and that add up', () => {
    let members = 0;
    for (let seed = 0; seed < 100; seed++) {
      const draw = randomDraw(seed);
      const { instance, aggregation } = equalUnits(draw.integer(2, 5), randomChanges(draw));
      const units = instance.units.slice(0, -1);
      const counts = countsOf(
        aggregation,
        units.map((unit) => randomSchedule(draw, unit)),
      );
      const commitments = disaggregate(aggregation, counts).slice(0, -1);
      assert.deepEqual(countsOf(aggregation, commitments), counts, `seed ${seed}`);
      for (const [g, unit] of units.entries())
        assert.deepEqual(
          nearestCommitment(unit, commitments[g] ?? []),
          commitments[g],
          `seed ${seed}: unit ${g}`,
        );
      members += units.length;
    }
    assert.ok(members > 300);
  });

  it('keeps a start and a stop in the same hour apart', () => {
    const { aggregation } = equalUnits(2, { initial_status: 9 });
    const first = Array.from({ length: HOURS }, (_, t) => Number(t < 5));
    const second = Array.from({ length: HOURS }, (_, t) => Number(t < 2 || t >= 5));
    const commitments = disaggregate(aggregation, countsOf(aggregation, [first, second]));
    assert.deepEqual(commitments.slice(0, 2).sort(), [first, second].sort());
  });

  it('starts a unit that is still warm, and of two the one that cools first', () => {
    const { aggregation } = equalUnits(3, {
      startup_categories: [
        { lag_h: 1, cost_usd: 10 },
        { lag_h: 4, cost_usd: 90 },
      ],
    });
    const offFrom = (from: number, to: number) =>
      Array.from({ length: HOURS }, (_, t) => Number(t < from || t >= to));
    // Units stop in hours 1, 4 and 5. The first unit is cold in hour 7, the second becomes colder in hour 8.
    const expected = [offFrom(1, 12), offFrom(4, 7), offFrom(5, 8)];
    const mixed = [offFrom(1, 7), offFrom(4, 8), offFrom(5, 12)];
    const commitments = disaggregate(aggregation, countsOf(aggregation, mixed)).slice(0, 3);
    assert.deepEqual(commitments.sort(), expected.sort());
  });
});

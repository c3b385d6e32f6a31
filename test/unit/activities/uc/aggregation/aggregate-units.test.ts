import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { aggregateHours, aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Generator } from '../../../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';

const slow: Partial<Generator> = { p_min: 40, min_uptime: 3, min_downtime: 2 };

/** Members of the groups of two units that differ as said. */
function groupsOf(
  first: Partial<Generator>,
  second: Partial<Generator>,
  more: Partial<SolvePayload> = {},
  jobType: JobType = 'uc',
): readonly (readonly number[])[] {
  const generators = [aUnit('a', { ...slow, ...first }), aUnit('b', { ...slow, ...second })];
  const loads = [{ bus: 1, values: [60, 70, 80, 90] }];
  const { instance } = prepareCase({ generators, loads, horizon: 4, ...more }, jobType);
  return aggregateUnits(instance).members;
}

const TOGETHER = [[0, 1]];
const APART = [[0], [1]];
const limited: Partial<Generator> = { startup_ramp: 60, shutdown_ramp: 70 };
const tiers = {
  startup_categories: [
    { lag_h: 1, cost_usd: 10 },
    { lag_h: 6, cost_usd: 30 },
  ],
};

describe('aggregateUnits', () => {
  it('merges units that differ in their names only', () => {
    assert.deepEqual(groupsOf({}, {}), TOGETHER);
    assert.deepEqual(groupsOf(tiers, tiers), TOGETHER);
    assert.deepEqual(groupsOf(limited, limited), TOGETHER);
  });

  it('keeps units apart that differ in a limit, a cost, a time or the state before the first hour', () => {
    const different: Partial<Generator>[] = [
      { p_max: 101 },
      { p_min: 41 },
      { marginal_cost: 10.000001 },
      { no_load_cost: 1 },
      { startup_cost: 1 },
      { min_uptime: 4 },
      { min_downtime: 3 },
      { initial_status: -24 },
      { must_run: true },
      { p_max_profile: [100, 100, 99, 100] },
      limited,
      tiers,
    ];
    for (const changes of different)
      assert.deepEqual(groupsOf({}, changes), APART, `${JSON.stringify(changes)}`);
  });

  it('looks at the hours before the first one only as far as they matter', () => {
    assert.deepEqual(groupsOf({ initial_status: 24 }, { initial_status: 3 }), TOGETHER);
    assert.deepEqual(groupsOf({ initial_status: 24 }, { initial_status: 2 }), APART);
    assert.deepEqual(groupsOf({ initial_status: -24 }, { initial_status: -2 }), TOGETHER);
    assert.deepEqual(groupsOf({ initial_status: -24 }, { initial_status: -1 }), APART);
    const off = (initial_status: number) => ({ ...tiers, initial_status });
    assert.deepEqual(groupsOf(off(-24), off(-6)), TOGETHER);
    assert.deepEqual(groupsOf(off(-24), off(-5)), APART);
  });

  it('looks at the output before the first hour only where it holds a unit on', () => {
    assert.deepEqual(groupsOf({ initial_power_mw: 50 }, { initial_power_mw: 90 }), TOGETHER);
    const from = (initial_power_mw: number) => ({ shutdown_ramp: 60, initial_power_mw });
    assert.deepEqual(groupsOf(from(50), from(55)), TOGETHER);
    assert.deepEqual(groupsOf(from(50), from(90)), APART);
    assert.deepEqual(groupsOf(from(80), from(90)), TOGETHER);
  });

  it('leaves units alone whose ramps hold some output back', () => {
    const ramping = (ramp: number) => ({ ramp_up: ramp, ramp_down: ramp });
    assert.deepEqual(groupsOf(ramping(60), ramping(90)), APART, 'starts are limited by the ramp');
    assert.deepEqual(groupsOf(ramping(100), ramping(120)), TOGETHER);
    assert.deepEqual(groupsOf(ramping(59), ramping(59)), APART);
  });

  it('leaves units alone that may start and stop in one hour, when both limit the output', () => {
    const quick = { min_uptime: 1 };
    assert.deepEqual(groupsOf({ ...quick, ...limited }, { ...quick, ...limited }), APART);
    assert.deepEqual(
      groupsOf({ ...quick, startup_ramp: 60 }, { ...quick, startup_ramp: 60 }),
      TOGETHER,
      'one of them does not',
    );
    const changing = { ...limited, p_max_profile: [100, 90, 100, 100] };
    assert.deepEqual(groupsOf(changing, changing), APART, 'nor when the limits change with the hour');
  });

  it('merges units of different buses on a copper plate only', () => {
    assert.deepEqual(groupsOf({}, { bus: 2 }), TOGETHER);
    const transmission_lines = [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 50 }];
    assert.deepEqual(groupsOf({}, { bus: 2 }, { transmission_lines }, 'scuc'), APART);
    assert.deepEqual(groupsOf({}, {}, { transmission_lines }, 'scuc'), TOGETHER);
  });

  it('leaves units alone whose loss is a contingency', () => {
    const contingencies = [{ id: 'lose a', generators: ['a'] }];
    assert.deepEqual(groupsOf({}, {}, { contingencies }, 'scuc'), APART);
    assert.deepEqual(groupsOf({}, {}, { contingencies }, 'uc'), TOGETHER);
  });

  it('leaves units alone that are fixed in some hour, and those of a dispatch', () => {
    const fixed_commitment = [{ generator: 'b', hour: 2, on: false }];
    assert.deepEqual(groupsOf({}, {}, { fixed_commitment }), APART);
    assert.deepEqual(groupsOf({}, {}, {}, 'ed'), APART);
  });

  it('changes nothing in a model without equal units', () => {
    for (let seed = 0; seed < 4; seed++) {
      const { instance } = prepareCase(mixedCase(seed, 5, 8), 'uc');
      const aggregated = aggregateUnits(instance).instance;
      assert.deepEqual(aggregated, instance);
      const [{ milp, pool }, before] = [formulate(aggregated), formulate(instance)];
      assert.deepEqual([milp.columns, milp.rows, pool], [before.milp.columns, before.milp.rows, before.pool]);
    }
  });
});

describe('aggregateHours', () => {
  it('counts the members that are on, where all are known', () => {
    const generators = [aUnit('a', slow), aUnit('other'), aUnit('b', slow)];
    const loads = [{ bus: 1, values: [60, 70, 80] }];
    const { instance } = prepareCase({ generators, loads, horizon: 3 }, 'uc');
    const hours = [
      [1, 1, 0],
      [1, undefined, 0],
      [0, 1],
    ];
    assert.deepEqual(aggregateHours(aggregateUnits(instance), hours), [
      [1, 2, undefined],
      [1, undefined, 0],
    ]);
  });
});

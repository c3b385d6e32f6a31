import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { aggregateHours, aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';

const slow: Partial<Generator> = { p_min: 40, min_uptime: 3, min_downtime: 2 };

interface Group {
  readonly it: string;
  /** Two units, given by their differences, and whether they merge. */
  readonly pairs: readonly {
    readonly merged: boolean;
    readonly first: Partial<Generator>;
    readonly second: Partial<Generator>;
    readonly more?: Partial<SolvePayload>;
    readonly type?: JobType;
  }[];
}

const FILE = new URL('../../../../../../test/cases/equal-units.json', import.meta.url);
const GROUPS: readonly Group[] = JSON.parse(readFileSync(FILE, 'utf8'));

describe('aggregateUnits', () => {
  for (const { it: title, pairs } of GROUPS)
    it(title, () => {
      for (const { merged, first, second, more, type = 'uc' } of pairs) {
        const generators = [aUnit('a', { ...slow, ...first }), aUnit('b', { ...slow, ...second })];
        const loads = [{ bus: 1, values: [60, 70, 80, 90] }];
        const { instance } = prepareCase({ generators, loads, horizon: 4, ...more }, type);
        const expected = merged ? [[0, 1]] : [[0], [1]];
        assert.deepEqual(aggregateUnits(instance).members, expected, JSON.stringify([first, second, more]));
      }
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

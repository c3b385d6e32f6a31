import assert from 'node:assert/strict';
import { toCase } from '../../../../../activities/engine/case.ts';
import { activity } from '../../../../../activities/milp/activity.ts';
import { capacityOf } from '../../../../../activities/uc/formulation/capacity.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { countValues } from '../../../../../activities/uc/formulation/unit-counts.ts';
import { hardCase } from '../../../../support/hard-case.ts';
import { mixedCase } from '../../../../support/mixed-case.ts';
import { randomDraw } from '../../../../support/random-draw.ts';

describe('numbers of units', () => {
  for (const seed of [1, 2, 3]) {
    it(`are what the commitment says, and the capacity row is the same in them, case ${seed}`, () => {
      const { instance } = toCase(mixedCase(seed, 12, 6), 'uc');
      const { x, counts, capacityRows, milp } = formulate(instance);
      assert.ok(counts.length > 0);
      const draw = randomDraw(seed);
      const primal = Float64Array.from(milp.columns, () => draw.real(0, 1));
      const on = new Map(
        instance.units.flatMap((_, g) =>
          Array.from(
            { length: instance.periods },
            (_hour, t) => [x.on(g, t), primal[x.on(g, t)] ?? 0] as const,
          ),
        ),
      );
      const values = countValues(on, counts, x);
      assert.equal(values.length, counts.length);
      for (const [column, value] of values) primal[column] = value;
      for (const { row } of counts) assert.ok(Math.abs(activity(milp.rows[row]?.terms ?? [], primal)) < 1e-9);
      for (const [t, row] of capacityRows.entries()) {
        const { terms, lower } = capacityOf(instance, t, x);
        const given = milp.rows[row];
        assert.equal(given?.lower, lower);
        assert.ok(Math.abs(activity(given?.terms ?? [], primal) - activity(terms, primal)) < 1e-6);
      }
    });
  }

  it('are not known where a unit of the class is open', () => {
    const { instance } = toCase(mixedCase(1, 12, 6), 'uc');
    const { x, counts } = formulate(instance);
    const [first] = counts;
    const on = new Map(first?.members.slice(1).map((g) => [x.on(g, first.hour), 1] as const));
    assert.deepEqual(countValues(on, counts, x), []);
  });

  it('add nothing to the capacity of an hour in which a unit of the class is out', () => {
    const given = hardCase(12, 2);
    const generators = given.generators.map((unit) => ({
      ...unit,
      p_min: 0,
      p_max_profile: [unit.p_max, 0],
    }));
    const { instance } = toCase({ ...given, generators }, 'uc');
    const { counts, capacityRows, milp } = formulate(instance);
    const terms = milp.rows[capacityRows[1] ?? -1]?.terms ?? [];
    const columns = new Set(counts.filter(({ hour }) => hour === 1).map(({ column }) => column));
    assert.ok(columns.size > 0 && terms.every(([mw, column]) => mw !== 0 && !columns.has(column)));
  });

  it('are left out of a dispatch, and where single units matter little', () => {
    assert.equal(formulate(toCase(hardCase(12, 6), 'ed').instance).counts.length, 0);
    assert.equal(formulate(toCase(hardCase(300, 24), 'uc').instance).counts.length, 0);
  });
});

import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { activity } from '../../../../../activities/milp/model.ts';
import { capacityOf } from '../../../../../activities/uc/formulation/capacity.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { countValues, unitClasses } from '../../../../../activities/uc/formulation/unit-counts.ts';
import { ratedOf } from '../../../../../temporal/case/arithmetic/output-limits.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { randomDraw } from '../../../../support/cases/random.ts';

describe('numbers of units', () => {
  for (const seed of [1, 2, 3]) {
    it(`agree with the commitment, and the capacity row is the same in them, case ${seed}`, () => {
      const { instance } = prepareCase(mixedCase(seed, 12, 6), 'uc');
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
        const aggregatedRow = milp.rows[row];
        assert.equal(aggregatedRow?.lower, lower);
        assert.ok(Math.abs(activity(aggregatedRow?.terms ?? [], primal) - activity(terms, primal)) < 1e-6);
      }
    });
  }

  it('are not known where a unit of the class is open', () => {
    const { instance } = prepareCase(mixedCase(1, 12, 6), 'uc');
    const { x, counts } = formulate(instance);
    const [first] = counts;
    const on = new Map(first?.members.slice(1).map((g) => [x.on(g, first.hour), 1] as const));
    assert.deepEqual(countValues(on, counts, x), []);
  });

  it('add nothing to the capacity of an hour in which a unit of the class is out', () => {
    const base = hardCase(12, 2);
    const generators = base.generators.map((unit) => ({
      ...unit,
      p_min: 0,
      p_max: [ratedOf(unit).p_max, 0],
      rated: ratedOf(unit),
    }));
    const { instance } = prepareCase({ ...base, generators }, 'uc');
    const { counts, capacityRows, milp } = formulate(instance);
    const terms = milp.rows[capacityRows[1] ?? -1]?.terms ?? [];
    const columns = new Set(counts.filter(({ hour }) => hour === 1).map(({ column }) => column));
    assert.ok(columns.size > 0 && terms.every(([mw, column]) => mw !== 0 && !columns.has(column)));
  });

  it('are left out of a dispatch, and if single units matter little', () => {
    assert.equal(formulate(prepareCase(hardCase(12, 6), 'ed').instance).counts.length, 0);
    assert.equal(formulate(prepareCase(hardCase(300, 24), 'uc').instance).counts.length, 0);
  });
});

const unit = (pMax: number, count = 1) => ({ pMax: [pMax, pMax], count });

describe('unit classes', () => {
  it('hold units of about the same size', () => {
    const units = [400, 55, 20, 60, 380, 59, 21].map((pMax) => unit(pMax));
    assert.deepEqual(unitClasses(units), [
      [2, 6],
      [1, 5, 3],
      [4, 0],
    ]);
  });

  it('do not chain: the largest is within a tenth of the smallest', () => {
    const units = [100, 108, 116, 124].map((pMax) => unit(pMax));
    assert.deepEqual(unitClasses(units), [
      [0, 1],
      [2, 3],
    ]);
  });

  it('leave out a unit of its own, but not one that stands for several', () => {
    assert.deepEqual(unitClasses([unit(10), unit(50, 3), unit(90)]), [[1]]);
    assert.deepEqual(unitClasses([]), []);
  });
});

import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { activity, type Row } from '../../../../../activities/milp/model.ts';
import { aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import type { Instance } from '../../../../../activities/uc/instance.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

/** Three equal units with segments of 20 and 40 MW above 40 MW. */
function threeUnits(): Instance {
  const cost_curve = [
    { mw: 40, usd_per_h: 400 },
    { mw: 60, usd_per_h: 500 },
    { mw: 100, usd_per_h: 900 },
  ];
  const generators = ['a', 'b', 'c'].map((name) => aUnit(name, { p_min: 40, p_max: 100, cost_curve }));
  return prepareCase({ generators, loads: [{ bus: 1, values: [90] }], horizon: 1 }, 'uc').instance;
}

/** Rows that unit 0 violates if one unit is on, with `mw` in its first segment. */
function broken(
  instance: Instance,
  rowsOf: (formulation: ReturnType<typeof formulate>) => Row[],
  mw: number,
) {
  const formulation = formulate(instance);
  const primal = new Float64Array(formulation.milp.columns.length);
  primal[formulation.x.on(0, 0)] = 1;
  primal[formulation.x.startup(0, 0)] = 1;
  primal[formulation.segments[0]?.[0]?.[0] ?? -1] = mw;
  const isBroken = ({ terms, lower, upper }: Row): boolean => {
    const value = activity(terms, primal);
    return value > upper + 1e-9 || value < lower - 1e-9;
  };
  const ofSegments = rowsOf(formulation).filter(({ terms }) =>
    terms.some(([, c]) => c === formulation.segments[0]?.[0]?.[0]),
  );
  return ofSegments.filter(isBroken).length;
}

describe('cost segments', () => {
  const deferred = ({ milp, deferred: positions }: ReturnType<typeof formulate>): Row[] =>
    positions.flatMap((position) => milp.rows[position] ?? []);

  it('of merged units with a count limit the output of those that are on', () => {
    const { instance } = aggregateUnits(threeUnits());
    assert.equal(instance.units[0]?.count, 3);
    assert.equal(broken(instance, deferred, 20), 0);
    assert.equal(broken(instance, deferred, 21), 1);
  });

  it('of single units are limited by their columns; their rows tighten the relaxation', () => {
    const instance = threeUnits();
    assert.equal(broken(instance, deferred, 21), 0);
    assert.equal(
      broken(instance, ({ pool }) => [...pool], 21),
      1,
    );
    const { milp, segments } = formulate(instance);
    assert.equal(milp.columns[segments[0]?.[0]?.[0] ?? -1]?.upper, 20);
  });
});

import assert from 'node:assert/strict';
import { nearestScenario } from '../../../../activities/solve/find-warm-start.ts';

const scenarios = (...values: readonly Record<string, number | string>[]) =>
  values.map((each, index) => ({ index, values: each }));

describe('nearestScenario', () => {
  it('has no answer while nothing has ended', () => {
    assert.equal(nearestScenario({ load: 1 }, []), undefined);
  });

  it('measures every variable by its range, so that its unit does not matter', () => {
    // Distances: a tenth of the range in cost with half a range in load, against nine tenths in cost.
    const all = scenarios({ load: 1.02, cost: 110 }, { load: 1, cost: 190 }, { load: 1.04, cost: 200 });
    assert.equal(nearestScenario({ load: 1, cost: 100 }, all)?.index, 0);
  });

  it('counts a text that differs as the whole range', () => {
    const all = scenarios({ fuel: 'gas', load: 1 }, { fuel: 'coal', load: 1.4 }, { fuel: 'gas', load: 2 });
    assert.equal(nearestScenario({ fuel: 'coal', load: 1 }, all)?.index, 1);
  });

  it('looks for one with the same load before one with the same costs', () => {
    const all = scenarios({ load: 1, cost: 10 }, { load: 1.03, cost: 11 }, { load: 1.06, cost: 12 });
    const target = { load: 1.03, cost: 10 };
    assert.equal(nearestScenario(target, all)?.index, 0);
    assert.equal(nearestScenario(target, all, ['cost'])?.index, 1);
    assert.equal(nearestScenario(target, all, ['cost', 'load'])?.index, 0);
  });

  it('takes the first in the matrix of two equally near ones, in any order of arrival', () => {
    const all = scenarios({ load: 0.9 }, { load: 1.1 });
    assert.equal(nearestScenario({ load: 1 }, all)?.index, 0);
    assert.equal(nearestScenario({ load: 1 }, [...all].reverse())?.index, 0);
  });

  it('does without variables that do not vary, or that a scenario leaves out', () => {
    const all = scenarios({ load: 1, cost: 5 }, { load: 2 });
    assert.equal(
      nearestScenario(
        { load: 1.9, cost: 5 },
        [all[0], all[1]].filter((s) => s !== undefined),
      )?.index,
      0,
    );
    assert.equal(nearestScenario({}, all)?.index, 0);
  });
});

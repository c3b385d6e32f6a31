/** Dispatches of an hour with infeasible flow limits, and the number of linear programs solved for them. */
import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { limitedDispatch } from '../../../../../activities/engine/search/limited-dispatch.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';

const LOAD_MW = 150;
const LINES = ['a', 'b', 'c'];

/** Three equal lines to all of the load: after the loss of one the others carry 75 MW, against a limit of 60. */
const threeLines: SolvePayload = {
  horizon: 1,
  generators: [
    {
      name: 'far',
      bus: 1,
      p_min: 0,
      p_max: 200,
      marginal_cost: 10,
      no_load_cost: 0,
      startup_cost: 0,
      min_uptime: 1,
      min_downtime: 1,
      initial_status: 1,
      ramp_up: 200,
      ramp_down: 200,
    },
  ],
  loads: [{ bus: 2, values: [LOAD_MW] }],
  transmission_lines: LINES.map((id) => ({ id, from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 60 })),
  contingencies: LINES.map((id) => ({ id: `lose ${id}`, lines: [id] })),
};

describe('the dispatch of an hour within flow limits', () => {
  it('counts the excess of a line once over all outages, and solves the same question once', async () => {
    let programs = 0;
    const limited = limitedDispatch(prepareCase(threeLines, 'scuc'), {
      leftS: () => 60,
      open: (milp) => {
        programs += 1;
        return openHighs(milp, new Int32Array(1));
      },
    });
    assert.ok(limited);
    const ask = (low: number, high: number) =>
      limited.redispatch(
        0,
        { low: Float64Array.of(low), high: Float64Array.of(high) },
        {
          output: Float64Array.of(LOAD_MW),
          renewable: new Float64Array(),
          unserved: new Float64Array(2),
        },
      );
    const dispatch = await ask(0, 200);
    assert.ok('missing' in dispatch && dispatch.worth);
    assert.ok(Math.abs(dispatch.missing - 3 * 15) < 1e-6, `${dispatch.missing}`);
    assert.equal(await ask(0, 200), dispatch);
    assert.equal(programs, 1);
    await ask(0, 180);
    assert.equal(programs, 2);
  });
});

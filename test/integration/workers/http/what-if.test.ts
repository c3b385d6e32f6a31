/** The first answer to a what-if over the solver service's own route. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../../activities/engine/base/engine.ts';
import { solveRequest } from '../../../../activities/engine/run/solve-request.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { solve } from '../../../support/engine/solve.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';

const engine: Engine = (request, watch) => solveRequest(request, new Int32Array(1), watch);

describe('what-ifs of the solver service', () => {
  let server: SolverServer;
  before(async () => {
    server = await startSolverServer({ deps: { engine } });
  });
  after(() => server.close());

  it('are answered by a proven interval', async () => {
    const { commitment, multipliers } = await solve('uc', payload());
    const changed = payload({ loads: [{ bus: 1, values: [80, 132, 90] }] });
    const body = { payload: changed, commitment, multipliers };
    const { status, body: interval } = await server.call('POST', '/what-if?type=uc', body);
    assert.equal(status, 200, JSON.stringify(interval));
    assert.deepEqual([interval.upper_usd, interval.verified], [6980, true]);
    assert.ok(interval.lower_usd <= 6980);
  });

  for (const [what, query, body, loc] of [
    ['no type', '', { payload: payload(), commitment: {} }, 'type'],
    ['no commitment', '?type=uc', { payload: payload() }, 'commitment'],
    ['a case that is none', '?type=uc', { payload: payload({ horizon: 5 }), commitment: {} }, 'values'],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const { status, body: refusal } = await server.call('POST', `/what-if${query}`, body);
      assert.equal(status, 422, JSON.stringify(refusal));
      assert.equal(refusal.detail[0].loc.at(-1), loc);
    });
  }
});

/**
 * Stored networks with two buses and no branch in service between them. Each bus has a generator and a load; three
 * hours cost 2,800 $.
 */
import assert from 'node:assert/strict';
import { executionPayload, jobTypeOf } from '../../../../activities/executions/execution-payload.ts';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import { windowsOf } from '../../../../activities/rolling/window.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { type NetworkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';

const SOLVER = { id: 'highs', time_limit: 60, mip_gap: 0, presolve: 'choose', random_seed: 0 } as const;
const bus = (id: number) => ({ id, v_nom_kv: 220, type: 'pq' as const });
const NETWORK: NetworkBody = {
  base_mva: 100,
  nominal_frequency_hz: 50,
  buses: [bus(1), bus(2)],
  lines: [],
  generators: [aUnit('cheap'), aUnit('dear', { bus: 2, marginal_cost: 50 })],
  loads: [
    { bus: 1, values: [30, 30, 20] },
    { bus: 2, values: [20, 10, 10] },
  ],
};
const out = { id: 'D', from_bus: 1, to_bus: 2, p_min_mw: -50, p_max_mw: 50, in_service: false };
const line = {
  id: 'L',
  from_bus: 1,
  to_bus: 2,
  r_ohm: 1,
  x_ohm: 20,
  x_pu: 0.1,
  s_nom_mva: 50,
  in_service: false,
};

async function payloadOf(body: NetworkBody, id: string, lines?: 'soft' | 'off') {
  const model = findPcmModel(id);
  assert.ok(model);
  const options = { horizon: 3, include_reserves: false, ...(lines && { lines }) };
  const [window] = windowsOf(options.horizon);
  assert.ok(window);
  const state = { state: undefined };
  const payload = executionPayload({ options, solver: SOLVER }, model, toNetworkContent(body), window, state);
  assert.deepEqual(payloadProblems(payload, { maxHorizon: 24 }), []);
  return { payload, jobType: jobTypeOf(options, model) };
}

async function costOf(body: NetworkBody, id: string, lines?: 'soft' | 'off') {
  const { payload, jobType } = await payloadOf(body, id, lines);
  const { total_cost_usd, certificate } = await solve(jobType, payload);
  assert.equal(certificate?.verified, true);
  return total_cost_usd;
}

describe('a stored network', () => {
  const bodies = {
    'without any branch': NETWORK,
    'whose line is out of service': { ...NETWORK, lines: [line] },
    'whose DC line is out of service': { ...NETWORK, dc_lines: [out] },
  };
  for (const [name, body] of Object.entries(bodies))
    for (const model of ['scuc-dc', 'pcm-rolling'])
      it(`${name} is a set of islands, ${model}`, async () => {
        assert.equal(await costOf(body, model), 80 * 10 + 40 * 50);
      });

  it('is one place where a run leaves its lines out', async () => {
    assert.equal(await costOf(NETWORK, 'pcm-rolling', 'off'), 120 * 10);
    assert.equal(await costOf({ ...NETWORK, lines: [line] }, 'uc-standard'), 120 * 10);
  });

  it('has a load that no unit can serve, with a cause', async () => {
    const { payload } = await payloadOf({ ...NETWORK, generators: [aUnit('cheap')] }, 'scuc-dc');
    assert.deepEqual(
      explainInfeasibility(payload, 'scuc').map(({ code, element_id }) => [code, element_id]),
      [0, 1, 2].map(() => ['ISLANDED_LOAD', '2']),
    );
  });
});

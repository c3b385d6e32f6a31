/** The engine from its callers' view: answers, limits, aborts and failures, each in a thread of its own. */
import assert from 'node:assert/strict';
import {
  EngineError,
  type EngineRequest,
  type Incumbent,
} from '../../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../../activities/engine/processes/create-engine.ts';
import { PHASES, type Phase } from '../../../../../temporal/case/messages/job.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { twinsCase } from '../../../../support/cases/mixed-case.ts';
import { pricedCase } from '../../../../support/cases/priced-case.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { requestOf, unwatched } from '../../../../support/engine/request.ts';
import { solve } from '../../../../support/engine/solve.ts';

const runEngine = createEngine({ memoryMb: 512 });

const request = (payload: SolvePayload, more: Partial<EngineRequest> = {}): EngineRequest =>
  requestOf(payload, { timeLimitS: 20, ...more });

const simple = (changes = {}): SolvePayload => ({
  generators: [aUnit('A', changes)],
  loads: [{ bus: 1, values: [50, 60] }],
  horizon: 2,
});

describe('the engine', () => {
  it('returns a certified schedule, and reports its progress meanwhile', async () => {
    const phases = new Set<string>();
    const result = await runEngine(request(simple()), {
      ...unwatched(),
      onProgress: ({ phase }) => phases.add(phase),
    });
    assert.equal(result.termination_status, 'OPTIMAL');
    assert.equal(result.certificate?.verified, true);
    assert.equal(result.certificate?.recomputed_cost_usd, 1100);
    // The relaxation decides both hours, so that no search follows.
    assert.deepEqual([...phases], ['building', 'relaxation', 'pricing', 'verifying']);
    assert.deepEqual([result.node_count, result.mip_gap, result.end_reason], [0, 0, 'proven']);
  });
  it('gives the causes of a case without a schedule', async () => {
    const result = await runEngine(request(simple({ p_max: 55 })), unwatched());
    assert.equal(result.termination_status, 'INFEASIBLE');
    assert.equal(result.end_reason, 'infeasible');
    assert.deepEqual([result.objective_value, result.total_cost_usd, result.certificate], [null, null, null]);
    assert.deepEqual([result.commitment, result.dispatch_mw, result.lmp], [{}, {}, {}]);
    assert.equal(result.infeasibility?.causes[0]?.code, 'CAPACITY_SHORTFALL');
    assert.equal(result.infeasibility_reasons?.[0], result.infeasibility?.causes[0]?.message);
  });
  it('ends at its time limit and never calls that infeasible', async () => {
    // A complete solve would take far longer than the test.
    const { termination_status, end_reason, warnings } = await runEngine(
      request(hardCase(), { timeLimitS: 0.3 }),
      unwatched(),
    );
    assert.equal(end_reason, 'time_limit');
    assert.doesNotMatch(warnings.join(), /time limit was reached/);
    assert.ok(['TIMEOUT', 'FEASIBLE'].includes(termination_status), termination_status);
  });
  it('explains in words why it has no schedule, and what to change', async () => {
    // The priority list ignores emissions.
    const payload: SolvePayload = { ...hardCase(200, 72), emission_limit_t: 1e9 };
    const { termination_status, end_reason, warnings, solver_version } = await runEngine(
      request(payload, { timeLimitS: 0.01 }),
      unwatched(),
    );
    assert.equal(termination_status, 'TIMEOUT');
    assert.equal(end_reason, 'time_limit');
    assert.match(warnings?.at(-1) ?? '', /^No schedule within 0 s for 200 units, 72 hours: /);
    assert.match(warnings?.at(-1) ?? '', /What helps: a longer timeout, fewer hours/);
    assert.match(solver_version ?? '', /^(\d+\.\d+|not used)/);
  });
  it('explains that more time would not help if only waste could balance a case with losses', async () => {
    const { jobType, payload } = pricedCase(278);
    const engineRequest = { ...request(payload, { timeLimitS: 60 }), jobType };
    const { termination_status, warnings } = await runEngine(engineRequest, unwatched());
    assert.equal(termination_status, 'TIMEOUT');
    assert.match(warnings?.at(-1) ?? '', /^No schedule for .* options\.losses = false, which shows where$/);
    const options = { ...payload.options, losses: false };
    const lossless = await runEngine({ ...engineRequest, payload: { ...payload, options } }, unwatched());
    assert.equal(lossless.termination_status, 'INFEASIBLE');
  });
  it('goes on in the phase that it has reached, also when single units are searched after merged ones', async () => {
    for (const payload of [hardCase(8, 12, 3), twinsCase(3, 4, 10)]) {
      const phases: Phase[] = [];
      await runEngine(request(payload, { timeLimitS: 60, mipGap: 1e-4 }), {
        ...unwatched(),
        onProgress: ({ phase }) => phases.push(phase),
      });
      const order = phases.map((phase) => PHASES.indexOf(phase));
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      const priced = phases.indexOf('pricing');
      assert.ok(priced < 0 || !phases.slice(priced).includes('search'));
      assert.ok(phases.includes('search'));
    }
  });
  it('ends soon after an abort, with its reason', async () => {
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    const running = runEngine(request(hardCase(), { timeLimitS: 600 }), {
      ...unwatched(abort.signal),
      onProgress: () => abort.abort(reason),
    });
    await assert.rejects(running, reason);
  });
  it('does not start an aborted request', async () => {
    const reason = new Error('too late');
    await assert.rejects(runEngine(request(hardCase()), unwatched(AbortSignal.abort(reason))), reason);
  });
  it('blames the payload for a network that cannot be computed', async () => {
    const payload = threeBus();
    const lines = payload.transmission_lines?.map((line) => ({ ...line, to_bus: line.from_bus }));
    await assert.rejects(
      runEngine(request({ ...payload, transmission_lines: lines }, { jobType: 'scuc' }), unwatched()),
      (error) => error instanceof EngineError && error.code === 'INVALID_MODEL' && error.message.length < 400,
    );
  });
});

describe('an incumbent', () => {
  const incumbent = (result: Awaited<ReturnType<typeof solve>>): Incumbent => ({
    commitment: result.commitment,
    objective: result.objective_value ?? Number.NaN,
    bound: result.lower_bound_usd,
  });
  it('is finished without a search: dispatched, priced and certified', async () => {
    const payload = hardCase(4, 8);
    const best = await solve('uc', payload, { mipGap: 0.05 });
    const finished = await solve('uc', payload, { finish: true, start: incumbent(best) });
    assert.equal(finished.termination_status, 'FEASIBLE');
    assert.deepEqual(finished.commitment, best.commitment);
    assert.equal(finished.certificate?.verified, true);
    assert.equal(finished.lower_bound_usd, best.lower_bound_usd);
  });
  it('is finished with storage, whose modes are not part of it', async () => {
    for (const seed of [10, 25]) {
      const { jobType, payload } = randomCase(seed);
      const best = await solve(jobType, payload);
      const finished = await solve(jobType, payload, { finish: true, start: incumbent(best) });
      const [expected, actual] = [best.objective_value ?? Number.NaN, finished.objective_value ?? Number.NaN];
      assert.ok(Math.abs(actual - expected) < 1e-2, `case ${seed}: ${actual}, not ${expected}`);
    }
  });
  it('is a start that a search may leave behind', async () => {
    const payload = simple({ no_load_cost: 1 });
    const result = await solve('uc', payload, {
      start: { commitment: { A: [1, 1] }, objective: 9999, bound: null },
    });
    assert.deepEqual([result.termination_status, result.objective_value], ['OPTIMAL', 1102]);
  });
});

/** Whole solves by command-line solvers: the installed one, and stand-ins for the others. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineRequest, Incumbent } from '../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../activities/engine/processes/create-engine.ts';
import { findExecutable } from '../../../../activities/solvers/executable/open-executable.ts';
import type { SolverName } from '../../../../temporal/solvers.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { requestOf, unwatched } from '../../../support/engine/request.ts';
import { solve } from '../../../support/engine/solve.ts';
import { standInCommand } from '../../../support/stand-in/command.ts';
import { until } from '../../../support/until.ts';

const EXECUTABLES: readonly SolverName[] = ['cbc', 'gurobi', 'cplex'];
const folder = mkdtempSync(join(tmpdir(), 'grid-stand-ins-'));
const REAL_CBC = findExecutable(process.env['CBC_COMMAND'] ?? 'cbc');

const commands = {
  CBC_COMMAND: REAL_CBC ?? standInCommand(folder, 'cbc'),
  GUROBI_COMMAND: standInCommand(folder, 'gurobi'),
  CPLEX_COMMAND: standInCommand(folder, 'cplex'),
};

const request = (solver: SolverName, more: Partial<EngineRequest> = {}): EngineRequest =>
  requestOf(hardCase(3, 24), { solver, mipGap: 0.01, ...more });

describe('a solve by an executable', function () {
  this.timeout(120_000);
  before(() => {
    process.stdout.write(`    cbc: ${REAL_CBC ? 'installed' : 'not installed, stood in for'}\n`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const engine = createEngine({ memoryMb: 512, commands });

  for (const solver of EXECUTABLES) {
    it(`gives a certified day of unit commitment by ${solver}`, async () => {
      const result = await engine(request(solver), unwatched());
      assert.equal(result.termination_status, 'OPTIMAL');
      assert.equal(result.certificate?.verified, true);
      assert.deepEqual([result.solver, /^\d+\.\d+/.test(result.solver_version)], [solver, true]);
      assert.ok((result.mip_gap ?? 1) <= 0.01);
    });
    it(`prices the lines of a grid as HiGHS does by ${solver}`, async () => {
      const about = { jobType: 'scuc', payload: threeBus() } as const;
      const [expected, actual] = [
        await solve('scuc', threeBus()),
        await engine(request(solver, about), unwatched()),
      ];
      assert.deepEqual([actual.lmp, actual.objective_value], [expected.lmp, expected.objective_value]);
      assert.equal(actual.certificate?.verified, true);
    });
  }

  const hanging = () => standInCommand(folder, 'gurobi', 'hang');
  it('ends soon after an abort, even if the executable will not listen', async () => {
    const command = hanging();
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    const running = createEngine({ memoryMb: 512, commands: { GUROBI_COMMAND: command } })(
      request('gurobi', { timeLimitS: 600 }),
      unwatched(abort.signal),
    );
    await until(() => existsSync(`${command} hangs`));
    abort.abort(reason);
    await assert.rejects(running, reason);
  });
  it('ends at its limit with no more than a schedule by priority list when the executable hangs', async () => {
    const slow = createEngine({ memoryMb: 512, commands: { GUROBI_COMMAND: hanging() } });
    const result = await slow(request('gurobi', { timeLimitS: 1 }), unwatched());
    // There may be no time left for the priority list either.
    if (result.termination_status !== 'TIMEOUT')
      assert.deepEqual([result.termination_status, result.certificate?.verified], ['FEASIBLE', true]);
  });
  it('fails when the executable crashes', async () => {
    const GUROBI_COMMAND = standInCommand(folder, 'gurobi', 'crash');
    const broken = createEngine({ memoryMb: 512, commands: { GUROBI_COMMAND } });
    await assert.rejects(broken(request('gurobi'), unwatched()), {
      code: 'SOLVER_ERROR',
      message: /signal 11/,
    });
  });
  it('has the same cost by CBC as by HiGHS, for every case', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { jobType, payload } = randomCase(seed);
      const reference = await solve(jobType, payload);
      const result = await engine(request('cbc', { jobType, payload, mipGap: 0 }), unwatched());
      assert.equal(result.termination_status, reference.termination_status, `seed ${seed}`);
      const [cost, expected] = [result.objective_value ?? 0, reference.objective_value ?? 0];
      assert.ok(Math.abs(cost - expected) <= 1e-6 * Math.max(1, expected), `seed ${seed}: ${cost}`);
    }
  });
  it('finishes an incumbent by CBC without a search', async () => {
    const best = await engine(request('cbc'), unwatched());
    const start: Incumbent = {
      commitment: best.commitment,
      objective: best.objective_value ?? Number.NaN,
      bound: best.lower_bound_usd,
    };
    const finished = await engine(request('cbc', { finish: true, start }), unwatched());
    assert.deepEqual(finished.commitment, best.commitment);
    assert.equal(finished.objective_value, best.objective_value);
    assert.equal(finished.certificate?.verified, true);
  });
});

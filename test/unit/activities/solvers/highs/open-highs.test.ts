/** Sessions of HiGHS: the contract of solvers, and features that only this adapter has. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { atMost } from '../../../../../activities/milp/model.ts';
import type { HighsLibrary } from '../../../../../activities/solvers/highs/highs-model.ts';
import { loadNative } from '../../../../../activities/solvers/highs/native.ts';
import {
  openWith,
  relaxationOutcome,
  searchOutcome,
} from '../../../../../activities/solvers/highs/open-highs.ts';
import { loadHighs, loadWebAssembly } from '../../../../../activities/solvers/highs/web-assembly.ts';
import type { OpenSession } from '../../../../../activities/solvers/solver.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { itKeepsTheContract, knapsack } from '../contract.ts';

/** Path of the native HiGHS library; without it, the tests use only the WebAssembly build. */
const NATIVE = process.env['HIGHS_LIBRARY'];
const BUILDS: Readonly<Record<string, () => Promise<HighsLibrary>>> = {
  'as WebAssembly': loadWebAssembly,
  ...(NATIVE && { native: async () => loadNative(NATIVE) }),
};

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

if (!NATIVE) process.stdout.write('  the native library of HiGHS: not installed, left out\n');
for (const [build, load] of Object.entries(BUILDS)) {
  describe(`HiGHS ${build}`, () => {
    const open: OpenSession = async (...asked) => openWith(await load())(...asked);

    describe('a session', () => {
      itKeepsTheContract(open);
      it('reports the solutions that a search finds', async () => {
        const session = await open(knapsack(), Int32Array.of(0));
        const objectives: number[] = [];
        session.search({ timeLimitS: 5, mipGap: 0 }, undefined, {
          onProgress: () => undefined,
          onIncumbent: (_, objective) => objectives.push(objective),
        });
        assert.equal(objectives.at(-1), -7);
        session.dispose();
      });
    });

    describe('the basis of a session', () => {
      it('is that of a relaxation that has just ended in an optimum', async () => {
        const stop = new Int32Array(1);
        const session = await open(knapsack(), stop);
        assert.equal(session.basis?.(), undefined);
        session.relax({ timeLimitS: 5 });
        assert.deepEqual([...(session.basis?.()?.rows ?? [])], [2]);
        session.addRows([atMost(1, [[1, 0]])]);
        stop[0] = 1;
        assert.equal(session.relax({ timeLimitS: 5 }).outcome, 'limit');
        assert.equal(session.basis?.(), undefined);
        session.dispose();
      });
    });

    describe('a search', () => {
      const sessionOf = (seed: number) => {
        const { payload, jobType } = randomCase(seed);
        return open(formulate(prepareCase(payload, jobType).instance).milp, Int32Array.of(0));
      };
      it('finds the optimum of a model that the aggregator of its presolve takes for infeasible', async () => {
        const session = await sessionOf(139);
        const search = session.search({ timeLimitS: 20, mipGap: 0 }, undefined, UNWATCHED);
        assert.ok(
          Math.abs((search.objective ?? 0) - 35_376.702) < 1e-3,
          `${search.outcome} ${search.objective}`,
        );
        session.dispose();
      });
      it('reports no bound above the optimum after a relaxation', async () => {
        const session = await sessionOf(126);
        session.relax({ timeLimitS: 20 });
        const bounds: number[] = [];
        const { objective } = session.search({ timeLimitS: 20, mipGap: 0 }, undefined, {
          ...UNWATCHED,
          isEnough: ({ bound }) => bounds.push(bound ?? -Infinity) < 0,
        });
        assert.ok(bounds.length > 0);
        assert.ok(
          Math.max(...bounds) <= (objective ?? 0) + 1e-3,
          `${Math.max(...bounds)} above ${objective}`,
        );
        session.dispose();
      });
    });
  });
}

describe('the outcome of a run', () => {
  it('is infeasible only where the solver has proven it', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    const proven = new Set<number>([modelStatus.infeasible, modelStatus.unboundedOrInfeasible]);
    for (const status of Object.values(modelStatus)) {
      assert.equal(relaxationOutcome(status) === 'infeasible', proven.has(status));
      assert.equal(searchOutcome(status, false) === 'infeasible', proven.has(status));
    }
  });
  it('is an optimum only if the solver reports one', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    for (const status of Object.values(modelStatus)) {
      assert.equal(relaxationOutcome(status) === 'optimal', status === modelStatus.optimal);
      assert.equal(searchOutcome(status, true) === 'optimal', status === modelStatus.optimal);
      assert.equal(relaxationOutcome(status) === 'unbounded', status === modelStatus.unbounded);
    }
  });
  it('is a solution whenever there is one at the limit', async () => {
    const { modelStatus } = (await loadHighs()).constants;
    assert.equal(searchOutcome(modelStatus.timeLimit, true), 'feasible');
    assert.equal(searchOutcome(modelStatus.timeLimit, false), 'none');
    assert.equal(searchOutcome(modelStatus.interrupted, true), 'feasible');
    assert.equal(relaxationOutcome(modelStatus.timeLimit), 'limit');
  });
});

describe('a native library', () => {
  it('is refused in words when it is not there, and when it is something else', () => {
    for (const file of ['/nowhere/libhighs.so', fileURLToPath(import.meta.url)])
      assert.throws(() => loadNative(file), /^Error: HIGHS_LIBRARY cannot be used: ./);
  });
});

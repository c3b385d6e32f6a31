/** A misbehaving solver executable, played by a stand-in. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cplex } from '../../../../../activities/solvers/executable/cplex.ts';
import type { Dialect } from '../../../../../activities/solvers/executable/dialect.ts';
import { gurobi } from '../../../../../activities/solvers/executable/gurobi.ts';
import { openExecutable } from '../../../../../activities/solvers/executable/open-executable.ts';
import { removeLeftFolders } from '../../../../../activities/solvers/executable/run-executable.ts';
import type { SolverSession } from '../../../../../activities/solvers/solver.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { type Behaviour, standInCommand } from '../../../../support/stand-in/command.ts';
import { knapsack } from '../../../../unit/activities/solvers/contract.ts';

const LIMITS = { timeLimitS: 5, mipGap: 0 };
const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

interface Trial {
  readonly session: SolverSession;
  readonly stop: Int32Array;
  /** Command that starts the stand-in. */
  readonly command: string;
}

/** Session with a stand-in; afterwards nothing of it may be left in the folder for temporary files. */
async function withStandIn(
  dialect: Dialect,
  behaviour: Behaviour,
  test: (trial: Trial) => void,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const command = standInCommand(folder, dialect === cplex ? 'cplex' : 'gurobi', behaviour);
    const temporary = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(folder, 'runs');
    mkdirSync(join(folder, 'runs'));
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const session = await openExecutable(dialect, command)(knapsack(), stop);
    try {
      test({ session, stop, command });
      assert.deepEqual(readdirSync(join(folder, 'runs')), []);
    } finally {
      session.dispose();
      restore(temporary);
    }
  });
}

function restore(temporary: string | undefined): void {
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
}

/** Raises the flag from another thread once the file exists, since a search blocks its own thread. */
function raiseAfter(stop: Int32Array, file: string): void {
  const source = `const { workerData: { stop, file } } = require('node:worker_threads');
    const { existsSync } = require('node:fs');
    const timer = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(timer);
      Atomics.store(stop, 0, 1);
    }, 10);`;
  new Worker(source, { eval: true, workerData: { stop, file } });
}

describe('a solver by its executable', function () {
  this.timeout(10_000);
  it('cannot be opened where it is not installed', async () => {
    const open = openExecutable(gurobi, '/nowhere/gurobi_cl');
    await assert.rejects(open(knapsack(), new Int32Array(1)), /^Error: Gurobi is not installed$/);
  });
  it('may run out of time with a solution, or without one', async () => {
    await withStandIn(gurobi, 'out of time', ({ session }) => {
      const { outcome, objective, bound } = session.search(LIMITS, undefined, UNWATCHED);
      assert.deepEqual([outcome, objective, bound], ['feasible', 0, -1e6]);
    });
    await withStandIn(cplex, 'limit', ({ session }) => {
      const { outcome, objective, bound, primal } = session.search(LIMITS, undefined, UNWATCHED);
      assert.deepEqual([outcome, objective, bound, primal.length], ['none', null, -Infinity, 0]);
      assert.equal(session.relax(LIMITS).outcome, 'limit');
    });
  });
  it('reports its progress and incumbents meanwhile', async () => {
    for (const dialect of [gurobi, cplex]) {
      await withStandIn(dialect, 'improve', ({ session, command }) => {
        const reports: unknown[] = [];
        const { outcome } = session.search(LIMITS, undefined, {
          onProgress: ({ incumbent, bound }) => reports.push([incumbent, bound]),
          onIncumbent: (primal, objective) => {
            reports.push([...primal, objective]);
            writeFileSync(`${command} was seen`, '');
          },
        });
        assert.deepEqual(reports, [
          [0, -1e6],
          [0, 0, 0],
        ]);
        assert.equal(outcome, 'feasible');
      });
    }
  });
  it('may report an infeasible or unbounded problem', async () => {
    await withStandIn(cplex, 'infeasible', ({ session }) => {
      assert.equal(session.relax(LIMITS).outcome, 'infeasible');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'infeasible');
    });
    await withStandIn(gurobi, 'unbounded', ({ session }) => {
      assert.equal(session.relax(LIMITS).outcome, 'unbounded');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'none');
    });
  });
  it('is not trusted when it crashes, has no licence or writes unreadable output', async () => {
    const failures: readonly [Behaviour, RegExp][] = [
      ['crash', /gave no answer \(signal 11\)/],
      ['unlicensed', /gave no answer \(code 1\): Error 10009: No license found in \.\.\.$/],
      ['garbage', /gave no answer/],
      ['truncated', /gave no answer/],
    ];
    for (const [behaviour, message] of failures) {
      await withStandIn(gurobi, behaviour, ({ session }) => {
        assert.throws(() => session.search(LIMITS, undefined, UNWATCHED), message);
      });
    }
  });
  it('leaves no file behind, and removes old ones of a killed process', () =>
    inTemporaryFolder(async (parent) => {
      const temporary = process.env['TMPDIR'];
      process.env['TMPDIR'] = parent;
      try {
        const [old, young] = ['grid-solver-old', 'grid-solver-young'].map((name) => join(parent, name));
        for (const folder of [old, young]) mkdirSync(folder ?? '');
        utimesSync(old ?? '', 0, Date.now() / 1000 - 3 * 3600);
        removeLeftFolders();
        assert.deepEqual(readdirSync(parent), ['grid-solver-young']);
      } finally {
        restore(temporary);
      }
    }));
  it('ends when it is stopped, long before its time limit, even if it ignores the signal', () =>
    withStandIn(gurobi, 'hang', ({ session, stop, command }) => {
      raiseAfter(stop, `${command} hangs`);
      const { outcome } = session.search({ ...LIMITS, timeLimitS: 60 }, undefined, UNWATCHED);
      assert.equal(outcome, 'none');
    }));
  it('does not start when it is stopped already, except to finish', () =>
    withStandIn(gurobi, 'unbounded', ({ session, stop }) => {
      Atomics.store(stop, 0, 1);
      assert.equal(session.relax(LIMITS).outcome, 'limit');
      assert.equal(session.search(LIMITS, undefined, UNWATCHED).outcome, 'none');
      assert.equal(session.relax({ ...LIMITS, evenIfStopped: true }).outcome, 'unbounded');
    }));
});

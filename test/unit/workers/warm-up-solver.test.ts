/** When a solver is warmed up, and what the log reports about it. */
import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { timeoutResult } from '../../../activities/engine/result/result.ts';
import type { SolverName } from '../../../temporal/solvers.ts';
import { warmUpSolver } from '../../../workers/solver.ts';

const FACTS = { solver: 'highs', solver_version: '1', solve_time_s: 0, mipGap: 0 } as const;
const ANSWER = { ...timeoutResult(null, [], FACTS), certificate: null };

/** Log messages of a warm-up with an engine that answers or fails. */
async function loggedBy(
  settings: { NODE_ENV: string; SOLVER_WARM_UP?: boolean },
  { solver = 'highs', fails = false }: { solver?: SolverName; fails?: boolean } = {},
): Promise<string[]> {
  const logged: string[] = [];
  const log = {
    info: (_: object, message?: string) => void logged.push(`info ${message}`),
    warn: (_: object, message?: string) => void logged.push(`warn ${message}`),
  };
  const engine = () => (fails ? Promise.reject(new Error('no solver')) : Promise.resolve(ANSWER));
  warmUpSolver(solver, engine, { SOLVER_WARM_UP: undefined, SOLVER_SLOTS: 2, ...settings }, log);
  await settled();
  return logged;
}

describe('a solver that starts', () => {
  it('is warmed up by default', async () => {
    assert.deepEqual(await loggedBy({ NODE_ENV: 'production' }), ['info solver is warm']);
    assert.deepEqual(await loggedBy({ NODE_ENV: 'production', SOLVER_WARM_UP: false }), []);
  });
  it('is not warmed up in tests by default', async () => {
    assert.deepEqual(await loggedBy({ NODE_ENV: 'test' }), []);
    assert.deepEqual(await loggedBy({ NODE_ENV: 'test', SOLVER_WARM_UP: true }), ['info solver is warm']);
  });
  it('is not warmed up when it is an executable', async () => {
    assert.deepEqual(await loggedBy({ NODE_ENV: 'production' }, { solver: 'cbc' }), []);
  });
  it('serves all the same when that fails', async () => {
    assert.deepEqual(await loggedBy({ NODE_ENV: 'production' }, { fails: true }), [
      'warn solver could not be warmed up',
    ]);
  });
});

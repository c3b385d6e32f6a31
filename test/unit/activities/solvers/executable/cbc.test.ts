/** CBC: the contract where it is installed, else by its stand-in; its words in any case. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cbc } from '../../../../../activities/solvers/executable/cbc.ts';
import { findExecutable } from '../../../../../activities/solvers/executable/find-executable.ts';
import { openExecutable } from '../../../../../activities/solvers/executable/open-executable.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';
import { itKeepsTheContract } from '../contract.ts';

const LOG = `Welcome to the CBC MILP Solver
Version: 2.10.8

Result - Stopped on time limit

Objective value:                10875065.76187398
Lower bound:                    10867429.522
Gap:                            0.00
Enumerated nodes:               12
`;

/** Two columns and one row: activity 4.5, dual -1.5, values 1.25 and 2, reduced costs 0 and -0.5. */
const FLOATS = Float64Array.of(-7.75, 4.5, -1.5, 1.25, 2, 0, -0.5);
const solution = (columns = 2): Buffer =>
  Buffer.concat([Int32Array.of(1, columns), FLOATS].map(({ buffer }) => Buffer.from(buffer)));

const read = (status: string, log = LOG, file = solution()) => {
  let answer: ReturnType<typeof cbc.read> | undefined;
  return inTemporaryFolder(async (folder) => {
    writeFileSync(join(folder, 'solution.txt'), `${status} - objective value -7.75000000\n`);
    writeFileSync(join(folder, 'solution.bin'), file);
    answer = cbc.read({ folder, log, columns: 2, rows: 1 });
  }).then(() => answer);
};

describe('a CBC session', function () {
  this.timeout(20_000);
  if (findExecutable('cbc')) itKeepsTheContract(openExecutable(cbc, 'cbc'));
  else {
    it('keeps the contract where cbc is installed, which it is not here', () =>
      process.stdout.write('      no cbc on the path: its words are tested, the solver is not\n'));
  }
});

describe('what CBC says', () => {
  it('is read with all digits from its binary solution', async () => {
    const answer = await read('Optimal', '');
    assert.deepEqual(answer, {
      outcome: 'optimal',
      rowDual: Float64Array.of(-1.5),
      primal: Float64Array.of(1.25, 2),
      bound: null,
      nodes: 0,
    });
  });
  it('has a status for each end', async () => {
    const ends = [
      ['Optimal (within gap tolerance)', 'optimal', true],
      ['Stopped on time', 'limit', true],
      ['Stopped on iterations', 'limit', true],
      ['Stopped on ctrl-c', 'limit', true],
      ['Stopped on time (no integer solution - continuous used)', 'limit', false],
      ['Infeasible', 'infeasible', false],
      ['Integer infeasible', 'infeasible', false],
      ['Unbounded', 'unbounded', false],
      ['Lorem ipsum', undefined, false],
    ] as const;
    for (const [status, outcome, found] of ends) {
      const answer = await read(status);
      assert.deepEqual([answer?.outcome, answer?.primal !== undefined], [outcome, found], status);
    }
  });
  it('proves no more than the digits of its bound', async () => {
    const answer = await read('Stopped on time');
    assert.equal(answer?.bound, 10867429.522 - 0.0005);
    assert.equal(answer?.nodes, 12);
  });
  it('is refused when its solution is of another size', async () => {
    await assert.rejects(read('Optimal', LOG, solution(3)), /another size/);
    await assert.rejects(read('Optimal', LOG, solution().subarray(0, 40)), /another size/);
  });
  it('tells on the way how far it is', () => {
    const line =
      'Cbc0010I After 1000 nodes, 512 on tree, 12.5 best solution, best possible 11 (0.52 seconds)';
    assert.deepEqual(cbc.progress(line), {
      incumbent: 12.5,
      bound: 11,
      mipGap: null,
      nodes: 1000,
      iterations: null,
    });
    assert.equal(cbc.progress(line.replace('12.5', '1e+50'))?.incumbent, null);
    const found = 'Cbc0012I Integer solution of 10875066 found by feasibility pump after 0 iterations';
    assert.deepEqual(cbc.progress(found), {
      incumbent: 10875066,
      bound: null,
      mipGap: null,
      nodes: null,
      iterations: null,
    });
    assert.equal(cbc.progress('Cbc0038I Pass   1: (4.26 seconds) suminf.    7.41644'), undefined);
  });
});

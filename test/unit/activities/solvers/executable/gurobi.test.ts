/** The words of Gurobi: its JSON solution, its log and its parameters. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../../../../activities/solvers/executable/dialect.ts';
import { gurobi } from '../../../../../activities/solvers/executable/gurobi.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

const LOG = `Gurobi Optimizer version 11.0.3 build v11.0.3rc0 (linux64)

Explored 1722 nodes (10705 simplex iterations) in 0.18 seconds (0.18 work units)
Thread count was 1 (of 20 available processors)

Time limit reached
Best objective 1.250000000000e+01, best bound 1.100000000000e+01, gap 12.0000%
`;

const solution = (status: number, count = 1): string =>
  `{ "SolutionInfo": { "Status": ${status}, "Runtime": 6.4218044281005859e-03, "ObjVal": 12.5, "ObjBound": 11.25,
  "ObjBoundC": 11.25, "MIPGap": 0.1, "IterCount": 5, "BarIterCount": 0, "NodeCount": 31, "SolCount": ${count}},
  "Vars": [ { "VarName": "C1", "X": 0.30000000000000004}, { "VarName": "C0", "X": 1}]}`;

async function read(file: string | undefined, log = LOG): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await inTemporaryFolder(async (folder) => {
    if (file !== undefined) writeFileSync(join(folder, 'solution.json'), file);
    answer = gurobi.read({ folder, log, columns: 2, rows: 1 });
  });
  return answer;
}

describe('what Gurobi says', () => {
  it('is read from its JSON solution, whatever the order of the columns', async () => {
    assert.deepEqual(await read(solution(2)), {
      outcome: 'optimal',
      primal: Float64Array.of(1, 0.1 + 0.2),
      bound: 11.25,
      nodes: 31,
    });
  });
  it('has a status for each end', async () => {
    const ends = [
      [2, 'optimal'],
      [3, 'infeasible'],
      [4, 'infeasible'],
      [5, 'unbounded'],
      [9, 'limit'],
      [11, 'limit'],
      [12, 'limit'],
      [1, undefined],
    ] as const;
    for (const [status, outcome] of ends) assert.equal((await read(solution(status)))?.outcome, outcome);
  });
  it('counts as found at a limit only when it says so', async () => {
    assert.ok((await read(solution(9)))?.primal);
    assert.equal((await read(solution(9, 0)))?.primal, undefined);
  });
  it('is in the log alone when there is no solution to write', async () => {
    for (const [line, outcome] of [
      ['Model is infeasible', 'infeasible'],
      ['Infeasible model', 'infeasible'],
      ['Infeasible or unbounded model', 'infeasible'],
      ['Unbounded model', 'unbounded'],
      ['Time limit reached', 'limit'],
      ['Error 10009: No license found', undefined],
    ] as const) {
      assert.equal((await read(undefined, `Gurobi Optimizer version 11.0.3\n\n${line}\n`))?.outcome, outcome);
    }
    const { bound, nodes } = (await read(undefined)) ?? {};
    assert.deepEqual([bound, nodes], [11, 1722]);
  });
  it('is refused when it breaks off, lacks a value or is no JSON', async () => {
    await assert.rejects(read(solution(2).slice(0, -60)));
    await assert.rejects(read(solution(2).replace('C1', 'C7')), /lacks values/);
    await assert.rejects(read('Lorem ipsum'));
  });
  it('tells on the way how far it is', () => {
    assert.deepEqual(
      gurobi.progress('H   89    12                    12.5000000    11.00000  12.0%   7.1    0s'),
      {
        incumbent: 12.5,
        bound: 11,
        mipGap: 0.12,
        nodes: 89,
        iterations: null,
      },
    );
    assert.equal(
      gurobi.progress('     0     0    1.41421    0    6          -    1.41421      -     -    0s'),
      undefined,
    );
  });
  it('on the way writes a solution that is read once it is whole', () => {
    assert.deepEqual(gurobi.incumbent?.('# Objective value = 3\nC0 1\nC1 0.5\n', 2), Float64Array.of(1, 0.5));
    assert.equal(gurobi.incumbent?.('# Objective value = 3\nC0 1\n', 2), undefined);
  });
});

describe('what Gurobi is told', () => {
  const REQUEST = { relaxed: false, timeLimitS: 12.5, mipGap: 0.001, randomSeed: 3, hasStart: true };
  it('is one thread, the limits and where to write', () => {
    assert.deepEqual(gurobi.args(REQUEST), [
      'Threads=1',
      'TimeLimit=12.5',
      'Seed=3',
      'MIPGap=0.001',
      'SolFiles=incumbent',
      'InputFile=start.mst',
      'JSONSolDetail=1',
      'ResultFile=solution.json',
      'model.mps',
    ]);
    const start = { columns: Int32Array.of(0, 4), values: Float64Array.of(1, 0) };
    assert.equal(gurobi.startText(start), 'C0 1\nC4 0\n');
  });
  it('has no gap for a relaxation, and can do without presolve', () => {
    const args = gurobi.args({ ...REQUEST, relaxed: true, hasStart: false, presolve: 'off' });
    assert.ok(args.includes('Presolve=0'));
    assert.ok(!args.some((arg) => /^(MIPGap|SolFiles|InputFile)=/.test(arg)));
  });
});

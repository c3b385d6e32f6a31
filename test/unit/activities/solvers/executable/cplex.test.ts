/** The words of CPLEX: its solution in XML, the last lines of its log and its commands. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cplex } from '../../../../../activities/solvers/executable/cplex.ts';
import type { Answer } from '../../../../../activities/solvers/executable/dialect.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

const solution = (
  status: number,
  feasible = 1,
): string => `<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="model.mps"
   objectiveValue="-7.75"
   solutionTypeValue="1"
   solutionTypeString="basic"
   solutionStatusValue="${status}"
   solutionStatusString="optimal"
   solutionMethodString="dual"
   primalFeasible="${feasible}"
   dualFeasible="1"
   simplexIterations="2"
   writeLevel="1"/>
 <quality
   epRHS="9.9999999999999995e-07"
   maxX="2"/>
 <linearConstraints>
  <constraint name="R0" index="0" status="UL" slack="0" dual="-1.5"/>
 </linearConstraints>
 <variables>
  <variable name="C0" index="0" status="BS" value="1.25" reducedCost="-0"/>
  <variable name="C1" index="1" status="UL" value="2" reducedCost="-0.5"/>
 </variables>
</CPLEXSolution>
`;
const INTEGER = solution(102).replace(' status="UL" slack="0" dual="-1.5"', ' slack="0"');

const LOG = `
Welcome to IBM(R) ILOG(R) CPLEX(R) Interactive Optimizer 22.1.1.0

MIP - Time limit exceeded, integer feasible:  Objective =  4.7173233838e+00
Current MIP best bound =  3.5115458341e+00 (gap = 1.20578, 25.56%)
Solution time =    5.01 sec.  Iterations = 713  Nodes = 41 (3)
`;

async function read(file: string | undefined, log = ''): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await inTemporaryFolder(async (folder) => {
    if (file !== undefined) writeFileSync(join(folder, 'solution.sol'), file);
    answer = cplex.read({ folder, log, columns: 2, rows: 1 });
  });
  return answer;
}

describe('what CPLEX says', () => {
  it('is read from its solution, with the duals of a linear program', async () => {
    assert.deepEqual(await read(solution(1)), {
      outcome: 'optimal',
      primal: Float64Array.of(1.25, 2),
      rowDual: Float64Array.of(-1.5),
      bound: null,
      nodes: 0,
    });
  });
  it('has no duals for integers, and its bound and nodes in the log', async () => {
    assert.deepEqual(await read(INTEGER, LOG), {
      outcome: 'optimal',
      primal: Float64Array.of(1.25, 2),
      rowDual: undefined,
      bound: 3.5115458341,
      nodes: 41,
    });
  });
  it('has a status for each end', async () => {
    const ends = [
      [101, 'optimal'],
      [107, 'limit'],
      [113, 'limit'],
      [11, 'limit'],
      [3, 'infeasible'],
      [119, 'infeasible'],
      [2, 'unbounded'],
    ] as const;
    for (const [status, outcome] of ends) assert.equal((await read(solution(status)))?.outcome, outcome);
    assert.equal((await read(solution(3, 0)))?.primal, undefined);
  });
  it('is in the log alone when there is no solution to write', async () => {
    for (const [line, outcome] of [
      ['MIP - Integer infeasible.', 'infeasible'],
      ['Presolve - Infeasible.', 'infeasible'],
      ['Dual simplex - Infeasible:  Infeasibility = 1.0000000000e+00', 'infeasible'],
      ['MIP - Integer infeasible or unbounded.', 'infeasible'],
      ['Primal simplex - Unbounded:  Objective = -0.0', 'unbounded'],
      ['MIP - Time limit exceeded, no integer solution.', 'limit'],
      ['MIP - Aborted, no integer solution.', 'limit'],
      ['CPLEX Error 32201: ILM Error 16: missing license', undefined],
    ] as const) {
      assert.equal(
        (await read(undefined, `${line}\nCPLEX Error  1217: No solution exists.\n`))?.outcome,
        outcome,
      );
    }
  });
  it('is refused when it breaks off', async () => {
    await assert.rejects(read(solution(1).slice(0, solution(1).indexOf('name="C1"'))), /lacks values/);
    assert.equal((await read('Lorem ipsum'))?.outcome, undefined);
  });
  it('tells on the way how far it is', () => {
    assert.deepEqual(
      cplex.progress('*    41+    3                       12.5000       11.0000      713   12.00%'),
      {
        incumbent: 12.5,
        bound: 11,
        mipGap: 0.12,
        nodes: 41,
        iterations: null,
      },
    );
    assert.equal(
      cplex.progress('      0     0       11.0000     3                     11.0000        7'),
      undefined,
    );
  });
});

describe('what CPLEX is told', () => {
  const REQUEST = { relaxed: false, timeLimitS: 12.5, mipGap: 0.001, randomSeed: 3, hasStart: true };
  it('is one thread, the limits, a start and where to write', () => {
    assert.deepEqual(cplex.args(REQUEST), [
      '-c',
      'read model.mps',
      'set threads 1',
      'set timelimit 12.5',
      'set randomseed 3',
      'set mip tolerances mipgap 0.001',
      'set output intsolfileprefix incumbent',
      'read start.mst',
      'optimize',
      'write solution.sol',
      'quit',
    ]);
    const start = { columns: Int32Array.of(4), values: Float64Array.of(1) };
    assert.match(cplex.startText(start), /<variable name="C4" index="4" value="1"\/>/);
  });
  it('has no gap for a relaxation, and can do without presolve', () => {
    const args = cplex.args({ ...REQUEST, relaxed: true, hasStart: false, presolve: 'off' });
    assert.ok(args.includes('set preprocessing presolve no'));
    assert.ok(!args.some((arg) => /mipgap|intsol|start/.test(arg)));
  });
});

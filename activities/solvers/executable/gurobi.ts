/**
 * Adapter for Gurobi through its command line `gurobi_cl` (version 9.5 or newer). Input is a list of parameters,
 * `name=value`; output is a JSON solution with status, bound and values. It contains duals only of tagged rows, and MPS
 * cannot tag rows.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Answer,
  columnName,
  type Dialect,
  MODEL_FILE,
  numberIn,
  type RunOutput,
  valuesByName,
} from './dialect.ts';

const START_FILE = 'start.mst';
const SOLUTION_FILE = 'solution.json';

export const gurobi: Dialect = {
  title: 'Gurobi',
  version: /Gurobi Optimizer version (\S+)/,
  startFile: START_FILE,
  args: ({ relaxed, timeLimitS, mipGap, randomSeed = 0, presolve, hasStart }) => [
    'Threads=1',
    `TimeLimit=${timeLimitS}`,
    `Seed=${randomSeed}`,
    ...(relaxed ? [] : [`MIPGap=${mipGap}`, 'SolFiles=incumbent']),
    ...(presolve === 'off' ? ['Presolve=0'] : []),
    ...(hasStart ? [`InputFile=${START_FILE}`] : []),
    // The solution includes zeros, so that a truncated file is not mistaken for a complete one.
    'JSONSolDetail=1',
    `ResultFile=${SOLUTION_FILE}`,
    MODEL_FILE,
  ],
  startText: ({ columns, values }) => [...columns].map((c, i) => `${columnName(c)} ${values[i]}\n`).join(''),
  read: readAnswer,
  // A line of the node log ends with incumbent, bound and gap, then iterations per node and seconds.
  progress: [/(?<!\S)(?<incumbent>\S+)\s+(?<bound>\S+)\s+(?<gap>[\d.]+)%\s+\S+\s+\d+s\s*$/],
  nodes: /^[H*]?\s*(\d+)/,
  incumbent: (text, columns) =>
    valuesByName(
      text.split('\n').map((line) => line.split(/\s+/, 2)),
      columns,
    ),
};

interface JsonSolution {
  readonly SolutionInfo?: Readonly<Record<string, unknown>>;
  readonly Vars?: readonly { readonly VarName?: string; readonly X?: number }[];
}

function readAnswer({ folder, log, columns }: RunOutput): Answer {
  const path = join(folder, SOLUTION_FILE);
  const nodes = numberIn(/^Explored (\d+) nodes/m.exec(log)?.[1]) ?? 0;
  const bound = numberIn(/best bound ([^\s,]+)/.exec(log)?.[1]);
  // Without a solution, the file may not exist.
  if (!existsSync(path)) return { outcome: outcomeInLog(log), bound, nodes };
  const { SolutionInfo: info = {}, Vars = [] }: JsonSolution = JSON.parse(readFileSync(path, 'utf8'));
  const outcome = outcomeOf(Number(info['Status']));
  const hasSolution = outcome === 'optimal' || (outcome === 'limit' && Number(info['SolCount']) > 0);
  const primal = valuesByName(
    Vars.map(({ VarName = '', X }) => [VarName, String(X)]),
    columns,
  );
  if (hasSolution && !primal) throw new RangeError('its solution lacks values');
  return {
    outcome,
    ...(hasSolution && { primal }),
    bound: numberIn(String(info['ObjBound'] ?? '')) ?? bound,
    nodes: numberIn(String(info['NodeCount'] ?? '')) ?? nodes,
  };
}

/** Optimization status code -> outcome. Infeasible or unbounded (4) counts as infeasible, as for the other solvers. */
const OUTCOMES: Readonly<Record<number, Answer['outcome']>> = {
  2: 'optimal',
  3: 'infeasible',
  4: 'infeasible',
  5: 'unbounded',
};

/** Outcome of a status. Status 1 (loaded) means that the model was not optimized at all. */
const outcomeOf = (status: number): Answer['outcome'] =>
  OUTCOMES[status] ?? (status > 5 ? 'limit' : undefined);

function outcomeInLog(log: string): Answer['outcome'] {
  if (/^(Infeasible model|Model is infeasible|Infeasible or unbounded model)/m.test(log)) return 'infeasible';
  if (/^(Unbounded model|Model is unbounded)/m.test(log)) return 'unbounded';
  return /^(Time limit reached|Interrupt request received|Solve interrupted)/m.test(log)
    ? 'limit'
    : undefined;
}

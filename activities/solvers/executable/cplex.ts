/**
 * Adapter for CPLEX through its Interactive Optimizer: input is a list of commands, output is a solution file in XML
 * and lines of the log.
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
const SOLUTION_FILE = 'solution.sol';

export const cplex: Dialect = {
  title: 'CPLEX',
  version: /Interactive Optimizer (\d[\d.]*)/,
  startFile: START_FILE,
  args: ({ relaxed, timeLimitS, mipGap, randomSeed = 0, presolve, hasStart }) => [
    '-c',
    `read ${MODEL_FILE}`,
    'set threads 1',
    `set timelimit ${timeLimitS}`,
    `set randomseed ${randomSeed}`,
    ...(relaxed ? [] : [`set mip tolerances mipgap ${mipGap}`, 'set output intsolfileprefix incumbent']),
    ...(presolve === 'off' ? ['set preprocessing presolve no'] : []),
    ...(hasStart ? [`read ${START_FILE}`] : []),
    'optimize',
    `write ${SOLUTION_FILE}`,
    'quit',
  ],
  startText: ({ columns, values }) =>
    [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<CPLEXSolution version="1.2">',
      '<header/>',
      '<variables>',
      ...[...columns].map((c, i) => `<variable name="${columnName(c)}" index="${c}" value="${values[i]}"/>`),
      '</variables>',
      '</CPLEXSolution>',
      '',
    ].join('\n'),
  read: readAnswer,
  // A line of the node log ends with best integer, best bound, iterations and gap.
  progress: [/(?<!\S)(?<incumbent>\S+)\s+(?<bound>\S+)\s+\d+\s+(?<gap>[\d.]+)%\s*$/],
  nodes: /^\*?\s*(\d+)/,
  incumbent: valuesIn,
};

function readAnswer({ folder, log, columns, rows }: RunOutput): Answer {
  const path = join(folder, SOLUTION_FILE);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const outcome =
    text === undefined ? outcomeInLog(log) : outcomeOf(Number(attribute(text, 'solutionStatusValue')));
  const hasSolution = text !== undefined && attribute(text, 'primalFeasible') === '1';
  const primal = hasSolution ? valuesIn(text, columns) : undefined;
  if (hasSolution && !primal) throw new RangeError('its solution lacks values');
  return {
    outcome,
    primal,
    rowDual: hasSolution ? dualsIn(text, rows) : undefined,
    bound: numberIn(/^(?:CPLEX> )?Current MIP best bound = +(\S+)/m.exec(log)?.[1]),
    nodes: numberIn(/Nodes = (\d+)/.exec(log)?.[1]) ?? 0,
  };
}

/** Value of an attribute in the header, which is at the beginning of the file. */
const attribute = (text: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];

function valuesIn(text: string, columns: number): Float64Array | undefined {
  const matches = [...text.matchAll(/<variable name="(C\d+)"[^>]*? value="([^"]+)"/g)];
  return valuesByName(
    matches.map((match) => match.slice(1)),
    columns,
  );
}

/** Duals of the rows; undefined for a mixed-integer solution, which has no duals. */
function dualsIn(text: string, rows: number): Float64Array | undefined {
  const matches = [...text.matchAll(/<constraint name="R(\d+)"[^>]*? dual="([^"]+)"/g)];
  return valuesByName(
    matches.map(([, r, dual]) => [columnName(Number(r)), dual]),
    rows,
  );
}

/** Solution status code -> outcome. Codes of linear programs are below 100, codes of mixed-integer programs above. */
const OUTCOMES: Readonly<Record<number, Answer['outcome']>> = {
  1: 'optimal',
  5: 'optimal',
  101: 'optimal',
  102: 'optimal',
  115: 'optimal',
  2: 'unbounded',
  118: 'unbounded',
  3: 'infeasible',
  4: 'infeasible',
  103: 'infeasible',
  119: 'infeasible',
};

const outcomeOf = (status: number): Answer['outcome'] =>
  OUTCOMES[status] ?? (Number.isInteger(status) ? 'limit' : undefined);

function outcomeInLog(log: string): Answer['outcome'] {
  const ends = [...log.matchAll(/^(?:CPLEX> )?[A-Z][A-Za-z ]* - (.*)$/gm)].map(([, end = '']) => end);
  const end = ends.at(-1) ?? '';
  if (/^(Integer )?(infeasible|unbounded or infeasible)/i.test(end)) return 'infeasible';
  if (/^(Integer )?unbounded/i.test(end)) return 'unbounded';
  return /(limit exceeded|Aborted)/.test(end) ? 'limit' : undefined;
}

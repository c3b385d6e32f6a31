/** CBC (COIN-OR branch and cut): command line, status line and the binary solution file with all its digits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, columnName, type Dialect, MODEL_FILE, numberIn, type RunOutput } from './dialect.ts';

const START_FILE = 'start.txt';
/** File with the status in its first line. Its values have only 8 digits, so they are not read. */
const STATUS_FILE = 'solution.txt';
const SOLUTION_FILE = 'solution.bin';

export const cbc: Dialect = {
  title: 'CBC',
  version: /^Version: (\S+)/m,
  startFile: START_FILE,
  args: ({ relaxed, timeLimitS, mipGap, randomSeed = 0, presolve, hasStart }) => [
    MODEL_FILE,
    ...(hasStart ? ['-mipstart', START_FILE] : []),
    ...['-timeMode', 'elapsed', '-seconds', String(timeLimitS)],
    ...['-randomSeed', String(randomSeed), '-randomCbcSeed', String(randomSeed)],
    ...(relaxed ? [] : ['-ratioGap', String(mipGap)]),
    ...(presolve === 'off' ? ['-presolve', 'off', '-preprocess', 'off'] : []),
    ...['-solve', '-solution', STATUS_FILE, '-saveSolution', SOLUTION_FILE, '-quit'],
  ],
  startText: ({ columns, values }) =>
    // A line of a start has position, name, value and cost, as in CBC's solutions; CBC ignores the cost.
    [...columns].map((c, i) => `${i} ${columnName(c)} ${values[i]} 0\n`).join(''),
  read: readAnswer,
  progress: [
    /After \d+ nodes.*?, (?<incumbent>\S+) best solution, best possible (?<bound>\S+)/,
    /Integer solution of (?<incumbent>\S+) found/,
  ],
  nodes: /After (\d+) nodes/,
};

function readAnswer({ folder, log, columns, rows }: RunOutput): Answer {
  const status = readFileSync(join(folder, STATUS_FILE), 'utf8').split('\n', 1)[0] ?? '';
  const outcome = outcomeOf(status);
  const hasSolution =
    outcome === 'optimal' || (outcome === 'limit' && /^Stopped on [a-z -]+ - obj/.test(status));
  const printed = numberIn(/^Lower bound: +(\S+)/m.exec(log)?.[1]);
  return {
    outcome,
    ...(hasSolution && readSolution(readFileSync(join(folder, SOLUTION_FILE)), columns, rows)),
    bound: printed === null ? null : printed - PRINTED_DIGIT / 2,
    nodes: numberIn(/^Enumerated nodes: +(\d+)/m.exec(log)?.[1]) ?? 0,
  };
}

/** Resolution of printed bounds; a printed bound may be rounded up or down. */
const PRINTED_DIGIT = 1e-3;

function outcomeOf(status: string): Answer['outcome'] {
  if (status.startsWith('Optimal')) return 'optimal';
  if (/^(Integer )?infeasible/i.test(status)) return 'infeasible';
  if (status.startsWith('Unbounded')) return 'unbounded';
  return status.startsWith('Stopped') ? 'limit' : undefined;
}

/**
 * Reads the solution file: int32 rows, int32 columns and float64 objective; then, as float64, row activities, row
 * duals, column values and reduced costs. All numbers are in the byte order of the machine.
 */
function readSolution(file: Buffer, columns: number, rows: number): Pick<Answer, 'primal' | 'rowDual'> {
  const [INT, FLOAT] = [4, 8];
  const expected = 2 * INT + FLOAT * (1 + 2 * rows + 2 * columns);
  if (file.length !== expected || file.readInt32LE(0) !== rows || file.readInt32LE(INT) !== columns) {
    throw new RangeError('its solution has another size than the model');
  }
  const floats = (from: number, count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => file.readDoubleLE(2 * INT + FLOAT * (from + i)));
  return { rowDual: floats(1 + rows, rows), primal: floats(1 + 2 * rows, columns) };
}

/** Command line and output formats of a solver. All its files are in the folder of the run. */
import type { Milp } from '../../milp/model.ts';
import type { PartialSolution, Relaxation, SearchProgress, SolverSettings } from '../solver.ts';

/** One run. The model is written to `MODEL_FILE` and the start, if any, to `dialect.startFile`. */
export interface RunRequest extends SolverSettings {
  /** True to solve without integrality and to ask for duals. */
  readonly relaxed: boolean;
  /** Time limit, s. */
  readonly timeLimitS: number;
  readonly mipGap: number;
  readonly hasStart: boolean;
}

export const MODEL_FILE = 'model.mps';

/** Output of a run that has ended. */
export interface RunOutput {
  readonly folder: string;
  /** Head and tail of the solver's printed output. */
  readonly log: string;
  readonly columns: number;
  readonly rows: number;
}

export interface Answer {
  /** Outcome; undefined if the output does not contain it. */
  readonly outcome: Relaxation['outcome'] | undefined;
  /** Values of the solution, shape [columns]; undefined without a solution. */
  readonly primal?: Float64Array | undefined;
  /** Duals, d objective / d right-hand side, shape [rows]; undefined if the solver provides none. */
  readonly rowDual?: Float64Array | undefined;
  /**
   * Proven lower bound; null if the solver reports none. For an optimum, null means that the bound is the objective.
   */
  readonly bound: number | null;
  readonly nodes: number;
}

export interface Dialect {
  /** Name of the solver as its maker spells it. */
  readonly title: string;
  /** Pattern of the version in the printed output. */
  readonly version: RegExp;
  readonly startFile: string;
  /** Arguments of the executable, which runs in the folder of the run. */
  args(request: RunRequest): readonly string[];
  startText(start: PartialSolution): string;
  read(output: RunOutput): Answer;
  /**
   * Patterns of log lines that report progress, with groups `incumbent`, `bound` and `gap` (%). The first match is
   * used.
   */
  readonly progress: readonly RegExp[];
  /** Pattern of the number of nodes in a progress line. */
  readonly nodes: RegExp;
  /**
   * Reads an incumbent from a file that the solver wrote during its search: values, shape [columns]. Absent if the
   * solver writes no such files.
   */
  readonly incumbent?: (text: string, columns: number) => Float64Array | undefined;
}

/** Names of columns and rows in files: a letter followed by the position. */
export const columnName = (position: number): string => `C${position}`;
export const rowName = (position: number): string => `R${position}`;

/** Magnitude from which a printed number stands for infinity. */
const INFINITY = 1e20;

/** Parses a number as solvers print it; null for a missing number, for text such as `-`, and for infinity. */
export function numberIn(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) < INFINITY ? value : null;
}

export function progressIn(line: string, { progress, nodes }: Dialect): SearchProgress | undefined {
  const groups = progress.map((pattern) => pattern.exec(line)?.groups).find(Boolean);
  if (!groups) return undefined;
  const gap = numberIn(groups['gap']);
  return {
    incumbent: numberIn(groups['incumbent']),
    bound: numberIn(groups['bound']),
    mip_gap: gap === null ? null : gap / 100,
    nodes: numberIn(nodes.exec(line)?.[1]),
    iterations: null,
  };
}

/** Objective c'x. */
export const objectiveOf = ({ columns }: Milp, primal: Float64Array): number =>
  columns.reduce((sum, { cost }, c) => sum + cost * (primal[c] ?? 0), 0);

/** Converts pairs of column name and value to values by position; undefined unless every column has a value. */
export function valuesByName(
  pairs: Iterable<readonly (string | undefined)[]>,
  columns: number,
): Float64Array | undefined {
  const values = new Float64Array(columns).fill(Number.NaN);
  for (const [name = '', text = ''] of pairs) {
    const position = /^C(\d+)$/.exec(name)?.[1];
    if (position !== undefined && Number(position) < columns && text !== '')
      values[Number(position)] = Number(text);
  }
  return values.every(Number.isFinite) ? values : undefined;
}

/** What one command-line solver understands and how it answers; all its files are in the folder of the run. */
import type { Milp } from '../../milp/model.ts';
import type { PartialSolution, Relaxation, SearchProgress, SolverSettings } from '../solver.ts';

/** One run, written down as `MODEL_FILE` and, with a start, `dialect.startFile`. */
export interface RunRequest extends SolverSettings {
  /** Without integrality: duals are asked for. */
  readonly relaxed: boolean;
  /** s. */
  readonly timeLimitS: number;
  readonly mipGap: number;
  readonly hasStart: boolean;
}

export const MODEL_FILE = 'model.mps';

/** What a run left behind. */
export interface RunOutput {
  readonly folder: string;
  /** Head and tail of what the solver printed. */
  readonly log: string;
  readonly columns: number;
  readonly rows: number;
}

export interface Answer {
  /** Undefined when the solver said nothing that can be understood. */
  readonly outcome: Relaxation['outcome'] | undefined;
  /** Shape [columns]; undefined when there is no solution. */
  readonly primal?: Float64Array | undefined;
  /** d objective / d right-hand side, shape [rows]; undefined when the solver tells none. */
  readonly rowDual?: Float64Array | undefined;
  /** Proven lower bound; null when none is told, which at an optimum means the objective. */
  readonly bound: number | null;
  readonly nodes: number;
}

export interface Dialect {
  /** Its name as its makers write it. */
  readonly title: string;
  /** Finds the version in what it prints. */
  readonly version: RegExp;
  readonly startFile: string;
  /** Arguments of the executable, which runs in the folder. */
  args(request: RunRequest): readonly string[];
  startText(start: PartialSolution): string;
  read(output: RunOutput): Answer;
  /** Lines of a log that tell how far a search is: groups `incumbent`, `bound` and `gap` (%); the first that matches counts. */
  readonly progress: readonly RegExp[];
  /** The number of nodes in such a line. */
  readonly nodes: RegExp;
  /** Values in a solution that was written on the way, shape [columns]; absent for a solver that writes none. */
  readonly incumbent?: (text: string, columns: number) => Float64Array | undefined;
}

/** A column or row is called by a letter and its position. */
export const columnName = (position: number): string => `C${position}`;
export const rowName = (position: number): string => `R${position}`;

/** What solvers print for infinity is at least this. */
const INFINITY = 1e20;

/** A number as solvers print it; null for none, for text such as `-`, and for what stands for infinity. */
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

/** c'x. */
export const objectiveOf = ({ columns }: Milp, primal: Float64Array): number =>
  columns.reduce((sum, { cost }, c) => sum + cost * (primal[c] ?? 0), 0);

/** Pairs of a column's name and its value as text -> values by position; undefined unless every column has one. */
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

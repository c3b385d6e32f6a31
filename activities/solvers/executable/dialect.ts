/** What one command-line solver understands and how it answers; all its files are in the folder of the run. */
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
  /** From a line of the log of a search. */
  progress(line: string): SearchProgress | undefined;
  /** Values in a solution that was written on the way, shape [columns]; absent for a solver that writes none. */
  readonly incumbent?: (text: string, columns: number) => Float64Array | undefined;
}

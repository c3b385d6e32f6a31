/** Input and output of a stand-in, in the format of the solver that it replaces. */
export interface Task {
  readonly modelFile: string;
  readonly startFile: string | undefined;
  readonly timeLimitS: number;
  readonly mipGap: number;
}

export interface Solved {
  readonly end: 'optimal' | 'infeasible' | 'unbounded' | 'limit';
  /** True for a mixed-integer problem, whose answer has no duals. */
  readonly integer: boolean;
  readonly objective: number;
  readonly bound: number;
  readonly nodes: number;
  /** Values of the solution; empty without a solution. */
  readonly primal: Float64Array;
  readonly rowDual: Float64Array;
}

/** Answer to a mixed-integer problem without a solution. */
export const UNSOLVED: Omit<Solved, 'end'> = {
  integer: true,
  objective: 0,
  bound: -1e6,
  nodes: 1,
  primal: new Float64Array(),
  rowDual: new Float64Array(),
};

export interface Voice {
  understand(args: readonly string[]): Task;
  answer(solved: Solved): Answered;
  /** Name of the file that receives the values. */
  readonly solutionFile: string;
  /** File with an incumbent; absent for solvers that write none. */
  incumbent?(primal: Float64Array): readonly [file: string, text: string];
}

export interface Answered {
  readonly printed: string;
  /** Name -> content of the files in the working folder. */
  readonly files: Readonly<Record<string, string | Buffer>>;
}

/** How a stand-in takes its orders and answers: in the words and files of the solver it stands for. */
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
  /** Empty without a solution. */
  readonly primal: Float64Array;
  readonly rowDual: Float64Array;
}

/** A mixed-integer problem without a solution. */
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
  /** The file that holds the values. */
  readonly solutionFile: string;
  /** The file that holds a solution found on the way, for those who write them. */
  incumbent?(primal: Float64Array): readonly [file: string, text: string];
}

export interface Answered {
  readonly printed: string;
  /** By name, in the working folder. */
  readonly files: Readonly<Record<string, string | Buffer>>;
}

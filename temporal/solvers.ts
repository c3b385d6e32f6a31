/** The solvers, their task queues, and the job types that they solve. */

/**
 * Solvers, one row each. `product`: full name; `title`: name in messages. A solver with a `command` is an executable on
 * the worker's machine; `setting` is the name of the setting that can replace the command.
 */
export const SOLVER_TABLE = [
  { name: 'highs', product: 'HiGHS' },
  { name: 'cbc', product: 'COIN-OR CBC', title: 'CBC', setting: 'CBC_COMMAND', command: 'cbc' },
  {
    name: 'gurobi',
    product: 'Gurobi Optimizer',
    title: 'Gurobi',
    setting: 'GUROBI_COMMAND',
    command: 'gurobi_cl',
  },
  { name: 'cplex', product: 'IBM ILOG CPLEX', title: 'CPLEX', setting: 'CPLEX_COMMAND', command: 'cplex' },
] as const;

export type SolverName = (typeof SOLVER_TABLE)[number]['name'];
export const SOLVERS = SOLVER_TABLE.map(({ name }) => name);

export const EXECUTABLES = SOLVER_TABLE.filter((row) => 'command' in row);
export type Executable = (typeof EXECUTABLES)[number];
/** Name of a setting -> command of a solver; the defaults are in the table. */
export type SolverCommands = Readonly<Partial<Record<Executable['setting'], string>>>;

export const isSolverName = (name: unknown): name is SolverName => SOLVERS.some((solver) => solver === name);

export const JOB_TYPES = ['uc', 'scuc', 'ed'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Task queue of the workers that can run `solver`. */
export const solverQueue = (solver: SolverName): string => `solver-${solver}`;

/** Default time limit of a solve, s. The next constant: default relative gap at which the search ends. */
export const DEFAULT_TIMEOUT_S = 300;
export const DEFAULT_MIP_GAP = 0.001;

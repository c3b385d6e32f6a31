/** Solver names, the task queue each is served from, and the job types they solve. */
export const SOLVERS = ['highs', 'cbc', 'gurobi', 'cplex'] as const;
export type SolverName = (typeof SOLVERS)[number];
export const isSolverName = (name: unknown): name is SolverName => SOLVERS.some((solver) => solver === name);

export const JOB_TYPES = ['uc', 'scuc', 'ed'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** Task queue of the workers that can run `solver`. */
export const solverQueue = (solver: SolverName): string => `solver-${solver}`;

/** Defaults of a solve when the request names none (spec, "Limits"). */
export const DEFAULT_TIMEOUT_S = 300;
export const DEFAULT_MIP_GAP = 0.001;

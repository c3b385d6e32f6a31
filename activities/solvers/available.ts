/** Which solvers this machine can run. */
import type { SolverName } from '../../temporal/solvers.ts';

/** Executables of the command-line solvers. */
export interface SolverCommands {
  readonly CBC_COMMAND: string;
  readonly GUROBI_COMMAND: string;
  readonly CPLEX_COMMAND: string;
}

/** HiGHS is part of the service; the command-line solvers have no adapter here yet, so none is offered. */
export const availableSolvers = async (_commands: SolverCommands): Promise<SolverName[]> => ['highs'];

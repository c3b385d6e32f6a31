/** Executables of the command-line solvers, as the settings name them. */
export interface SolverCommands {
  readonly CBC_COMMAND: string;
  readonly GUROBI_COMMAND: string;
  readonly CPLEX_COMMAND: string;
}

export const DEFAULT_COMMANDS: SolverCommands = {
  CBC_COMMAND: 'cbc',
  GUROBI_COMMAND: 'gurobi_cl',
  CPLEX_COMMAND: 'cplex',
};

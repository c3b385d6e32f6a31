/** The adapter of a solver by its name. */
import type { SolverName } from '../../temporal/solvers.ts';
import { cbc } from './executable/cbc.ts';
import { cplex } from './executable/cplex.ts';
import { findExecutable } from './executable/find-executable.ts';
import { gurobi } from './executable/gurobi.ts';
import { openExecutable } from './executable/open-executable.ts';
import { openHighs } from './highs.ts';
import type { OpenSession } from './solver.ts';

export function openSolver(solver: SolverName, commands: SolverCommands): OpenSession {
  switch (solver) {
    case 'highs':
      return openHighs;
    case 'cbc':
      return openExecutable(cbc, commands.CBC_COMMAND);
    case 'gurobi':
      return openExecutable(gurobi, commands.GUROBI_COMMAND);
    case 'cplex':
      return openExecutable(cplex, commands.CPLEX_COMMAND);
  }
}

/** Which solvers this machine can run. */

/** HiGHS is part of the service; the others are offered when their executable is there. */
export async function availableSolvers(commands: SolverCommands): Promise<SolverName[]> {
  const installed: readonly (readonly [SolverName, string])[] = [
    ['cbc', commands.CBC_COMMAND],
    ['gurobi', commands.GUROBI_COMMAND],
    ['cplex', commands.CPLEX_COMMAND],
  ];
  return ['highs', ...installed.filter(([, command]) => findExecutable(command)).map(([solver]) => solver)];
}

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

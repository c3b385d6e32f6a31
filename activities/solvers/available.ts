/** Which solvers this machine can run. */
import type { SolverName } from '../../temporal/solvers.ts';
import { findExecutable } from './executable/find-executable.ts';
import type { SolverCommands } from './solver-commands.ts';

/** HiGHS is part of the service; the others are offered when their executable is there. */
export async function availableSolvers(commands: SolverCommands): Promise<SolverName[]> {
  const installed: readonly (readonly [SolverName, string])[] = [
    ['cbc', commands.CBC_COMMAND],
    ['gurobi', commands.GUROBI_COMMAND],
    ['cplex', commands.CPLEX_COMMAND],
  ];
  return ['highs', ...installed.filter(([, command]) => findExecutable(command)).map(([solver]) => solver)];
}

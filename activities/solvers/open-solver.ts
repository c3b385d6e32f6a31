/** The adapter of a solver by its name. */
import type { SolverName } from '../../temporal/solvers.ts';
import { cbc } from './executable/cbc.ts';
import { cplex } from './executable/cplex.ts';
import { gurobi } from './executable/gurobi.ts';
import { openExecutable } from './executable/open-executable.ts';
import { openHighs } from './highs.ts';
import type { OpenSession } from './solver.ts';
import type { SolverCommands } from './solver-commands.ts';

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

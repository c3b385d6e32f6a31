/** The adapters of the solvers, one row each. `SOLVER_TABLE` has the properties that do not depend on the adapter. */
import {
  EXECUTABLES,
  type Executable,
  type SolverCommands,
  type SolverName,
} from '../../temporal/solvers.ts';
import { cbc } from './executable/cbc.ts';
import { cplex } from './executable/cplex.ts';
import type { Dialect } from './executable/dialect.ts';
import { gurobi } from './executable/gurobi.ts';
import { findExecutable, openExecutable } from './executable/open-executable.ts';
import { openHighs } from './highs/open-highs.ts';
import type { OpenSession } from './solver.ts';

const DIALECTS: Readonly<Record<Executable['name'], Dialect>> = { cbc, gurobi, cplex };

export function openSolver(solver: SolverName, commands: SolverCommands): OpenSession {
  const executable = EXECUTABLES.find(({ name }) => name === solver);
  return executable ? openExecutable(DIALECTS[executable.name], commandOf(executable, commands)) : openHighs;
}

/** Solvers that are available: HiGHS always, and every other solver whose executable is installed. */
export function availableSolvers(commands: SolverCommands): SolverName[] {
  const installed = EXECUTABLES.filter((executable) => findExecutable(commandOf(executable, commands)));
  return ['highs', ...installed.map(({ name }) => name)];
}

const commandOf = ({ setting, command }: Executable, commands: SolverCommands): string =>
  commands[setting] ?? command;

/** The settings that are solver commands, without all others, which solvers must not receive. */
export const commandsIn = (settings: SolverCommands): SolverCommands =>
  Object.fromEntries(EXECUTABLES.map(({ setting }) => [setting, settings[setting]]));

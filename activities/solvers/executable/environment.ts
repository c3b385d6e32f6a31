/**
 * Environment variables that a solver receives: locations of libraries, files and licences. Variables with passwords
 * and keys are withheld.
 */
const GIVEN =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|(DY)?LD_LIBRARY_PATH|HIGHS(_LIBRARY)?|(GRB|GUROBI|ILOG|CPLEX)_\w+|\w*LICENSE\w*)$/;

export const solverEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => GIVEN.test(name)));

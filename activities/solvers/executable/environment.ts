/**
 * What a solver is given of the environment: where it finds its libraries, files and licence. Settings, which hold
 * passwords and keys, are not its business.
 */
const GIVEN =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|(DY)?LD_LIBRARY_PATH|HIGHS(_LIBRARY)?|(GRB|GUROBI|ILOG|CPLEX)_\w+|\w*LICENSE\w*)$/;

export const solverEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => GIVEN.test(name)));

/** Findings beyond the schema as one 422. */
import type { PayloadProblem } from '../../temporal/checks/problem.ts';
import { HttpError } from './http-error.ts';

/** A reply is not the place for more. */
const MAX_PROBLEMS = 100;

/** Throws when there are any; `within`: where in the body their paths begin. */
export function refuseProblems(problems: readonly PayloadProblem[], within: readonly string[] = []): void {
  if (problems.length === 0) return;
  throw new HttpError(
    422,
    problems
      .slice(0, MAX_PROBLEMS)
      .map(({ path, msg, type }) => ({ loc: ['body', ...within, ...path], msg, type })),
  );
}

/** An error reply of the solver service. */

import type { PayloadProblem } from '../../temporal/case/checks/problem.ts';
import type { FieldProblem } from '../../temporal/contract/problems.ts';

interface HttpErrorOptions extends ErrorOptions {
  /** Machine-readable reason beside the status. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class HttpError extends Error {
  readonly status: number;
  /** The `detail` member of the body. */
  readonly detail: string | readonly FieldProblem[];
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: HttpError['detail'],
    { code, headers = {}, ...options }: HttpErrorOptions = {},
  ) {
    super(typeof detail === 'string' ? detail : 'Validation failed', options);
    this.name = 'HttpError';
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.headers = headers;
  }
}

/** Findings beyond the schema as one 422. */

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

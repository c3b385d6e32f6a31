/** An error reply of the solver service. */
import type { FieldProblem } from '../../temporal/contract/field-problem.ts';

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

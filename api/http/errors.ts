/** Errors that clients see, one status per subclass. Any other error becomes a 500 without details. */
import type { FieldProblem } from './problems.ts';

export type { FieldProblem };

interface ErrorOptionsOfApi extends ErrorOptions {
  /** Machine-readable reason in addition to the status, for example `DATABASE_UNAVAILABLE`. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Base of every error that is part of the HTTP contract. */
export abstract class ApiError extends Error {
  abstract readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, { code, headers = {}, ...options }: ErrorOptionsOfApi = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.headers = headers;
  }

  /** The `detail` member of the response body. */
  get detail(): string | readonly FieldProblem[] {
    return this.message;
  }
}

export class BadRequest extends ApiError {
  readonly status = 400;
}

/** A 401 with a challenge that tells the client that its token is invalid (RFC 6750, section 3). */
export class Unauthenticated extends ApiError {
  readonly status = 401;

  constructor(message = 'Token missing, expired or invalid', challenge = 'Bearer error="invalid_token"') {
    super(message, { headers: { 'WWW-Authenticate': challenge } });
  }
}

export class Forbidden extends ApiError {
  readonly status = 403;
}

export class NotFound extends ApiError {
  readonly status = 404;
}

export class MethodNotAllowed extends ApiError {
  readonly status = 405;

  constructor(allowed: readonly string[]) {
    super('Method Not Allowed', { headers: { Allow: allowed.join(', ') } });
  }
}

/** The body did not arrive in time; the connection cannot be reused. */
export class RequestTimeout extends ApiError {
  readonly status = 408;

  constructor(message: string) {
    super(message, { headers: { Connection: 'close' } });
  }
}

export class Conflict extends ApiError {
  readonly status = 409;
}

export class ContentTooLarge extends ApiError {
  readonly status = 413;
}

export class UnsupportedMediaType extends ApiError {
  readonly status = 415;
}

export class Unprocessable extends ApiError {
  readonly status = 422;
  readonly #problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super('Validation failed');
    this.#problems = problems;
  }

  override get detail(): readonly FieldProblem[] {
    return this.#problems;
  }
}

export class RateLimited extends ApiError {
  readonly status = 429;

  /** `Retry-After` counts whole seconds (RFC 9110, 10.2.3). */
  constructor(retryAfterS: number, headers: Readonly<Record<string, string>> = {}) {
    const seconds = Math.max(1, Math.ceil(retryAfterS));
    super(`Rate limit exceeded. Retry in ${seconds} seconds.`, {
      headers: { ...headers, 'Retry-After': String(seconds) },
    });
  }
}

/** A limit on concurrent use is exceeded. */
export class TooMany extends ApiError {
  readonly status = 429;

  constructor(message: string, retryAfterS: number) {
    super(message, { headers: { 'Retry-After': String(retryAfterS) } });
  }
}

/** A 500 that hides its cause from the client; the cause is logged. */
export class InternalError extends ApiError {
  readonly status = 500;

  constructor(cause?: unknown) {
    super('Internal server error', { cause });
  }
}

/** `Retry-After`, s: time after which another process may answer instead. */
const AWAY_RETRY_S = '2';

/** Base of errors for a temporarily unavailable dependency. */
abstract class Away extends ApiError {
  constructor(message: string, { headers = {}, ...options }: ErrorOptionsOfApi = {}) {
    super(message, { ...options, headers: { 'Retry-After': AWAY_RETRY_S, ...headers } });
  }
}

/** The solver service, or Temporal on the way to it, did not answer. */
export class BadGateway extends Away {
  readonly status = 502;
}

export class ServiceUnavailable extends Away {
  readonly status = 503;
}

/** The thread that worked on a request ended unexpectedly. The cause becomes known after the reply, or not at all. */
export class LostThread extends ServiceUnavailable {
  constructor(cause: unknown) {
    super(
      'The thread that worked on this request ended unexpectedly; send fewer requests at once, or retry',
      { cause },
    );
  }
}

export class GatewayTimeout extends ApiError {
  readonly status = 504;
}

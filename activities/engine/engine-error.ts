/** Why the engine has no answer; `code` becomes the job's error code. */
import type { JobErrorCode } from '../../temporal/failures.ts';

export class EngineError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** Whatever was thrown as an error that a client may see. */
import { isUnavailable } from '../mongo/unavailable.ts';
import { ApiError, BadRequest, InternalError, ServiceUnavailable } from './errors.ts';

export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    return new ServiceUnavailable('Database unavailable', { code: 'DATABASE_UNAVAILABLE', cause: thrown });
  }
  return isClientError(thrown) ? new BadRequest('Bad Request', { cause: thrown }) : new InternalError(thrown);
}

/** http-errors 400, or a target that is no URL, as Koa and its parts throw them for a request they cannot read. */
const isClientError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('status' in thrown && thrown.status === 400) || ('code' in thrown && thrown.code === 'ERR_INVALID_URL'));

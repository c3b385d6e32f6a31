/** Whether asking again may help: no answer, an answer cut before it began, or a server in trouble. */
import { Deadline } from './deadline.ts';

const TOO_MANY = 429;
const SERVER_ERROR = 500;
const TIMEOUT_OR_CONFLICT = [408, 409];

/** Errors of both clients carry the `status` of the answer, undefined when there was none. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('status' in error)) return error instanceof Deadline || isConnectionLost(error);
  const { status } = error;
  if (typeof status !== 'number') return true;
  return status >= SERVER_ERROR || status === TOO_MANY || TIMEOUT_OR_CONFLICT.includes(status);
}

/** What `fetch` throws while a body is read. */
const isConnectionLost = (error: Error): boolean =>
  error instanceof TypeError && (error.message === 'terminated' || error.message === 'fetch failed');

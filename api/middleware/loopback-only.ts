/**
 * Refuses requests that were not addressed to this machine by a name of its own. While authentication is bypassed
 * a page of any origin could otherwise let its name resolve to the loopback address and act as administrator.
 *
 * @module
 */
import { isLoopbackHeader } from '../../temporal/contract/loopback.ts';
import { Forbidden } from '../errors.ts';
import type { AppMiddleware } from '../state.ts';

export const loopbackOnly: AppMiddleware = async (ctx, next) => {
  if (!isLoopbackHeader(ctx.req.headers.host))
    throw new Forbidden('While authentication is bypassed, Host must be localhost or a loopback address');
  await next();
};

/** Names every request: the client's own id when it is well formed, else a new one. */
import { randomUUID } from 'node:crypto';
import type { AppMiddleware } from '../state.ts';

const WELL_FORMED = /^[\w-]{8,64}$/;

export const requestId: AppMiddleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = WELL_FORMED.test(given) ? given : randomUUID();
  ctx.state.route = 'unmatched';
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};

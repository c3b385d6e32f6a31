/** What the middleware knows of a request beyond Koa's context. */
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';

export interface RequestState {
  requestId: string;
  /** Pattern of the matched route, for logs and metrics; never the raw path. */
  route: string;
  userId?: string;
}

export type RequestContext = ParameterizedContext<RequestState, DefaultContext, unknown>;
export type AppMiddleware = Middleware<RequestState, DefaultContext, unknown>;

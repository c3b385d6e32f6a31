/**
 * Creates a span for every request, with the route as its name. The span continues the trace of the client's
 * `traceparent` (W3C Trace Context).
 */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type AppMiddleware, answeredStatus } from './request.ts';

/** Paths without spans, because machines poll them every few seconds. */
const UNTRACED = /^\/(api\/)?(health|metrics)(\/|$)/;

export const traceRequests =
  (tracer: Tracer): AppMiddleware =>
  (ctx, next) => {
    if (UNTRACED.test(ctx.path)) return next();
    const parent = propagation.extract(ROOT_CONTEXT, ctx.req.headers);
    const { method } = ctx;
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    ctx.state.traceId = span.spanContext().traceId;
    ctx.state.traceHeaders = {};
    propagation.inject(trace.setSpan(parent, span), ctx.state.traceHeaders);
    ctx.res.once('close', () => {
      const { route, requestId, refusal } = ctx.state;
      span.updateName(`${method} ${route}`).setAttributes({
        'http.route': route,
        'http.response.status_code': answeredStatus(ctx),
        'grid.request_id': requestId,
        ...(refusal !== undefined && { 'error.type': refusal }),
      });
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(parent, span), next);
  };

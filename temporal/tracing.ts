/**
 * Sends traces of a process over OTLP/HTTP to OTEL_EXPORTER_OTLP_ENDPOINT. Other variables of the OpenTelemetry
 * standard (OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_SCHEDULE_DELAY, ...) apply as well. This file is loaded only if an
 * endpoint is set.
 */
import { hostname } from 'node:os';
import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry';

export interface Tracing {
  readonly tracer: Tracer;
  readonly processor: SpanProcessor;
  readonly resource: Resource;
  /** Interceptor that creates spans of calls to workflows, and passes the trace context on to the workflows. */
  readonly client: WorkflowClientInterceptor;
  /** Records a span of a completed database command, if the command is part of a trace. */
  onCommand(command: DatabaseCommand): void;
  /** Sends all pending spans. */
  close(): Promise<void>;
}

interface DatabaseCommand {
  readonly name: string;
  readonly durationMs: number;
  readonly failure?: string | undefined;
}

/** Starts tracing; each process calls it once. `service`: name under which its spans appear. */
export function startTracing(service: string): Tracing {
  const resource = new Resource({
    'service.name': service,
    'service.instance.id': `${hostname()}/${process.pid}`,
  });
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({ contextManager: new AsyncLocalStorageContextManager().enable() });
  const tracer = provider.getTracer('grid-optimization-service');
  return {
    tracer,
    processor,
    resource,
    client: new OpenTelemetryWorkflowClientInterceptor({ tracer }),
    onCommand({ name, durationMs, failure }) {
      if (!trace.getActiveSpan()) return;
      const end = Date.now();
      const span = tracer.startSpan(`mongodb ${name}`, {
        kind: SpanKind.CLIENT,
        startTime: end - durationMs,
        attributes: { 'db.system.name': 'mongodb', 'db.operation.name': name },
      });
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end(end);
    },
    close: () => provider.shutdown(),
  };
}

/** Fields for every log line that is written within a trace. */
export function traceIds(): Record<string, string> {
  const context = trace.getActiveSpan()?.spanContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}

/** Traces of a worker process: spans of its workflows, its activities and the phases of a solve. Loaded only if traces are sent. */
import { type Span, trace } from '@opentelemetry/api';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { SolveSummary } from '../temporal/case/messages/solve-run.ts';
import type { Tracing } from '../temporal/tracing.ts';
import type { PhaseWatch } from './observe-phases.ts';
import type { Watchers } from './process.ts';

/** Adds tracing to a worker. Its observer comes first, so that log lines of the other observers belong to the span. */
export const traceWorker = ({ tracer, processor, resource, client }: Tracing): Watchers => ({
  activities: [
    (context) => ({
      inbound: new OpenTelemetryActivityInboundInterceptor(context, { tracer }),
      outbound: new OpenTelemetryActivityOutboundInterceptor(context),
    }),
    tellResult,
  ],
  phases: [spanOfPhase(tracer)],
  calls: [client],
  sinks: { exporter: makeWorkflowExporter(processor, resource) },
});

/** Adds the result of a solve attempt to its span. */
const tellResult: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      const result = await next(input);
      if (info.activityType !== 'runSolver') return result;
      const { terminationStatus, objectiveValue, mipGap } = result as SolveSummary;
      const span = trace.getActiveSpan();
      span?.setAttribute('solve.status', terminationStatus);
      setFigures(span, { objective_usd: objectiveValue, mip_gap: mipGap });
      return result;
    },
  },
});

function setFigures(span: Span | undefined, figures: Readonly<Record<string, number | null>>): void {
  for (const [name, value] of Object.entries(figures)) {
    if (value !== null) span?.setAttribute(`solve.${name}`, value);
  }
}

const spanOfPhase =
  (tracer: Tracing['tracer']): PhaseWatch =>
  (phase) => {
    const span = tracer.startSpan(`solve ${phase}`);
    return ({ incumbent, bound, mip_gap, nodes }) => {
      setFigures(span, { objective_usd: incumbent, bound_usd: bound, mip_gap, nodes });
      span.end();
    };
  };

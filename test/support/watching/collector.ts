/** A trace collector: a loopback server that receives OTLP over HTTP as JSON, and keeps the spans. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Id of the parent; empty for the root of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** `service.name` of the process that sent the span. */
  readonly service: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentSpan extends Pick<Span, 'traceId' | 'spanId' | 'name'> {
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const server = createServer(async (request, reply) => {
    const isTrace = request.method === 'POST' && request.url === '/v1/traces';
    if (isTrace) spans.push(...received((await json(request)) as Sent));
    reply.writeHead(isTrace ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const received = ({ resourceSpans }: Sent): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(span, service)));
  });

const toSpan = (span: SentSpan, service: string): Span => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  name: span.name,
  service,
  startMs: Number(span.startTimeUnixNano) / 1e6,
  endMs: Number(span.endTimeUnixNano) / 1e6,
  attributes: valuesOf(span.attributes),
});

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A trace as an indented tree; the children of a span are in the order of their start. */
export function treeOf(spans: readonly Span[], parentSpanId: string, indent = ''): string[] {
  const children = spans.filter((span) => span.parentSpanId === parentSpanId);
  return children
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap((span) => {
      const figures = Object.entries(span.attributes)
        .filter(([key]) => SHOWN.test(key))
        .map(([key, value]) => ` ${key.replace('solve.', '')}=${value}`);
      const ms = (span.endMs - span.startMs).toFixed(1).padStart(8);
      return [
        `${ms} ms  ${indent}${span.name} [${span.service}]${figures.join('')}`,
        ...treeOf(spans, span.spanId, `${indent}  `),
      ];
    });
}

const SHOWN = /^(solve\.|http\.response\.status_code)/;

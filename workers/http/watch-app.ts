/** Metrics and health of a worker process, on an address of their own; performs no I/O itself. */
import Koa from 'koa';
import type { Logger } from 'pino';
import { errorBody } from '../../api/http/error-reply.ts';
import { logFailure } from '../../api/http/log.ts';
import { metricsPage } from '../../api/http/metrics-page.ts';
import { requestId } from '../../api/http/middleware.ts';
import { NotReady, probe } from '../../api/http/probe.ts';
import type { RequestState } from '../../api/http/request.ts';
import { createRouter, type Page } from '../../api/http/router.ts';
import { type Decoding, decodePayloads } from './decode-payloads.ts';

export interface WatchParts {
  /** All metrics of the process. */
  readonly registry: Parameters<typeof metricsPage>[0]['registry'];
  /** Asked of whoever reads the metrics; without one only this machine may. */
  readonly token: string | undefined;
  /** Servers that the process needs, by name. */
  readonly probes: Readonly<Record<string, () => Promise<void>>>;
  /** States of its Temporal workers; none before they are made. */
  readonly states: () => readonly string[];
  /** Absent where payloads are not encrypted. */
  readonly decoding?: Decoding | undefined;
}

export function createWatchApp(parts: WatchParts, log: Pick<Logger, 'error'>): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.on('error', logFailure(log));
  app.use(requestId);
  app.use(errorBody(log));
  if (parts.decoding) app.use(decodePayloads(parts.decoding));
  const pages = [metricsPage(parts, parts.token), live, ready(parts)];
  for (const part of createRouter([], pages, async () => undefined, '')) app.use(part);
  return app;
}

/** The process is alive; asks nobody else. */
const live: Page = {
  path: '/health/live',
  show: (ctx) => {
    ctx.body = { status: 'healthy' };
  },
};

/** Whether the process can work, and which part of it does not. */
const ready = ({ probes, states }: WatchParts): Page => {
  const polling = async () => requirePolling(states());
  const all = Object.entries({ ...probes, polling });
  return {
    path: '/health/ready',
    show: async (ctx) => {
      const asked = all.map(async ([name, ask]) => [name, await probe(ask)] as const);
      const checks = Object.fromEntries(await Promise.all(asked));
      const isReady = Object.values(checks).every((state) => state === 'ok');
      ctx.status = isReady ? 200 : 503;
      ctx.body = { status: isReady ? 'ready' : 'unavailable', checks };
    },
  };
};

function requirePolling(states: readonly string[]): void {
  if (states.length === 0) throw new NotReady('starting');
  const other = states.find((state) => state !== 'RUNNING');
  if (other !== undefined) throw new NotReady(other.toLowerCase());
}

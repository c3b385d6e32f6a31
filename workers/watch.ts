/** Watches a worker process: one page with its metrics and those of Temporal's runtime, and its health. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOutbox } from '../mongo/audit-outbox.ts';
import { dataConverterOf } from '../temporal/codec.ts';
import { ORCHESTRATION_QUEUE } from '../temporal/names.ts';
import { SOLVERS, solverQueue } from '../temporal/solvers.ts';
import { createTaskQueues } from '../temporal/task-queues.ts';
import type { WorkerSettings } from './config.ts';
import { createWatchApp, type WatchParts } from './http/watch-app.ts';
import { countActivities, createWorkerMetrics, gauge, type WorkerMetrics } from './metrics.ts';
import type { Process } from './process.ts';
import { type Slots, slotCount } from './slots.ts';

interface Watched extends Pick<WatchParts, 'probes' | 'states'> {
  /** Address at which Temporal's runtime serves its metrics. */
  readonly sdkAddress: string;
  /** Slots of a solver process; undefined for an orchestrator, which reports the queues and the audit log instead. */
  readonly slots: Slots | undefined;
}

/** Starts the page; resolves when it listens at METRICS_ADDRESS. */
export async function watchProcess(
  process: Process,
  { sdkAddress, slots, probes, states }: Watched,
): Promise<{ close(): Promise<void> }> {
  const { settings, log, watchers } = process;
  const metrics = createWorkerMetrics();
  if (slots) tellSlots(metrics, slots, slotCount(settings));
  else tellBacklogs(metrics, process);
  watchers.activities.push(countActivities(metrics));
  watchers.phases.push(metrics.watchPhase);
  const registry = {
    contentType: metrics.registry.contentType,
    metrics: async () => (await Promise.all([metrics.registry.metrics(), sdkMetrics(sdkAddress)])).join('\n'),
  };
  const decoding = slots ? undefined : decodingOf(settings);
  const app = createWatchApp({ registry, token: settings.METRICS_TOKEN, probes, states, decoding }, log);
  const server = createServer({ requestTimeout: REQUEST_MS }, app.callback());
  server.listen(hostAndPort(settings.METRICS_ADDRESS ?? ''));
  await once(server, 'listening');
  log.info({ address: server.address() }, 'metrics and health');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Settings by which an orchestrator decodes payloads for the Web UI. */
const decodingOf = (settings: WorkerSettings) =>
  settings.TEMPORAL_PAYLOAD_KEYS !== undefined && settings.TEMPORAL_UI_URL !== undefined
    ? {
        codecs: dataConverterOf(settings).payloadCodecs,
        origin: new URL(settings.TEMPORAL_UI_URL).origin,
      }
    : undefined;

const REQUEST_MS = 10_000;
const SDK_MS = 2000;

/** Metrics of the runtime; empty if it does not respond, since the other metrics are still useful. */
const sdkMetrics = (address: string): Promise<string> =>
  fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_MS) }).then(
    (reply) => reply.text(),
    () => '',
  );

function hostAndPort(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}

function tellSlots(metrics: WorkerMetrics, slots: Slots, total: number): void {
  gauge(metrics, { name: 'solver_slots', help: 'Largest number of parallel solves' }, () => [
    { value: total },
  ]);
  gauge(metrics, { name: 'solver_slots_used', help: 'Solves that run' }, () => [{ value: slots.used() }]);
}

/** Reports backlogs. All orchestrators report the same values, so dashboards should use the largest. */
function tellBacklogs(metrics: WorkerMetrics, { client, db }: Process): void {
  const queues = createTaskQueues(client);
  const polled = [
    { queue: ORCHESTRATION_QUEUE, kind: 'workflow' as const },
    ...SOLVERS.map((solver) => ({ queue: solverQueue(solver), kind: 'activity' as const })),
  ];
  const backlog = { name: 'task_queue_backlog', help: 'Tasks that wait, about', labelNames: ['queue'] };
  gauge(metrics, backlog, () =>
    Promise.all(
      polled.map(async ({ queue, kind }) => ({
        value: await queues.countWaiting(queue, kind),
        labels: { queue },
      })),
    ),
  );
  const outbox = createOutbox(db);
  gauge(
    metrics,
    { name: 'audit_outbox_entries', help: 'Facts waiting to become audit entries' },
    async () => [{ value: await outbox.count() }],
  );
  const lag = {
    name: 'audit_outbox_oldest_seconds',
    help: 'Age of the oldest of these facts; 0 without one',
  };
  gauge(metrics, lag, async () => {
    const oldest = await outbox.oldest();
    return [{ value: oldest ? (Date.now() - oldest.getTime()) / 1000 : 0 }];
  });
}

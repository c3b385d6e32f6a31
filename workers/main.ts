/**
 * Entry of a worker process: `node dist/workers/main.js orchestrator|solver`. On SIGTERM it finishes its tasks and
 * exits.
 */
import { once } from 'node:events';
import { hostname } from 'node:os';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { highsLibrary } from '../activities/solvers/highs/library.ts';
import { availableSolvers } from '../activities/solvers/registry.ts';
import { connectMongo } from '../mongo/connect.ts';
import { INDEXES } from '../mongo/index-list.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { makeCurrentIfFirst } from '../temporal/builds.ts';
import { connectionOptions, connectTemporal } from '../temporal/client.ts';
import { ensureSearchAttributes, ensureSweepSchedule } from '../temporal/namespace.ts';
import { readSettings } from '../temporal/settings.ts';
import { solverSettings, workerSettings } from './config.ts';
import { handBackAttempts } from './hand-back.ts';
import { createServiceDeps, createSolverThreads, serveSolver } from './http/serve.ts';
import { buildOf, createDeliverer, createOrchestrator } from './orchestrator.ts';
import { freeAddress, installRuntime, type Process, untilReachable, type Watchers } from './process.ts';
import { createSlots, type Slots, slotCount } from './slots.ts';
import { createSolverWorker } from './solver.ts';

/** Longest wait for a health check of a server, ms. */
const PROBE_MS = 2000;

const role = process.argv[2];
if (role !== 'orchestrator' && role !== 'solver') {
  process.stderr.write('usage: node dist/workers/main.js orchestrator|solver\n');
  process.exit(2);
}
const settings = readSettings(role === 'solver' ? solverSettings : workerSettings, process.env);
// Loads the tracing code only if traces are sent.
const tracing = settings.OTEL_EXPORTER_OTLP_ENDPOINT ? await loadTracing(`grid-${role}`) : undefined;
const log = pino({
  level: settings.LOG_LEVEL,
  base: { role, pid: process.pid },
  ...(tracing && { mixin: tracing.traceIds }),
});
const sdkAddress = settings.METRICS_ADDRESS === undefined ? undefined : await freeAddress();
installRuntime(log, sdkAddress);

const mongo = connectMongo(settings, undefined, tracing?.onCommand);
const temporal = connectTemporal(settings, `${role}@${process.pid}`, tracing?.watchers.calls);
const watchers: Watchers = tracing?.watchers ?? { activities: [], phases: [], calls: [] };
const shared: Process = { settings, db: mongo.db, client: temporal.client, log, watchers };
const slots = role === 'solver' ? createSlots(slotCount(settings)) : undefined;
let workers: Worker[] = [];
const watch = sdkAddress === undefined ? undefined : await startWatch(sdkAddress);

await untilReachable('MongoDB', log, async () => {
  await mongo.connect();
  await ensureIndexes(mongo.db, INDEXES);
});
const connection = await untilReachable('Temporal', log, () =>
  NativeConnection.connect(connectionOptions(settings)),
);
const server =
  role === 'solver'
    ? await serveSolver(settings, createServiceDeps(shared), log, createSolverThreads(settings))
    : undefined;
workers = server && slots ? await solverWorkers(server.port, slots) : await orchestratorWorkers();
log.info({ queues: workers.map(({ options }) => options.taskQueue) }, 'polling');

// The Temporal runtime reacts to SIGTERM and SIGINT by an orderly end of every `run`.
const stopped = Promise.all(workers.map((worker) => worker.run()));
const build = role === 'orchestrator' ? buildOf(settings) : undefined;
if (build) {
  const isCurrent = () => makeCurrentIfFirst(temporal.client, build);
  await Promise.race([stopped, untilReachable('The deployment of this build', log, isCurrent)]);
}
await stopped;
await server?.close();
await watch?.close();
await Promise.allSettled([connection.close(), temporal.close(), mongo.close(), tracing?.close()]);
log.info('stopped');
log.flush();
await once(process, 'beforeExit', { signal: AbortSignal.timeout(2000) }).catch(() => process.exit(0));

async function loadTracing(service: string) {
  const { startTracing, traceIds } = await import('../temporal/tracing.ts');
  const { traceWorker } = await import('./trace-worker.ts');
  const started = startTracing(service);
  return { ...started, traceIds, watchers: traceWorker(started) };
}

/** Loads the metrics only if they are enabled. */
async function startWatch(sdkAddress: string) {
  const { watchProcess } = await import('./watch.ts');
  return watchProcess(shared, {
    sdkAddress,
    slots,
    probes: { mongo: mongo.ping, temporal: () => temporal.ping(PROBE_MS) },
    states: () => workers.map((worker) => worker.getState()),
  });
}

async function orchestratorWorkers(): Promise<Worker[]> {
  await untilReachable('Temporal', log, async () => {
    await ensureSearchAttributes(temporal.client, settings.TEMPORAL_NAMESPACE);
    await ensureSweepSchedule(temporal.client);
  });
  return Promise.all([createOrchestrator(connection, shared), createDeliverer(connection, shared)]);
}

/**
 * Starts the workers of a solver process. `port`: port on which this process listens, which proves that its predecessor
 * is gone.
 */
async function solverWorkers(port: number, slots: Slots): Promise<Worker[]> {
  // Loads the library, so that an unusable one is reported now instead of at the first job.
  log.info({ highs: (await highsLibrary()).version }, 'solver');
  const identity = `solver@${hostname()}:${port}`;
  await handBackAttempts(shared, identity);
  const solvers = availableSolvers(settings);
  return Promise.all(
    solvers.map((solver) => createSolverWorker(connection, shared, solver, { slots, identity })),
  );
}

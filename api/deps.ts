/** Dependencies of all handlers, and their creation. Only the assembly of the service and its tests import this file. */
import type { Logger } from 'pino';
import { createAudit } from '../mongo/audit.ts';
import type { MongoConnection } from '../mongo/connect.ts';
import { createNetworks } from '../mongo/networks.ts';
import { rateLimitStore } from '../mongo/rate-limits.ts';
import { createScenarios } from '../mongo/scenarios.ts';
import { createSchedules } from '../mongo/schedules.ts';
import { createShares } from '../mongo/shares.ts';
import { createSigningKeys } from '../mongo/signing-keys.ts';
import { createStoredBytes } from '../mongo/stored-bytes.ts';
import { createWebhooks } from '../mongo/webhooks.ts';
import type { TemporalConnection } from '../temporal/client.ts';
import { createPayloadSeal } from '../temporal/codec.ts';
import { createScheduler } from '../temporal/schedules.ts';
import { createTaskQueues } from '../temporal/task-queues.ts';
import { createStartDeliveries } from '../temporal/workflow-calls.ts';
import { type AccountDeps, createAccountParts } from './accounts/deps.ts';
import { type AnalystDeps, createAnalystParts } from './analyst/deps.ts';
import type { CertificateDeps } from './certificates/job-certificate.ts';
import { createCertificateKeys } from './certificates/keys.ts';
import type { ApiSettings } from './config.ts';
import { type ConnectionDeps, createConnectionParts } from './connections/deps.ts';
import { createExperimentParts, type ExperimentDeps } from './experiments/deps.ts';
import type { KitDeps } from './http/deps.ts';
import { createFollows } from './http/follows.ts';
import type { HealthDeps } from './http/health.ts';
import { createLimits, createStorage } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import type { AppMiddleware } from './http/request.ts';
import { createModelBuilderParts, type ModelBuilderDeps } from './model-builder/deps.ts';
import type { OverviewDeps } from './overview/solver-queues.ts';
import type { PowerFlowDeps } from './power-flow/routes/check-route.ts';
import type { ScenarioDeps } from './scenarios/change-record.ts';
import type { ScheduleDeps } from './schedules/records.ts';
import type { ShareDeps } from './shares/guests.ts';
import { createSolveParts, type SolveDeps } from './solve/deps.ts';
import type { WebhookDeps } from './webhooks/routes.ts';

export type Deps = KitDeps &
  HealthDeps &
  AccountDeps &
  SolveDeps &
  CertificateDeps &
  ExperimentDeps &
  ScenarioDeps &
  ModelBuilderDeps &
  ConnectionDeps &
  PowerFlowDeps &
  ScheduleDeps &
  WebhookDeps &
  AnalystDeps &
  ShareDeps &
  OverviewDeps & {
    readonly settings: ApiSettings;
    /** Creates a trace span for every request; absent without tracing. */
    readonly trace?: AppMiddleware | undefined;
    /**
     * Checks every reply against its schema. On in tests; off in production, because it is too slow for large results.
     */
    readonly checkReplies: boolean;
  };

/** Dependencies that each process supplies itself. */
export type ProcessParts = Pick<Deps, 'stopping' | 'trace'> & { readonly log: Logger };

const PROBE_MS = 2000;

/** Creates all dependencies; performs no I/O itself. */
export function createDeps(
  settings: ApiSettings,
  mongo: MongoConnection,
  temporal: TemporalConnection,
  parts: ProcessParts,
): Deps {
  const { db } = mongo;
  const audit = createAudit(db);
  const metrics = createMetrics();
  const now = () => new Date();
  const solvesPerMinute = settings.RATE_LIMIT_SOLVES_PER_MINUTE;
  const solve = createSolveParts(mongo, temporal, settings);
  return {
    ...parts,
    ...solve,
    certificateKeys: createCertificateKeys({ store: createSigningKeys(db), now, settings }),
    ...createAccountParts(db, settings),
    ...createExperimentParts(mongo, temporal),
    scenarios: createScenarios(db),
    networks: createNetworks(db),
    ...createModelBuilderParts(mongo, temporal),
    ...createConnectionParts(mongo, temporal),
    schedules: createSchedules(db),
    scheduler: createScheduler(temporal.client),
    webhooks: createWebhooks(db),
    startDeliveries: createStartDeliveries(temporal.client),
    webhookSeal: createPayloadSeal(settings),
    shares: createShares(db),
    taskQueues: createTaskQueues(temporal.client),
    ...createAnalystParts(db, settings, { audit, metrics, log: parts.log, now }),
    probes: {
      mongo: () => mongo.ping(),
      temporal: () => temporal.ping(PROBE_MS),
      solver: async () => {
        await solve.solverService.health();
      },
    },
    settings,
    metrics,
    audit,
    limits: createLimits({ solvesPerMinute, audit, metrics, db: rateLimitStore(db) }),
    storage: createStorage(settings, createStoredBytes(db)),
    follows: createFollows(metrics.openStreams),
    now,
    checkReplies: settings.NODE_ENV === 'test',
  };
}

/** Builds what handlers use from settings and connections; performs no I/O itself. */
import type { Logger } from 'pino';
import { createAudit } from '../mongo/audit.ts';
import type { MongoConnection } from '../mongo/connect.ts';
import { rateLimitStore } from '../mongo/rate-limits.ts';
import type { TemporalConnection } from '../temporal/client.ts';
import { createAccountParts } from './accounts/deps.ts';
import { createAnalystParts } from './analyst/deps.ts';
import type { ApiSettings } from './config.ts';
import type { Deps } from './deps.ts';
import { createExperimentParts } from './experiments/deps.ts';
import { createFollows } from './http/follows.ts';
import { createLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { createModelBuilderParts } from './model-builder/deps.ts';
import { createScenarioParts } from './scenarios/deps.ts';
import { createSolveParts } from './solve/deps.ts';

/** What only the process itself knows. */
export type ProcessParts = Pick<Deps, 'stopping'> & { readonly log: Logger };

const PROBE_MS = 2000;

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
    ...createAccountParts(db, settings),
    ...createExperimentParts(mongo, temporal),
    ...createScenarioParts(mongo),
    ...createModelBuilderParts(mongo, temporal),
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
    follows: createFollows(),
    now,
    checkReplies: settings.NODE_ENV === 'test',
  };
}

/** Submissions that an orchestrator makes for schedules, with the same checks, quotas and records as in the API. */

import { windowPayload } from '../activities/rolling/window-payload.ts';
import { createExperimentParts } from '../api/experiments/deps.ts';
import { createFollows } from '../api/http/follows.ts';
import { createLimits, createStorage } from '../api/http/limits.ts';
import { createMetrics } from '../api/http/metrics.ts';
import { createModelBuilderParts } from '../api/model-builder/deps.ts';
import { createSubmitDue } from '../api/schedules/target.ts';
import { createSolveParts } from '../api/solve/deps.ts';
import { createAudit } from '../mongo/audit.ts';
import { createNetworks } from '../mongo/networks.ts';
import { rateLimitStore } from '../mongo/rate-limits.ts';
import { createScenarios } from '../mongo/scenarios.ts';
import { createStoredBytes } from '../mongo/stored-bytes.ts';
import { createSubscriptions } from '../mongo/subscriptions.ts';
import { createUsers } from '../mongo/users.ts';
import type { Process } from './process.ts';

export function submitDueOf({ db, client, settings, log }: Process) {
  const audit = createAudit(db);
  const metrics = createMetrics();
  const solvesPerMinute = settings.RATE_LIMIT_SOLVES_PER_MINUTE;
  const mongo = { db };
  // A ping is not needed: this activity runs only if Temporal responds.
  const temporal = { client, ping: async () => undefined };
  return createSubmitDue({
    ...createSolveParts(mongo, temporal, settings),
    ...createExperimentParts(mongo, temporal),
    scenarios: createScenarios(db),
    networks: createNetworks(db),
    ...createModelBuilderParts(mongo, temporal),
    users: createUsers(db),
    subscriptions: createSubscriptions(db),
    cutPayload: (payload, hours) =>
      windowPayload(payload, { ...hours, index: 0, kept: hours.length }, undefined),
    audit,
    log,
    limits: createLimits({ solvesPerMinute, audit, metrics, db: rateLimitStore(db) }),
    storage: createStorage(settings, createStoredBytes(db)),
    follows: createFollows(metrics.openStreams),
    settings,
    now: () => new Date(),
  });
}

/** Job parts of `Deps` for tests without jobs: any use of a job fails the test. Records are kept in memory. */
import type { ConnectionParts } from '../../../api/connections/deps.ts';
import type { ExperimentParts } from '../../../api/experiments/deps.ts';
import type { ModelBuilderParts } from '../../../api/model-builder/deps.ts';
import type { OverviewDeps } from '../../../api/overview/solver-queues.ts';
import type { ScenarioDeps } from '../../../api/scenarios/change-record.ts';
import type { ScheduleDeps } from '../../../api/schedules/records.ts';
import type { SolveParts } from '../../../api/solve/deps.ts';
import type { WebhookDeps } from '../../../api/webhooks/routes.ts';
import type { ExplanationRecord, Explanations } from '../../../mongo/explanations.ts';
import { NETWORK_SEEDS } from '../../../mongo/networks.ts';
import { SCENARIO_SEEDS } from '../../../mongo/scenarios.ts';
import { withSeeds } from '../../../mongo/with-seeds.ts';
import { memoryCertificates } from '../stores/memory-certificates.ts';
import { memoryRecords } from '../stores/memory-records.ts';

const refuse = (): never => {
  throw new Error('this test has no jobs');
};
const refusing = <Store extends object>(): Store => new Proxy({} as Store, { get: () => refuse });

export const noJobs = (): SolveParts &
  ExperimentParts &
  Pick<ScenarioDeps, 'scenarios' | 'networks'> &
  ModelBuilderParts &
  ConnectionParts &
  Pick<ScheduleDeps, 'schedules' | 'scheduler'> &
  Pick<WebhookDeps, 'webhooks' | 'webhookSeal' | 'startDeliveries'> &
  Pick<OverviewDeps, 'taskQueues'> => ({
  jobs: refusing(),
  findJob: refuse,
  documents: refusing(),
  explanations: memoryExplanations(),
  certificates: memoryCertificates(),
  idempotency: refusing(),
  scenarios: withSeeds(memoryRecords(), SCENARIO_SEEDS),
  networks: withSeeds(memoryRecords(), NETWORK_SEEDS),
  experiments: refusing(),
  scenarioRuns: refusing(),
  executions: refusing(),
  connectionStudies: refusing(),
  windows: refusing(),
  configs: refusing(),
  workflows: refusing(),
  experimentWorkflows: refusing(),
  executionWorkflows: refusing(),
  connectionStudyWorkflows: refusing(),
  workflowState: refuse,
  convergence: refuse,
  taskQueues: refusing(),
  pingTemporal: refuse,
  solverService: refusing(),
  schedules: refusing(),
  scheduler: refusing(),
  webhooks: refusing(),
  webhookSeal: refusing(),
  startDeliveries: refuse,
});

/** Store of explanations in memory, which computes them in this process. */
function memoryExplanations(): Explanations {
  const records = new Map<string, ExplanationRecord>();
  return {
    find: async (jobId) => records.get(jobId) ?? null,
    add: async (record) => {
      const stored = records.get(record._id) ?? record;
      records.set(record._id, stored);
      return stored;
    },
    delete: async (jobId) => void records.delete(jobId),
  };
}

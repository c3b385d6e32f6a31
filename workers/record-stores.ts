/** The stores that light activities read and write. */
import type { Db } from 'mongodb';
import { createAudit } from '../mongo/audit.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createExecutions } from '../mongo/executions.ts';
import { createExperiments } from '../mongo/experiments.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createScenarioRuns } from '../mongo/scenario-runs.ts';
import { createWindows } from '../mongo/windows.ts';

export const createRecordStores = (db: Db) => ({
  jobs: createJobs(db),
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  executions: createExecutions(db),
  windows: createWindows(db),
  documents: createDocuments(db),
  audit: createAudit(db),
});

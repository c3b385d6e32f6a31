/** Body of the dry run's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { explainInfeasibility } from '../infeasibility/explain-infeasibility.ts';
import type { DryRun, Finding } from './dry-run.ts';
import { modelSize } from './size.ts';

const { jobType, payload }: { jobType: JobType; payload: SolvePayload } = workerData;
const findings = explainInfeasibility(payload, jobType).map(
  ({ shortfall_mw: _, ...cause }): Finding => ({ ...cause, severity: 'error' }),
);
const answer: DryRun = { valid: findings.length === 0, findings, size: modelSize(payload, jobType) };
parentPort?.postMessage(answer);

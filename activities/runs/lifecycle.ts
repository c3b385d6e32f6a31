/**
 * Records the beginning and the end of a job, experiment or execution. It may be repeated safely: the first recorded
 * end counts.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { AuditDetails, AuditEvent } from '../../mongo/audit.ts';
import type { PackedDocuments } from '../../mongo/documents.ts';
import type { Lifecycle, LifecycleRecord } from '../../mongo/lifecycle.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { Announcement } from '../../mongo/webhooks.ts';
import type { JobError, JobStatus } from '../../temporal/case/messages/job.ts';
import type { SolveEnd } from '../../temporal/case/messages/solve-run.ts';
import type { FinishDeps, FinishJobDeps } from '../deps.ts';

type Noun = 'job' | 'experiment' | 'execution' | 'study';

export const notOnRecord = (noun: Noun): ApplicationFailure =>
  ApplicationFailure.nonRetryable(`The ${noun} is not on record`, 'INTERNAL');

/** Marks a run as running; has no effect on a run that is running or has ended. */
export async function beginRun<Run extends LifecycleRecord>(
  records: Pick<Lifecycle, 'markRunning'> & { find(id: string): Promise<Run | null> },
  noun: Noun,
  id: string,
  now: Date,
): Promise<Run> {
  await records.markRunning(id, now);
  const run = await records.find(id);
  if (!run) throw notOnRecord(noun);
  return run;
}

export interface Ending<Run extends LifecycleRecord, End> {
  readonly noun: Noun;
  readonly id: string;
  readonly records: { find(id: string, tx: Transaction): Promise<Run | null> };
  readonly asked: End;
  /** Documents that are stored at the end of the run; absent if there are none. */
  readonly documents?: PackedDocuments;
  /** Records the end of an open run; null when the run had ended before. */
  finish(at: Date, expiresAt: Date, tx: Transaction): Promise<Run | null>;
  /** Returns the recorded end of a run that had already ended. */
  earlier(run: Run): End;
  /** Audit entry of the end; null for a run whose end is not audited. */
  entry(run: Run, end: End): AuditEntry | null;
}

export interface AuditEntry {
  readonly event: AuditEvent;
  /** Unique key of the audit entry. */
  readonly once: string;
  readonly details: AuditDetails;
  /** Names and figures that webhooks receive in addition to those of the audit entry. */
  readonly told?: object;
}

interface Finished<Run, End> {
  readonly run: Run;
  /** The recorded end. It differs from the requested end if the run had ended before. */
  readonly end: End;
  readonly finishedAt: Date;
  readonly expiresAt: Date;
}

/**
 * Records the end of a run together with its documents, its audit entry and its webhook events, and starts its
 * retention period, all in one transaction. Has no effect on a run that had ended before.
 */
export async function finishRun<Run extends LifecycleRecord, End extends { readonly status: JobStatus }>(
  deps: FinishDeps,
  { noun, id, records, asked, documents, finish, earlier, entry }: Ending<Run, End>,
): Promise<Finished<Run, End>> {
  const at = deps.now();
  const expiresAt = expiryOf(at, deps.retentionDays);
  const time = await deps.webhooks.timeOf(id);
  const written = await deps.audit.together(async (tx) => {
    const run = await finish(at, expiresAt, tx);
    if (!run) return null;
    await deps.documents.expire(id, run.user_id, expiresAt, documents, tx);
    const auditEntry = entry(run, asked);
    if (!auditEntry) return { run, deliveries: [] };
    const { event, told: figures, ...subject } = auditEntry;
    await deps.audit.record(event, { userId: run.user_id, ...subject }, tx);
    const { submitted_at, started_at } = run;
    const outcome: unknown = Reflect.get(run, 'outcome');
    const data = {
      ...auditEntry.details,
      ...figures,
      ...{ status: asked.status, submitted_at, started_at, finished_at: at },
      ...(typeof outcome === 'string' && { outcome }),
      ...(time && {
        schedule: {
          schedule_id: time.schedule_id,
          name: time.name,
          scheduled_at: time.at,
          start: time.start,
        },
      }),
      ...linksOf(noun, id),
    };
    const announcement = { types: typesOf(noun, auditEntry.details), at, data };
    return { run, deliveries: await deps.webhooks.announce(run.user_id, announcement, expiresAt, tx) };
  });
  if (written) {
    await deps.startDeliveries(written.deliveries);
    return { run: written.run, end: asked, finishedAt: at, expiresAt };
  }
  const run = await records.find(id, {});
  if (!run) throw notOnRecord(noun);
  const before = { finishedAt: run.finished_at ?? at, expiresAt: run.expires_at ?? expiresAt };
  // This is repeated here, because a process of an older version may have recorded the end without it.
  await deps.documents.expire(id, run.user_id, before.expiresAt);
  return { run, end: run.status === asked.status ? asked : earlier(run), ...before };
}

/** Links to a run in the API and in the web pages. */
const LINKS = {
  job: (id: string) => [`/api/modules/analyst/solve/${id}/status`, `/#/jobs/${id}`],
  experiment: (id: string) => [`/api/experiments/${id}/status`, `/#/experiments/${id}`],
  execution: (id: string) => [`/api/model-builder/executions/${id}`, `/#/runs/${id}`],
  study: (id: string) => [`/api/connection-studies/${id}`, `/#/connections/${id}`],
};
function linksOf(noun: Noun, id: string) {
  const [status_url, page_url] = LINKS[noun](id);
  return { status_url, page_url };
}

/** Types of the webhook event for an end. Webhooks, like users, call an execution a run. */
const typesOf = (noun: Noun, { termination_status }: AuditDetails): Announcement['types'] => [
  `${noun === 'execution' ? 'run' : noun}.ended`,
  ...(termination_status === 'INFEASIBLE' ? ['infeasible' as const] : []),
];

/** The end of a run without a result, from its record. `lost`: the error to use if the record has none. */
export const endWithoutAnswer = ({ status, error }: LifecycleRecord, lost: JobError) =>
  ({ status: status === 'cancelled' ? 'cancelled' : 'failed', error: error ?? lost }) as const;

/** Ends the open jobs of an experiment or execution that has ended; these jobs were prepared but never ran. */
export async function finishParts(
  { jobs, documents, retentionDays, now }: FinishJobDeps,
  parentId: string,
  end: SolveEnd,
): Promise<void> {
  const at = now();
  const expiresAt = expiryOf(at, retentionDays);
  for (const jobId of await jobs.openParts(parentId)) {
    const job = await jobs.finish(jobId, { end, percent: 0 }, at, expiresAt);
    if (job) await documents.expire(jobId, job.user_id, expiresAt);
  }
}

const DAY_MS = 24 * 3600 * 1000;

/** Time after which records that end at `at` may be deleted. */
export const expiryOf = (at: Date, retentionDays: number): Date =>
  new Date(at.getTime() + retentionDays * DAY_MS);

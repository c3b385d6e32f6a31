/** What a `progress` event says of a job. */
import type { JobStatusReply } from '../../temporal/messages/job.ts';

export const jobProgress = ({ status, progress, progress_detail, queue_position }: JobStatusReply) => ({
  status,
  progress,
  phase: progress_detail?.phase ?? null,
  incumbent: progress_detail?.incumbent ?? null,
  bound: progress_detail?.bound ?? null,
  mip_gap: progress_detail?.mip_gap ?? null,
  elapsed_s: progress_detail?.elapsed_s ?? 0,
  queue_position,
});

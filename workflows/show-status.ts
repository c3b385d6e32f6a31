/** Shows a status in the lists of the Web UI. */
import { upsertSearchAttributes } from '@temporalio/workflow';
import type { JobStatus } from '../temporal/case/messages/job.ts';
import { searchAttributes } from '../temporal/names.ts';

export const showStatus = (status: JobStatus): void =>
  upsertSearchAttributes([{ key: searchAttributes.jobStatus, value: status }]);

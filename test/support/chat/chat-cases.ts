/**
 * Ten small cases whose answers engineers can check by hand (`test/cases/analyst/chat-cases.json`): congestion, starts,
 * reserves, storage, and three that are infeasible.
 */
import { readFileSync } from 'node:fs';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';

export interface ChatCase {
  readonly id: string;
  readonly jobType: JobType;
  readonly payload: SolvePayload;
}

export const CHAT_CASES: readonly ChatCase[] = JSON.parse(
  readFileSync(new URL('../../../../test/cases/analyst/chat-cases.json', import.meta.url), 'utf8'),
);

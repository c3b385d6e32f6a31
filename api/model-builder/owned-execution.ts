/** The caller's execution, or 404: nobody learns whether another user's execution exists. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import type { Principal } from '../auth/principal.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';

export async function ownedExecution(
  { executions }: Pick<Deps, 'executions'>,
  executionId: string,
  { userId, role }: Principal,
): Promise<ExecutionRecord> {
  const execution = await executions.find(executionId);
  if (!execution || (execution.user_id !== userId && role !== 'admin')) {
    throw new NotFound('Execution not found');
  }
  return execution;
}

/** One window of an execution, from its preparation to what it leaves behind; solved before, it is left as it is. */
import type { ClosedWindow } from '../temporal/messages/execution-run.ts';
import { records } from './proxies.ts';
import { solvePart } from './solve-part.ts';

export async function solveWindow(executionId: string, index: number): Promise<ClosedWindow> {
  const { input } = await records.prepareWindow({ executionId, index });
  if (input) await solvePart(input);
  return records.closeWindow({ executionId, index });
}

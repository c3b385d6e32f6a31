/** Context of tool calls of a user, with stores in memory. */
import type { ToolContext } from '../../../api/analyst/tools/tool.ts';
import type { Deps } from '../../../api/deps.ts';
import { aUser } from '../callers/a-user.ts';
import { testDeps } from '../stack/app.ts';

export const toolContext = (
  deps: Partial<Deps>,
  changes: Partial<Omit<ToolContext, 'deps'>> = {},
  lines: Record<string, unknown>[] = [],
): ToolContext => ({
  deps: testDeps({ deps }, lines),
  user: aUser('ann'),
  scenarioId: undefined,
  signal: new AbortController().signal,
  ...changes,
});

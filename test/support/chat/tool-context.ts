/** A user who calls tools, with stores in memory. */
import type { ToolContext } from '../../../api/analyst/tools/tool.ts';
import type { Deps } from '../../../api/deps.ts';
import type { Principal } from '../../../api/http/principal.ts';
import { testDeps } from '../stack/app.ts';

export const aUser = (userId: string, role: Principal['role'] = 'user'): Principal => ({
  userId,
  username: userId,
  role,
  sessionId: '',
  expiresAt: null,
  isFresh: false,
  tokenId: '',
  levels: {
    analyst: 'standard',
    'power-flow': 'standard',
    'model-builder': 'standard',
    'model-tuner': 'none',
  },
  via: 'token',
  scopes: ['read', 'write'],
});

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

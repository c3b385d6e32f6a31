/** Dependencies of the analyst, and creation of those that are made from settings and connections of the process. */
import { createChatSessions } from '../../mongo/chat-sessions.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import type { Explanations } from '../../mongo/explanations.ts';
import { rateLimitStore } from '../../mongo/rate-limits.ts';
import { createTokenBudgetStore } from '../../mongo/token-budgets.ts';
import { routesFor } from '../http/route.ts';
import { readBudgets } from './budgets/limits.ts';
import { createTokenBudgets, type TokenBudgetParts } from './budgets/token-budgets.ts';
import type { ChatDeps } from './chat/chat.ts';
import { createProviders } from './providers/create-providers.ts';
import type { AnalystSettings } from './settings.ts';

type AnalystParts = ReturnType<typeof createAnalystParts>;

export interface AnalystDeps extends AnalystParts, Omit<ChatDeps, keyof AnalystParts> {
  readonly explanations: Explanations;
}

export const defineRoute = routesFor<AnalystDeps>();

/** Properties that all routes of the analyst share. */
export const ANALYST = {
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
} as const;

type Kit = Pick<TokenBudgetParts, 'audit' | 'metrics' | 'log' | 'now'>;

export const createAnalystParts = (db: MongoConnection['db'], settings: AnalystSettings, kit: Kit) => ({
  providers: createProviders(settings),
  budgets: createTokenBudgets({
    ...kit,
    budgets: readBudgets(settings.AI_BUDGETS),
    store: createTokenBudgetStore(rateLimitStore(db)),
  }),
  chatSessions: createChatSessions(db),
});

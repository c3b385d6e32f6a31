/** What the AI analyst needs, from the settings and connections of the process. */
import { type ChatSessions, createChatSessions } from '../../mongo/chat-sessions.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { rateLimitStore } from '../../mongo/rate-limits.ts';
import { createTokenBudgetStore } from '../../mongo/token-budgets.ts';
import { readBudgets } from './budgets/limits.ts';
import { createTokenBudgets, type TokenBudgetParts, type TokenBudgets } from './budgets/token-budgets.ts';
import { createExplainThread, type ExplainSolve } from './explain/create-explain-thread.ts';
import { createProviders } from './providers/create-providers.ts';
import type { Providers } from './providers/provider.ts';
import type { AiSettings } from './settings.ts';

export interface AiDeps {
  readonly providers: Providers;
  readonly budgets: TokenBudgets;
  readonly chatSessions: ChatSessions;
  readonly explain: ExplainSolve;
}

type Parts = Pick<TokenBudgetParts, 'audit' | 'metrics' | 'log' | 'now'>;

export const createAiDeps = (db: MongoConnection['db'], settings: AiSettings, parts: Parts): AiDeps => ({
  providers: createProviders(settings),
  budgets: createTokenBudgets({
    ...parts,
    budgets: readBudgets(settings.AI_BUDGETS),
    store: createTokenBudgetStore(rateLimitStore(db)),
  }),
  chatSessions: createChatSessions(db),
  explain: createExplainThread(),
});

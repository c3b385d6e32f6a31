/** What the AI analyst needs, from the settings and connections of the process. */
import { type ChatSessions, createChatSessions } from '../../mongo/chat-sessions.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { rateLimitStore } from '../../mongo/rate-limits.ts';
import { createTokenBudgetStore } from '../../mongo/token-budgets.ts';
import type { AiSettings } from '../ai/ai-settings.ts';
import { createTokenBudgets, type TokenBudgetParts } from '../ai/budgets/create-token-budgets.ts';
import { readBudgets } from '../ai/budgets/read-budgets.ts';
import { createExplainThread, type ExplainSolve } from '../ai/explain/create-explain-thread.ts';
import { createProviders, type Providers } from '../ai/providers/create-providers.ts';
import type { TokenBudgets } from '../ai/token-budgets.ts';

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

/** A message to an agent and its answer, whichever way they came. */
import type { ChatSessions } from '../../../mongo/chat-sessions.ts';
import type { Principal } from '../../http/principal.ts';
import type { TokenBudgets } from '../budgets/token-budgets.ts';
import type { ChatProvider, ProviderId, Providers, ToolSpec, Turn } from '../providers/provider.ts';
import type { AnyTool, ToolContext, ToolDeps } from '../tools/tool.ts';
import type { Agent } from './agents.ts';
import type { Citation } from './citation.ts';

/** What a conversation needs. */
export interface ChatDeps extends ToolDeps {
  readonly providers: Providers;
  readonly budgets: TokenBudgets;
  readonly chatSessions: ChatSessions;
}

export interface ChatCall {
  readonly message: string;
  /** Absent = a new session. */
  readonly sessionId?: string | undefined;
  /** Default `analyst`. */
  readonly agentId?: string | undefined;
  readonly scenarioId?: string | undefined;
  /** Goes before the scenario. */
  readonly jobId?: string | undefined;
  /** Module that the conversation is about; unknown = 404. */
  readonly moduleId?: string | undefined;
}

export interface ChatCaller {
  readonly user: Principal;
  readonly ip: string;
  readonly userAgent: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface ChatAnswer {
  readonly sessionId: string;
  readonly response: string;
  readonly tokensUsed: number;
  readonly moderated: boolean;
  readonly refused: boolean;
  readonly provider: ProviderId;
  readonly scenarioId: string | null;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: object }[];
  readonly citations: readonly Citation[];
}

export interface ChatWatch {
  /** A fragment of the answer; all of them together are its `response`. */
  onToken(text: string): void;
  onTool(name: string): void;
}

/** Throws `ApiError`. */
export type Chat = (call: ChatCall, caller: ChatCaller, watch: ChatWatch) => Promise<ChatAnswer>;

/** A message that may be answered, with all that its answer may use. */
export interface Question {
  readonly agent: Agent;
  readonly provider: ChatProvider;
  readonly text: string;
  /** Earlier messages of the session, oldest first. */
  readonly history: readonly Turn[];
  readonly tools: readonly AnyTool[];
  readonly specs: readonly ToolSpec[];
  readonly context: ToolContext;
  /** Longest answer of one round. */
  readonly maxTokens: number;
  /** Absent: nothing is shown before the answer is complete, so none of it has to be taken back. */
  readonly watch: ChatWatch | undefined;
}

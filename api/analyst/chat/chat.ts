/** A message to an agent and its answer, independent of the transport. */
import type { ChatSessions } from '../../../mongo/chat-sessions.ts';
import type { Principal } from '../../http/principal.ts';
import type { TokenBudgets } from '../budgets/token-budgets.ts';
import type { ChatProvider, ProviderId, Providers, ToolSpec, Turn } from '../providers/provider.ts';
import type { AnyTool, ToolContext, ToolDeps } from '../tools/tool.ts';
import type { Agent } from './agents.ts';
import type { Citation } from './citation.ts';

export interface ChatDeps extends ToolDeps {
  readonly providers: Providers;
  readonly budgets: TokenBudgets;
  readonly chatSessions: ChatSessions;
}

export interface ChatCall {
  readonly message: string;
  /** Session to continue; default: a new one. */
  readonly sessionId?: string | undefined;
  /** Agent to ask; default: `analyst`. */
  readonly agentId?: string | undefined;
  readonly scenarioId?: string | undefined;
  /** Job that the conversation is about; takes precedence over the scenario. */
  readonly jobId?: string | undefined;
  /** Module that the conversation is about; an unknown one is answered with 404. */
  readonly moduleId?: string | undefined;
}

export interface ChatCaller {
  readonly user: Principal;
  readonly ip: string;
  readonly userAgent: string;
  /** Signal that is aborted when the client disconnects. */
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
  /** Called with each fragment of the answer; all fragments together form its `response`. */
  onToken(text: string): void;
  onTool(name: string): void;
}

/** Answers a message. Throws `ApiError`. */
export type Chat = (call: ChatCall, caller: ChatCaller, watch: ChatWatch) => Promise<ChatAnswer>;

/** An admitted message, with all data that its answer may use. */
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
  /** Receives the answer while it is written; if absent, nothing is shown until the answer is complete. */
  readonly watch: ChatWatch | undefined;
}

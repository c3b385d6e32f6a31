/** A message to an agent and its answer, whichever way they came. */
import type { Principal } from '../../auth/principal.ts';
import type { ProviderId } from '../provider.ts';

export interface ChatCall {
  readonly message: string;
  /** Absent = a new session. */
  readonly sessionId?: string | undefined;
  /** Default `analyst`. */
  readonly agentId?: string | undefined;
  readonly scenarioId?: string | undefined;
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

/** Where a figure of an answer comes from. */
export interface Citation {
  /** As it stands in the answer. */
  readonly text: string;
  /** `question` when the user brought it. */
  readonly tool: string;
  /** Place in the result of the tool. */
  readonly path: string;
  readonly value: number;
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

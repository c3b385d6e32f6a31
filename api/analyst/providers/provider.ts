/** What the analyst needs of a language model, whoever offers it: one streamed answer with tool calls. */

/** A tool as the model is told of it; `parameters` is a JSON Schema. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface ToolCall {
  /** Given by the provider, to pair the result with the call. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it: not necessarily valid. */
  readonly arguments: string;
}

/** One message of a conversation, oldest first. */
export type Turn =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly content: string };

export interface ChatRequest {
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolSpec[];
  /** Longest answer. */
  readonly maxTokens: number;
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Last event of a stream. */
  | {
      readonly type: 'end';
      readonly toolCalls: readonly ToolCall[];
      /** Null when the provider does not say. */
      readonly usage: Usage | null;
      /** The model declined to answer. */
      readonly refused: boolean;
    };

export const PROVIDERS = ['openai', 'anthropic'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export interface ChatProvider {
  readonly id: ProviderId;
  readonly model: string;
  /** Throws `ProviderFailure`, or the reason of `signal` when that is aborted. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
}

export interface Providers {
  readonly first: ChatProvider | null;
  /** Null also while the customer has not acknowledged that questions go to it. */
  readonly second: ChatProvider | null;
}

/** The provider did not answer, or not in its own format, retries included. */
export class ProviderFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
  }
}

/** How one provider is reached. */
export interface ProviderAccess {
  readonly apiKey: string;
  /** Absent = the provider's own. */
  readonly baseUrl?: string | undefined;
  /** Absent = the provider's default of `DEFAULT_MODELS`. */
  readonly model?: string | undefined;
}

/** What a provider is asked for when no model is set: its small general one. */
export const DEFAULT_MODELS: Readonly<Record<ProviderId, string>> = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-4-5',
};

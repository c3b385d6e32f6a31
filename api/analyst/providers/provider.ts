/** Interface to a language model of any provider: one streamed answer with tool calls. */

/** Description of a tool for a model; `parameters` is a JSON Schema. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface ToolCall {
  /** Id that the provider assigned; pairs a result with its call. */
  readonly id: string;
  readonly name: string;
  /** Arguments as JSON text that the model wrote; not necessarily valid. */
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
  /** Longest answer, tokens. */
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
      /** Token counts; null when the provider does not report them. */
      readonly usage: Usage | null;
      /** True if the model declined to answer. */
      readonly refused: boolean;
    };

export const PROVIDERS = ['openai', 'anthropic'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export interface ChatProvider {
  readonly id: ProviderId;
  readonly model: string;
  /** Streams one answer. Throws `ProviderFailure`, or the reason of `signal` when the signal is aborted. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
}

export interface Providers {
  readonly first: ChatProvider | null;
  /** The second provider; null unless a key and the permission to send questions to this provider are both set. */
  readonly second: ChatProvider | null;
}

/** Thrown if, after all retries, the provider did not answer, or not in its own format. */
export class ProviderFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
  }
}

/** Address, key and model of one provider. */
export interface ProviderAccess {
  readonly apiKey: string;
  /** Address of the provider; default: its public one. */
  readonly baseUrl?: string | undefined;
  /** Model; default: the provider's entry in `DEFAULT_MODELS`. */
  readonly model?: string | undefined;
}

/** Models used when no model is set: the small general one of each provider. */
export const DEFAULT_MODELS: Readonly<Record<ProviderId, string>> = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-4-5',
};

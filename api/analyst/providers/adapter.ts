/** What differs between providers: how a request is opened and how the pieces of its answer are read. */
import type { ChatEvent, ChatRequest, ProviderId } from './provider.ts';

export type EndEvent = Extract<ChatEvent, { type: 'end' }>;

/** Reads the pieces of one answer; of its own for each. May throw anything on nonsense. */
export interface AnswerReader<Piece> {
  /** The text that the piece adds, often none. */
  read(piece: Piece): string;
  /** Throws when the provider has not said that the answer is complete. */
  end(): EndEvent;
}

export interface Adapter<Piece> {
  readonly id: ProviderId;
  readonly model: string;
  /** Kept out of every message. */
  readonly apiKey: string;
  /** One attempt, which `signal` cancels. */
  open(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<Piece>>;
  createReader(): AnswerReader<Piece>;
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

/** What differs between providers: how a request is opened and how the pieces of its answer are read. */
import type { ChatEvent, ChatRequest, ProviderId, ToolCall, Usage } from './provider.ts';

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

interface ToolCallFragment {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

export interface ToolCallFragments {
  /** `index`: place of the call in the answer. */
  add(index: number, fragment: ToolCallFragment): void;
  /** Complete calls in order; throws when one has no name. */
  end(): ToolCall[];
}

/** Puts tool calls together whose arguments arrive in fragments. */
export function collectToolCalls(): ToolCallFragments {
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  return {
    add(index, { id, name = '', arguments: text = '' }) {
      const known = calls.findLast((call) => call.index === index);
      // Some servers give every call the place 0 and tell them apart by id.
      if (!known || (id && id !== known.id)) {
        calls.push({ index, id: id || `call_${calls.length}`, name, arguments: text });
        return;
      }
      known.name += name;
      known.arguments += text;
    },
    end: () =>
      calls.map(({ id, name, arguments: text }) => {
        if (name === '') throw new Error('a tool call without a name');
        return { id, name, arguments: text || '{}' };
      }),
  };
}

/** Token counts as a provider gave them; null unless both are there and make sense. */
export function readUsage(promptTokens: unknown, completionTokens: unknown): Usage | null {
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

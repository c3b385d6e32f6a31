/** A provider that says what a test tells it to, one script a call; the last one again when they run out. */
import type {
  ChatEvent,
  ChatProvider,
  ChatRequest,
  ToolCall,
} from '../../../api/analyst/providers/provider.ts';

export interface Script {
  readonly text?: string;
  readonly calls?: readonly Pick<ToolCall, 'name' | 'arguments'>[];
  readonly refused?: boolean;
  readonly fails?: Error;
  /** Waits for the client to go away. */
  readonly hangs?: boolean;
}

export interface ScriptedProvider extends ChatProvider {
  /** What it was asked, in turn. */
  readonly requests: ChatRequest[];
  readonly cancelled: () => number;
}

export function scriptedProvider(...scripts: readonly Script[]): ScriptedProvider {
  const requests: ChatRequest[] = [];
  let cancelled = 0;
  return {
    id: 'openai',
    model: 'scripted',
    requests,
    cancelled: () => cancelled,
    async *stream(request, signal): AsyncGenerator<ChatEvent> {
      const script = scripts[Math.min(requests.length, scripts.length - 1)] ?? {};
      requests.push(request);
      if (script.fails) throw script.fails;
      for (const text of (script.text ?? '').match(/.{1,7}/gs) ?? []) yield { type: 'text', text };
      if (script.hangs) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        cancelled += 1;
        throw signal.reason;
      }
      const toolCalls = (script.calls ?? []).map((call, i) => ({ id: `c${requests.length}-${i}`, ...call }));
      const usage = { promptTokens: 100, completionTokens: 20 };
      yield { type: 'end', toolCalls, usage, refused: script.refused ?? false };
    },
  };
}

/** A provider that follows one script per call; after the last call, the last script is repeated. */
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
  /** True to wait until the client disconnects. */
  readonly hangs?: boolean;
}

export interface ScriptedProvider extends ChatProvider {
  /** Requests received so far, in order. */
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

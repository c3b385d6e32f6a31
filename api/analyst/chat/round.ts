/** One round with the model: what it writes goes through the filter and the gate, fragment by fragment. */
import type { GroundedStream } from '../grounding/grounded-stream.ts';
import type { Mention } from '../grounding/mentions.ts';
import { createOutputStream } from '../output/output-stream.ts';
import type { ChatProvider, ChatRequest, ToolCall, Usage } from '../providers/provider.ts';
import type { Citation } from './chat.ts';

export interface Round {
  /** What passed the filter and the gate. */
  readonly passed: string;
  /** All the model wrote. */
  readonly written: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage | null;
  /** The model declined, or gave away what it must not. */
  readonly refused: boolean;
  /** The filter took something out. */
  readonly moderated: boolean;
  readonly citations: readonly Citation[];
  readonly untraced: readonly Mention[];
}

export interface RoundParts {
  readonly provider: ChatProvider;
  readonly request: ChatRequest;
  readonly gate: GroundedStream;
  readonly signal: AbortSignal;
  /** Shows a fragment that passed. */
  show(text: string): void;
}

/** Characters; a server that ignores how many tokens it was asked for is not listened to for longer. */
const MOST_PER_TOKEN = 8;

export async function runRound({ provider, request, gate, signal, show }: RoundParts): Promise<Round> {
  const filter = createOutputStream({ systemPrompt: request.system });
  const most = MOST_PER_TOKEN * request.maxTokens;
  let written = '';
  let passed = '';
  const pass = (text: string): void => {
    if (text === '') return;
    passed += text;
    show(text);
  };
  let end: Pick<Round, 'toolCalls' | 'usage' | 'refused'> = { toolCalls: [], usage: null, refused: false };
  for await (const event of provider.stream(request, signal)) {
    if (event.type === 'end')
      end = { toolCalls: event.toolCalls, usage: event.usage, refused: event.refused };
    else {
      const text = event.text.slice(0, most - written.length);
      written += text;
      pass(gate.push(filter.push(text)));
      if (written.length >= most) break;
    }
  }
  const { rest, moderated, reasons } = filter.end();
  const leaked = reasons.includes('system_prompt');
  if (!leaked) pass(gate.push(rest));
  const { rest: last, citations, untraced } = gate.end();
  if (!leaked) pass(last);
  return { passed, written, ...end, refused: end.refused || leaked, moderated, citations, untraced };
}

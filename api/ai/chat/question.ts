/** A message as it goes to a model, with all that its answer may use. */
import type { Agent } from '../agents/agent.ts';
import type { ChatProvider, ToolSpec, Turn } from '../provider.ts';
import type { AnyTool, ToolContext } from '../tools/tool.ts';
import type { ChatWatch } from './chat.ts';

export interface Question {
  readonly agent: Agent;
  readonly provider: ChatProvider;
  readonly text: string;
  /** Earlier messages of the session, oldest first. */
  readonly history: readonly Turn[];
  readonly tools: readonly AnyTool[];
  readonly specs: readonly ToolSpec[];
  readonly context: ToolContext;
  /** Of one round. */
  readonly maxTokens: number;
  /** Absent: nothing is shown before the answer is complete, so none of it has to be taken back. */
  readonly watch: ChatWatch | undefined;
}

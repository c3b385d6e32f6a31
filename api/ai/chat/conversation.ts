/** A message that may be answered: by whom, in which session. */
import type { Agent } from '../agents/agent.ts';
import type { ChatProvider, Turn } from '../provider.ts';
import type { ChatCall, ChatCaller } from './chat.ts';

export interface Conversation {
  readonly call: ChatCall;
  readonly caller: ChatCaller;
  readonly message: string;
  readonly agent: Agent;
  readonly provider: ChatProvider;
  /** Undefined before the first answer. */
  readonly sessionId: string | undefined;
  readonly history: readonly Turn[];
}

/** A conversation and the line that it is held over, for as long as a view shows it. */
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { toProblem } from '../parts/use-load.ts';
import { type ChatLine, createChatLine } from './chat-line.ts';
import { advance, type Conversation, NEW_CONVERSATION } from './conversation.ts';

/** What a question goes with. */
export interface ChatContext {
  readonly agentId: string;
  readonly scenarioId?: string | undefined;
  readonly jobId?: string | undefined;
}

export interface ChatState extends Pick<ChatLine, 'stop'> {
  readonly conversation: Conversation;
  ask(question: string): void;
  /** Answers without a model. */
  compute(question: string, answer: () => Promise<string>): Promise<void>;
  /** Goes on with an earlier conversation, or begins a new one. */
  resume(conversation?: Conversation): void;
}

export function useChat({ agentId, scenarioId, jobId }: ChatContext): ChatState {
  const [conversation, tell] = useReducer(advance, NEW_CONVERSATION);
  const line = useMemo(() => createChatLine(tell), []);
  useEffect(() => () => line.stop(), [line]);
  return {
    conversation,
    ask(question) {
      tell({ type: 'asked', question });
      line.ask({
        message: question,
        agent_id: agentId,
        session_id: conversation.sessionId ?? null,
        context: { scenario_id: scenarioId ?? null, job_id: jobId ?? null },
      });
    },
    async compute(question, answer) {
      tell({ type: 'asked', question });
      try {
        tell({ type: 'computed', answer: await answer() });
      } catch (error) {
        tell({ type: 'closed', failure: toProblem(error) });
      }
    },
    stop: line.stop,
    resume(earlier = NEW_CONVERSATION) {
      line.stop();
      tell({ type: 'resumed', conversation: earlier });
    },
  };
}

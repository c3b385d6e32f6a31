/**
 * Conversation of a view and its socket. The socket opens with the first question and reopens after a failure. If no
 * part of the answer has arrived by then, the question is sent again.
 */
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { session } from '../parts/session.ts';
import { toProblem } from '../parts/use-load.ts';
import {
  advance,
  afterClose,
  type ChatEvent,
  type Conversation,
  type Failure,
  NEW_CONVERSATION,
  type ServerMessage,
} from './conversation.ts';

export const AGENT = 'analyst';

export interface ChatState extends Pick<ChatLine, 'stop'> {
  readonly conversation: Conversation;
  ask(question: string): void;
  /** Answers a question by a function instead of the model. */
  compute(question: string, answer: () => Promise<string>): Promise<void>;
  /** Continues an earlier conversation, or starts a new one. */
  resume(conversation?: Conversation): void;
}

export function useChat(job_id: string): ChatState {
  const [conversation, tell] = useReducer(advance, NEW_CONVERSATION);
  const line = useMemo(() => createChatLine(tell), []);
  useEffect(() => () => line.stop(), [line]);
  return {
    conversation,
    ask(question) {
      tell({ type: 'asked', question });
      line.ask({
        message: question,
        agent_id: AGENT,
        session_id: conversation.sessionId ?? null,
        context: { scenario_id: null, job_id },
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

interface ChatLine {
  ask(message: object): void;
  stop(): void;
}

/**
 * Name of the chat protocol. The token is sent as a second protocol name: a page cannot set headers of a socket, and
 * proxies log addresses.
 */
const PROTOCOL = 'grid-chat';
const OFFER = 'bearer.';
const GONE = 1006;

const address = (): URL => {
  const url = new URL('ws/ai/chat', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  url.hash = '';
  return url;
};

function createChatLine(tell: (event: ChatEvent) => void): ChatLine {
  let socket: WebSocket | undefined;
  let waiting: { readonly text: string; tries: number; hasAnswer: boolean } | undefined;

  const hear = (message: ServerMessage): void => {
    if (!waiting) return;
    if (message.type === 'token') waiting.hasAnswer = true;
    if (message.type === 'done' || message.type === 'error') waiting = undefined;
    tell({ type: 'heard', message });
  };

  const send = async (): Promise<void> => {
    const question = waiting;
    if (!question) return;
    if (socket?.readyState === WebSocket.OPEN) return socket.send(question.text);
    try {
      const headers = await session.headers();
      if (waiting === question) connect(question.text, headers);
    } catch {
      if (waiting === question) await closed(GONE, {});
    }
  };

  const connect = (text: string, headers: Readonly<Record<string, string>>): void => {
    const token = headers['authorization']?.replace('Bearer ', '') ?? '';
    const opened = new WebSocket(address(), [PROTOCOL, OFFER + token]);
    socket = opened;
    opened.addEventListener('open', () => opened.send(text));
    opened.addEventListener('message', ({ data }) => socket === opened && hear(JSON.parse(String(data))));
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) void closed(code, headers);
    });
  };

  const closed = async (code: number, headers: Readonly<Record<string, string>>): Promise<void> => {
    socket = undefined;
    const question = waiting;
    if (!question) return;
    const next = afterClose({ code, ...question });
    question.tries += 1;
    if (next.next === 'fail') return fail(next.failure);
    if (next.next === 'again') setTimeout(() => void send(), next.inMs);
    else if (await session.renew(headers).catch(() => false)) await send();
    else if (waiting === question)
      fail({ status: 401, message: 'Your session has ended. Sign in, then ask again.' });
  };

  const fail = (failure: Failure): void => {
    waiting = undefined;
    tell({ type: 'closed', failure });
  };

  return {
    ask(message) {
      waiting = { text: JSON.stringify(message), tries: 0, hasAnswer: false };
      void send();
    },
    stop() {
      const open = socket;
      socket = undefined;
      waiting = undefined;
      open?.close();
      tell({ type: 'stopped' });
    },
  };
}

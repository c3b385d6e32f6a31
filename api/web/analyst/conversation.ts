/** State of a conversation, its changes by messages of the socket, and the reaction to a closed socket (pure). */
import type { Reply } from '../../client/client.ts';

export type Citation = Reply<'postAiChat'>['citations'][number];

export type ServerMessage =
  | { readonly type: 'token'; readonly content: string }
  | { readonly type: 'tool'; readonly name: string }
  | {
      readonly type: 'done';
      readonly session_id: string;
      readonly full_response: string;
      readonly moderated: boolean;
      readonly refused: boolean;
      readonly citations: readonly Citation[];
    }
  | {
      readonly type: 'error';
      readonly status: number;
      readonly detail: string | readonly { readonly msg: string }[];
      readonly code?: string;
      readonly retry_after?: number;
    };

/**
 * `waiting`: no text yet; `failed`: no answer, for the reason in `failure`; `lost`: the connection was lost during the
 * answer.
 */
type Phase = 'waiting' | 'answering' | 'done' | 'failed' | 'stopped' | 'lost';

export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly code?: string | undefined;
  readonly retryAfterS?: number | undefined;
}

export interface Exchange {
  readonly question: string;
  readonly answer: string;
  readonly phase: Phase;
  /** Tools called so far, in order. */
  readonly tools: readonly string[];
  readonly citations: readonly Citation[];
  /** True if parts of the answer were removed or replaced. */
  readonly moderated: boolean;
  readonly refused: boolean;
  readonly failure?: Failure;
}

export interface Conversation {
  /** Id of the session; undefined before the first answer. */
  readonly sessionId: string | undefined;
  readonly exchanges: readonly Exchange[];
}

export const NEW_CONVERSATION: Conversation = { sessionId: undefined, exchanges: [] };

export type ChatEvent =
  | { readonly type: 'asked'; readonly question: string }
  | { readonly type: 'heard'; readonly message: ServerMessage }
  | { readonly type: 'computed'; readonly answer: string }
  | { readonly type: 'stopped' }
  /** The socket was closed before the end of the answer. */
  | { readonly type: 'closed'; readonly failure: Failure }
  | { readonly type: 'resumed'; readonly conversation: Conversation };

export const isOpen = ({ phase }: Pick<Exchange, 'phase'>): boolean =>
  phase === 'waiting' || phase === 'answering';

export const isBusy = ({ exchanges }: Conversation): boolean => {
  const last = exchanges.at(-1);
  return last !== undefined && isOpen(last);
};

const newExchange = (question: string): Exchange => ({
  question,
  answer: '',
  phase: 'waiting',
  tools: [],
  citations: [],
  moderated: false,
  refused: false,
});

export function advance(conversation: Conversation, event: ChatEvent): Conversation {
  if (event.type === 'resumed') return event.conversation;
  const { exchanges } = conversation;
  if (event.type === 'asked') {
    return isBusy(conversation)
      ? conversation
      : { ...conversation, exchanges: [...exchanges, newExchange(event.question)] };
  }
  const last = exchanges.at(-1);
  // Messages that arrive after the end of an answer are ignored.
  if (!last || !isOpen(last)) return conversation;
  const sessionId =
    event.type === 'heard' && event.message.type === 'done'
      ? event.message.session_id
      : conversation.sessionId;
  return { sessionId, exchanges: [...exchanges.slice(0, -1), next(last, event)] };
}

function next(
  exchange: Exchange,
  event: Exclude<ChatEvent, { readonly type: 'asked' | 'resumed' }>,
): Exchange {
  if (event.type === 'stopped') return { ...exchange, phase: 'stopped' };
  if (event.type === 'computed') return { ...exchange, phase: 'done', answer: event.answer };
  if (event.type === 'closed') {
    return { ...exchange, phase: exchange.answer === '' ? 'failed' : 'lost', failure: event.failure };
  }
  return hear(exchange, event.message);
}

function hear(exchange: Exchange, message: ServerMessage): Exchange {
  if (message.type === 'token') {
    return { ...exchange, phase: 'answering', answer: exchange.answer + message.content };
  }
  if (message.type === 'tool') return { ...exchange, tools: [...exchange.tools, message.name] };
  if (message.type === 'error') return { ...exchange, phase: 'failed', failure: toFailure(message) };
  const { full_response: answer, citations, moderated, refused } = message;
  return { ...exchange, phase: 'done', answer, citations, moderated, refused };
}

const toFailure = ({
  status,
  detail,
  code,
  retry_after,
}: Extract<ServerMessage, { type: 'error' }>): Failure => ({
  status,
  message: typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '),
  code,
  retryAfterS: retry_after,
});

/** Converts the history stored by the server to a conversation. */
export function toConversation({ session_id, messages }: Reply<'getAiChatHistory'>): Conversation {
  const exchanges: Exchange[] = [];
  for (const { role, content } of messages) {
    if (role === 'user') exchanges.push({ ...newExchange(content), phase: 'done' });
    else exchanges.push({ ...(exchanges.pop() ?? newExchange('')), phase: 'done', answer: content });
  }
  return { sessionId: session_id ?? undefined, exchanges };
}

type AfterClose =
  | { readonly next: 'renew' }
  | { readonly next: 'again'; readonly inMs: number }
  | { readonly next: 'fail'; readonly failure: Failure };

interface Closed {
  readonly code: number;
  /** Number of earlier connections for this question. */
  readonly tries: number;
  /** True if part of the answer has arrived; the answer would start again on a new connection. */
  readonly hasAnswer: boolean;
}

const UNAUTHENTICATED = 4401;
const TOO_MANY = 4408;
/**
 * Close codes after which a retry would not help: wrong data type, text that is not UTF-8, no access, message too
 * large.
 */
const FINAL = new Set([1003, 1007, 1008, 1009]);
const FIRST_WAIT_MS = 500;
const MOST_TRIES = 6;

const failed = (status: number, message: string): AfterClose => ({
  next: 'fail',
  failure: { status, message },
});

export function afterClose({ code, tries, hasAnswer }: Closed): AfterClose {
  if (code === TOO_MANY) {
    return failed(409, 'You have too many conversations open. Close one in another tab, then ask again.');
  }
  if (FINAL.has(code)) return failed(code, 'The server ended the conversation. Ask again.');
  if (hasAnswer) return failed(0, 'The connection was lost before the answer was complete. Ask again.');
  if (tries >= MOST_TRIES) return failed(0, 'The server cannot be reached. Ask again when it is back.');
  if (code === UNAUTHENTICATED) return { next: 'renew' };
  return { next: 'again', inMs: FIRST_WAIT_MS * 2 ** tries };
}

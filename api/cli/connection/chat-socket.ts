/** Sends one question over the chat socket: passes the answer on token by token, then returns it whole. */
import { WebSocket } from 'ws';
import { type FieldProblem, Problem } from '../../client/problem.ts';

export interface Answer {
  readonly session_id: string;
  readonly response: string;
  readonly refused: boolean;
  readonly citations: readonly Citation[];
}

interface Citation {
  readonly text: string;
  readonly tool: string;
  readonly path: string;
  readonly value: number;
}

interface Listener {
  onToken(text: string): void;
  onTool(name: string): void;
}

interface Done extends Omit<Answer, 'response'> {
  readonly type: 'done';
  readonly full_response: string;
}

type Message =
  | { readonly type: 'token'; readonly content: string }
  | { readonly type: 'tool'; readonly name: string }
  | Done
  | { readonly type: 'error'; readonly status: number; readonly detail: string | readonly FieldProblem[] };

const OPEN_MS = 10_000;
/** Longest wait for an answer, ms; the analyst may run solves to answer. */
export const ANSWER_MS = 300_000;

/**
 * Asks over a socket. Resolves with undefined when no socket can be opened, as behind some proxies. Rejects with
 * `Problem` when refused.
 */
export function askBySocket(
  url: string,
  token: string,
  question: object,
  listener: Listener,
): Promise<Answer | undefined> {
  const address = `${url.replace(/^http/, 'ws')}/api/ws/ai/chat`;
  // The token is sent as a subprotocol, because proxies would log it in the address.
  const socket = new WebSocket(address, ['grid-chat', `bearer.${token}`], { handshakeTimeout: OPEN_MS });
  const late = setTimeout(() => socket.terminate(), ANSWER_MS);
  let isOpen = false;
  return new Promise<Answer | undefined>((resolve, reject) => {
    socket.once('open', () => {
      isOpen = true;
      socket.send(JSON.stringify(question));
    });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.type === 'token') listener.onToken(message.content);
      else if (message.type === 'tool') listener.onTool(message.name);
      else if (message.type === 'done') resolve({ ...message, response: message.full_response });
      else reject(toProblem(message));
    });
    socket.once('error', () => (isOpen ? reject(brokenOff()) : resolve(undefined)));
    socket.once('close', (code, reason) => reject(code === 1006 ? brokenOff() : ended(code, String(reason))));
  }).finally(() => {
    clearTimeout(late);
    socket.close();
  });
}

const brokenOff = (): Problem => new Problem({ status: 0, message: 'The connection was lost' });

const UNAUTHENTICATED = 4401;
const ended = (code: number, reason: string): Problem =>
  new Problem({
    status: code === UNAUTHENTICATED ? 401 : 503,
    message: reason || 'The server ended the chat',
  });

/** The error code marks the refusal as one by the server itself, not by a proxy. */
function toProblem({ status, detail }: Extract<Message, { type: 'error' }>): Problem {
  const code = 'CHAT_REFUSED';
  if (typeof detail === 'string') return new Problem({ status, code, message: detail });
  return new Problem({ status, code, message: 'The question was refused', fields: detail });
}

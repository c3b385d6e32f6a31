/** Messages on a chat socket, of client and server, and the close codes. */
import type { ApiError, FieldProblem } from '../../http/errors.ts';
import { parseBody } from '../../http/read-body.ts';
import { validate } from '../../http/validate.ts';
import { chatBody, toChatCall } from '../chat/bodies.ts';
import type { ChatAnswer, ChatCall } from '../chat/chat.ts';
import type { Citation } from '../chat/citation.ts';

export type ServerMessage =
  | { readonly type: 'token'; readonly content: string }
  | { readonly type: 'tool'; readonly name: string }
  | {
      readonly type: 'done';
      readonly session_id: string;
      readonly full_response: string;
      readonly tokens_used: number;
      readonly moderated: boolean;
      readonly refused: boolean;
      readonly citations: readonly Citation[];
    }
  | {
      readonly type: 'error';
      /** The status that the HTTP route would return. */
      readonly status: number;
      readonly detail: string | readonly FieldProblem[];
      readonly code?: string;
      /** Seconds to wait before a retry; only with status 429. */
      readonly retry_after?: number;
    };

export const doneMessage = (answer: ChatAnswer): ServerMessage => ({
  type: 'done',
  session_id: answer.sessionId,
  full_response: answer.response,
  tokens_used: answer.tokensUsed,
  moderated: answer.moderated,
  refused: answer.refused,
  citations: answer.citations,
});

export function errorMessage({ status, detail, code, headers }: ApiError): ServerMessage {
  const retryAfter = headers['Retry-After'];
  return {
    type: 'error',
    status,
    detail,
    ...(code && { code }),
    ...(retryAfter && { retry_after: Number(retryAfter) }),
  };
}

/** Parses a client's message; throws 400, 413 or 422 like the HTTP route. */
export async function readChatCall(text: string): Promise<ChatCall> {
  return toChatCall(await validate(chatBody, 'body', await parseBody(Buffer.from(text))));
}

/** Close codes (RFC 6455, 7.4.1; 4xxx are specific to this service). The library itself sends 1007 and 1009. */
export const CLOSE = {
  goingAway: { code: 1001, reason: 'Service is stopping' },
  notText: { code: 1003, reason: 'Text only' },
  noAccess: { code: 1008, reason: 'No access' },
  refusedOften: { code: 1008, reason: 'Too many refused messages' },
  failed: { code: 1011, reason: 'Internal error' },
  tooSlow: { code: 1013, reason: 'Reader too slow' },
  unavailable: { code: 1013, reason: 'Try again later' },
  unauthenticated: { code: 4401, reason: 'Token missing, expired or invalid' },
  tooMany: { code: 4408, reason: 'Too many connections' },
} as const;

export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/** What the server says on a chat socket. */
import type { ChatAnswer, Citation } from '../ai/chat/chat.ts';
import type { ApiError, FieldProblem } from '../errors.ts';

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
      /** As HTTP would answer. */
      readonly status: number;
      readonly detail: string | readonly FieldProblem[];
      readonly code?: string;
      /** Of 429, s. */
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

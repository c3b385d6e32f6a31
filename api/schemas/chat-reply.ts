/** The answer of an agent, as the chat and code routes give it. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { ChatAnswer, ChatCaller } from '../ai/chat/chat.ts';
import type { Headers } from '../headers.ts';
import type { Input } from '../route.ts';

export const citationSchema = object({
  text: string().required().meta({ description: 'The figure as it stands in the answer' }),
  tool: string()
    .required()
    .meta({ description: 'Tool that found it; `question` or `history` when it was said' }),
  path: string().required().meta({ description: 'Place in the result of the tool' }),
  value: number().required(),
});

export const chatReply = object({
  session_id: string().uuid().required(),
  response: string().required(),
  tokens_used: number().integer().min(0).required().meta({ description: 'Prompt and completion tokens' }),
  moderated: boolean()
    .required()
    .meta({ description: 'Something was taken out of the answer or replaced in it' }),
  refused: boolean().required().meta({ description: 'The model or the filter of answers declined' }),
  safety_checked: boolean().required(),
  citations: array(citationSchema)
    .required()
    .meta({ description: 'Where the figures of the answer come from' }),
});

export const toChatReply = (answer: ChatAnswer): InferType<typeof chatReply> => ({
  session_id: answer.sessionId,
  response: answer.response,
  tokens_used: answer.tokensUsed,
  moderated: answer.moderated,
  refused: answer.refused,
  safety_checked: true,
  citations: [...answer.citations],
});

/** Which provider answered: a second one may be configured for some agents. */
export const providerHeader = ({ provider }: ChatAnswer): Headers => ({ 'X-AI-Provider': provider });

export const toChatCaller = ({
  user,
  request,
}: Pick<Input<undefined, undefined, undefined>, 'user' | 'request'>): ChatCaller => ({
  user,
  ip: request.ip,
  userAgent: request.userAgent,
  signal: request.signal,
});

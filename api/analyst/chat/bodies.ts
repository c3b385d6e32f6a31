/** Messages to an agent and its replies, over HTTP and WebSocket. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { Headers } from '../../http/headers.ts';
import type { Caller } from '../../http/request.ts';
import type { ChatAnswer, ChatCall, ChatCaller } from './chat.ts';
import { citationSchema } from './citation.ts';

const MAX_LENGTH = 4000;

/** Text for a model; its length is limited in Unicode code points. */
export const promptSchema = () =>
  string()
    .required('Field required')
    .test('filled', 'Field required', (text) => text.trim() !== '')
    .test(
      'length',
      `String should have at most ${MAX_LENGTH} characters`,
      (text) => text.length <= 2 * MAX_LENGTH && [...text].length <= MAX_LENGTH,
    )
    .meta({ description: `Text for the model, at most ${MAX_LENGTH} characters` });

const MAX_ID = 128;

/**
 * An optional id. Absent, null and empty have the same meaning, because clients send the id of a session before there
 * is one.
 */
const id = (description: string) => string().nullable().max(MAX_ID).meta({ description });

export const chatBody = object({
  message: promptSchema().meta({ status: 400 }),
  session_id: id('Session to continue; default: a new one'),
  agent_id: id('Agent to ask; default: `analyst`'),
  context: object({
    scenario_id: id('Scenario whose last completed solve the message is about'),
    job_id: id('Job that the message is about; takes precedence over the scenario'),
    module_id: id('Module that the message is about'),
  })
    .nullable()
    .default(undefined),
}).required();

export const toChatCall = ({
  message,
  session_id,
  agent_id,
  context,
}: InferType<typeof chatBody>): ChatCall => ({
  message,
  sessionId: session_id || undefined,
  agentId: agent_id || undefined,
  scenarioId: context?.scenario_id || undefined,
  jobId: context?.job_id || undefined,
  moduleId: context?.module_id || undefined,
});

/** Answer of an agent, in the replies of the chat and code routes. */
export const chatReply = object({
  session_id: string().uuid().required(),
  response: string().required(),
  tokens_used: number().integer().min(0).required().meta({ description: 'Prompt and completion tokens' }),
  moderated: boolean().required().meta({ description: 'True if part of the answer was removed or replaced' }),
  refused: boolean()
    .required()
    .meta({ description: 'True if the model declined or the filter refused the answer' }),
  safety_checked: boolean().required(),
  citations: array(citationSchema).required().meta({ description: 'Sources of the figures in the answer' }),
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

/** Provider of the answer; some agents may use a second one. */
export const providerHeader = ({ provider }: ChatAnswer): Headers => ({ 'X-AI-Provider': provider });

export const toChatCaller = ({ user, request }: Caller): ChatCaller => ({
  user,
  ip: request.ip,
  userAgent: request.userAgent,
  signal: request.signal,
});

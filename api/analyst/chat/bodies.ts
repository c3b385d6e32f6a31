/** A message to an agent, over HTTP and over WebSocket. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { Headers } from '../../http/headers.ts';
import type { Caller } from '../../http/request.ts';
import type { ChatAnswer, ChatCall, ChatCaller } from './chat.ts';
import { citationSchema } from './citation.ts';

const MAX_LENGTH = 4000;

/** A text for a model; one that is too long is refused by its length in Unicode code points. */
export const promptSchema = () =>
  string()
    .required('Field required')
    .test('filled', 'Field required', (text) => text.trim() !== '')
    .test(
      'length',
      `String should have at most ${MAX_LENGTH} characters`,
      (text) => text.length <= 2 * MAX_LENGTH && [...text].length <= MAX_LENGTH,
    )
    .meta({ description: `At most ${MAX_LENGTH} characters` });

const MAX_ID = 128;

/** Absent, null and empty all mean none: clients send the session they do not have yet. */
const id = (description: string) => string().nullable().max(MAX_ID).meta({ description });

export const chatBody = object({
  message: promptSchema().meta({ status: 400 }),
  session_id: id('Session to go on with; none = a new one'),
  agent_id: id('Agent to ask; none = `analyst`'),
  context: object({
    scenario_id: id('Scenario it is about: its last completed solve'),
    job_id: id('Job it is about; goes before the scenario'),
    module_id: id('Module it is about'),
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

/** The answer of an agent, as the chat and code routes give it. */
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

export const toChatCaller = ({ user, request }: Caller): ChatCaller => ({
  user,
  ip: request.ip,
  userAgent: request.userAgent,
  signal: request.signal,
});

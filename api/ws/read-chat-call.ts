/** The message of a client on a chat socket, refused as the HTTP route would refuse its body. */
import { object, string } from 'yup';
import { isNestedDeeper } from '../../temporal/contract/nesting.ts';
import type { ChatCall } from '../ai/chat/chat.ts';
import { BadRequest } from '../errors.ts';
import { validate } from '../validate.ts';

/** Unicode code points. */
const MAX_MESSAGE = 4000;
const MAX_ID = 128;
/** As deep as the bodies of HTTP. */
const MAX_DEPTH = 64;

/** Absent, null and empty all mean none: clients send the session they do not have yet. */
const id = (description: string) => string().nullable().max(MAX_ID).meta({ description });

const schema = object({
  message: string()
    .required('Field required')
    .test('filled', 'Field required', (text) => text.trim() !== '')
    .test(
      'length',
      `String should have at most ${MAX_MESSAGE} characters`,
      (text) => [...text].length <= MAX_MESSAGE,
    )
    .meta({ description: 'What to ask', status: 400 }),
  session_id: id('Session to go on with; none = a new one'),
  agent_id: id('Agent to ask; none = `analyst`'),
  context: object({ scenario_id: id('Scenario it is about'), module_id: id('Module it is about') })
    .nullable()
    .default(undefined),
}).required();

/** Throws `BadRequest` or `Unprocessable`. */
export async function readChatCall(text: string): Promise<ChatCall> {
  const { message, session_id, agent_id, context } = await validate(schema, 'body', parse(text));
  return {
    message,
    sessionId: session_id || undefined,
    agentId: agent_id || undefined,
    scenarioId: context?.scenario_id || undefined,
  };
}

function parse(text: string): unknown {
  const value: unknown = parseJson(text);
  if (isNestedDeeper(value, MAX_DEPTH)) {
    throw new BadRequest(`Malformed JSON: nested deeper than ${MAX_DEPTH} levels`);
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest(`Malformed JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

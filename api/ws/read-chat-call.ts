/** The message of a client on a chat socket, refused as the HTTP route would refuse its body. */
import { isNestedDeeper } from '../../temporal/contract/nesting.ts';
import type { ChatCall } from '../ai/chat/chat.ts';
import { BadRequest } from '../errors.ts';
import { chatBody, toChatCall } from '../schemas/chat-body.ts';
import { validate } from '../validate.ts';

/** As deep as the bodies of HTTP. */
const MAX_DEPTH = 64;

/** Throws `BadRequest` or `Unprocessable`. */
export async function readChatCall(text: string): Promise<ChatCall> {
  return toChatCall(await validate(chatBody, 'body', parse(text)));
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

/** The message of a client on a chat socket, refused as the HTTP route would refuse its body. */
import type { ChatCall } from '../ai/chat/chat.ts';
import { parseBody } from '../parse-body.ts';
import { chatBody, toChatCall } from '../schemas/chat-body.ts';
import { validate } from '../validate.ts';

/** Throws what is refused with 400, 413 or 422. */
export async function readChatCall(text: string): Promise<ChatCall> {
  return toChatCall(await validate(chatBody, 'body', await parseBody(Buffer.from(text))));
}

/** The text of a message, or why it cannot be one. */
import { BadRequest } from '../../errors.ts';

/** Unicode code points. */
const MAX_LENGTH = 4000;

export function checkMessage(message: string | null | undefined): string {
  if (message === null || message === undefined || message.trim() === '') {
    throw new BadRequest('message is missing or blank');
  }
  const length = [...message].length;
  if (length > MAX_LENGTH) {
    throw new BadRequest(`message has ${length} characters; at most ${MAX_LENGTH} are allowed`);
  }
  return message;
}

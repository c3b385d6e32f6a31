/** Worker thread that parses replies of the server, however large. */
import { answerWith } from '../parts/in-worker.ts';
import { buffersIn, type Kind, pack } from './pack.ts';

export interface Unparsed {
  readonly kind: Kind;
  readonly body: ArrayBuffer;
}

answerWith(({ kind, body }: Unparsed) => {
  const answer = pack(kind, new TextDecoder().decode(body));
  return { answer, transfer: buffersIn(answer) };
});

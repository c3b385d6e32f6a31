/** Parses the cases of some jobs away from the page, and says what differs. */
import { answerWith } from '../parts/in-worker.ts';
import { differencesOf } from './input-difference.ts';

answerWith((bodies: readonly ArrayBuffer[]) => {
  const cases = bodies.map((body) => JSON.parse(new TextDecoder().decode(body)));
  return { answer: differencesOf(cases), transfer: [] };
});

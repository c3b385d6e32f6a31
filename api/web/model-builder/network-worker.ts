/** Parses networks in a worker thread, because a network may contain many series of a year. */
import { answerWith } from '../parts/in-worker.ts';
import { readNetwork } from './network-summary.ts';

answerWith((body: ArrayBuffer) => ({
  answer: readNetwork(JSON.parse(new TextDecoder().decode(body))),
  transfer: [],
}));

/** Worker thread that parses networks: a network may contain many series over a year. */
import { answerWith } from '../parts/in-worker.ts';
import { readNetwork } from './network-summary.ts';

answerWith((body: ArrayBuffer) => ({
  answer: readNetwork(JSON.parse(new TextDecoder().decode(body))),
  transfer: [],
}));

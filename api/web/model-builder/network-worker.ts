/** A network may have a year of many series: it is parsed away from the page. */
import { answerWith } from '../parts/in-worker.ts';
import { readNetwork } from './network-summary.ts';

answerWith((body: ArrayBuffer) => ({
  answer: readNetwork(JSON.parse(new TextDecoder().decode(body))),
  transfer: [],
}));

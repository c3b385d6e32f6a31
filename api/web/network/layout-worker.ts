/** Places buses away from the page: some thousands take a moment. */
import { answerWith } from '../parts/in-worker.ts';
import { type Graph, placesOf } from './layout.ts';

answerWith((graph: Graph) => ({ answer: placesOf(graph), transfer: [] }));

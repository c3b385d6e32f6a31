/** Power flows of a large network, away from the page. */
import { answerWith } from '../parts/in-worker.ts';
import { contributionsOf, type PriceQuestion } from './attribution.ts';

answerWith((question: PriceQuestion) => ({ answer: contributionsOf(question), transfer: [] }));

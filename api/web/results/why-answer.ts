/**
 * Answers a why question from the result and the case. A worker thread computes the contributions of limits to prices.
 */
import {
  type LimitQuestion,
  type LimitShare,
  limitQuestion,
} from '../../../temporal/case/explain/limit-shares.ts';
import { inWorker } from '../parts/in-worker.ts';
import { readCase, readResult } from './result-data.tsx';
import { explain } from './why.ts';
import { type Question, viewsOf, WHY_CASE, WHY_RESULT, type Why } from './why-facts.ts';

const askLimits = inWorker<LimitQuestion, LimitShare[]>(
  () => new Worker(new URL('./limit-worker.ts', import.meta.url), { type: 'module' }),
);

export async function answerOf(jobId: string, question: Question): Promise<Why> {
  const [result, given] = await Promise.all([readResult(jobId, WHY_RESULT), readCase(jobId, WHY_CASE)]);
  const facts = { result, given };
  const { kind, name = '', hour = 0 } = question;
  const limits = kind === 'price' ? await askLimits(limitQuestion(...viewsOf(facts), name, hour)) : [];
  return explain(question, facts, limits);
}

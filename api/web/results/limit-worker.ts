/** Worker that computes the power flows of large networks for price explanations. */
import { type LimitQuestion, limitShares } from '../../../temporal/case/explain/limit-shares.ts';
import { answerWith } from '../parts/in-worker.ts';

answerWith((question: LimitQuestion) => ({ answer: limitShares(question), transfer: [] }));

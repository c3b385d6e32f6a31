/** Worker thread that computes power flows of large networks for the explanation of prices. */
import { type LimitQuestion, limitShares } from '../../../temporal/case/explain/limit-shares.ts';
import { answerWith } from '../parts/in-worker.ts';

answerWith((question: LimitQuestion) => ({ answer: limitShares(question), transfer: [] }));

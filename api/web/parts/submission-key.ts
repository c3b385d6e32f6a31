/** Idempotency key of a submission, so that a repeated request has no second effect. */
import { useRef } from 'preact/hooks';
import { Problem } from '../../client/problem.ts';
import { submissionKey } from '../../client/runs.ts';

export interface SubmissionKey {
  /**
   * Sends a request with the current key. The key is kept until an answer arrives, because a request without an answer
   * may have been processed.
   */
  use<T>(send: (key: string) => Promise<T>): Promise<T>;
}

/** Key of a submission. `of`: content of the submission; changed content gets a new key. */
export function useSubmissionKey(of = ''): SubmissionKey {
  const latest = useRef<{ readonly of: string; readonly key: string } | undefined>(undefined);
  return {
    async use(send) {
      if (latest.current?.of !== of) latest.current = { of, key: submissionKey() };
      try {
        const answer = await send(latest.current.key);
        latest.current = undefined;
        return answer;
      } catch (error) {
        if (error instanceof Problem && isAnswer(error)) latest.current = undefined;
        throw error;
      }
    },
  };
}

/** True for a refusal that a retry would not change. After other errors, the server may have processed the request. */
const isAnswer = ({ status }: Problem): boolean => status >= 400 && status < 500 && status !== 429;
